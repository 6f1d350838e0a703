/** Walking with keys or a stick, relative to the camera, and turning a body to where it walks. */

import { type Object3D, type PerspectiveCamera, Vector2, Vector3 } from "three";
import { keyOf, onKeysUp, type Shortcuts } from "../shell/shortcuts.js";

const steps: Readonly<Record<string, readonly [right: number, ahead: number]>> = {
  w: [0, 1],
  s: [0, -1],
  a: [-1, 0],
  d: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
/** Radians per second. */
const turnSpeed = 9;

export class Steering {
  private readonly pressed = new Set<string>();
  /** To the right and ahead; of length 1 at most. */
  private readonly stick = new Vector2();
  private readonly stop: () => void;

  /**
   * @param onPress called when a key goes down and while it repeats, and while a stick is held
   * @param onRelease called when the last key goes up or the stick is let go
   */
  constructor(
    shortcuts: Shortcuts,
    private readonly onPress: () => void,
    private readonly onRelease: () => void = () => {},
  ) {
    const run = (event: KeyboardEvent) => this.press(keyOf(event));
    const takeAway = shortcuts.add(
      { keys: ["w", "a", "s", "d"], shown: "W A S D", help: "Walk, relative to the view", where: "page", run },
      {
        keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"],
        shown: "\u2190 \u2191 \u2192 \u2193",
        help: "Walk, while the scene has the focus",
        where: "scene",
        run,
      },
    );
    const forget = onKeysUp(
      (key) => this.release(key),
      () => this.pressed.clear(),
    );
    this.stop = () => {
      takeAway();
      forget();
    };
  }

  get isSteering(): boolean {
    return this.pressed.size > 0 || this.stick.lengthSq() > 0;
  }

  /** Walks by a stick. @param right and ahead: from -1 to 1; both 0 when it is let go */
  tilt(right: number, ahead: number): void {
    this.stick.set(right, ahead);
    if (this.stick.lengthSq() > 0) this.onPress();
    else if (this.pressed.size === 0) this.onRelease();
  }

  press(key: string): void {
    this.pressed.add(key);
    this.onPress();
  }

  release(key: string): void {
    if (this.pressed.delete(key) && !this.isSteering) this.onRelease();
  }

  /** Writes the walking direction over the ground, of length 1 or a stick's tilt; false where all cancels out. */
  direction(camera: PerspectiveCamera, out: Vector3): boolean {
    right.setFromMatrixColumn(camera.matrixWorld, 0).setY(0).normalize();
    away.set(right.z, 0, -right.x);
    out.copy(right).multiplyScalar(this.stick.x).addScaledVector(away, this.stick.y);
    for (const key of this.pressed) {
      const [aside, ahead] = steps[key] ?? [0, 0];
      out.addScaledVector(right, aside).addScaledVector(away, ahead);
    }
    if (out.lengthSq() < 1e-6) return false;
    if (this.pressed.size > 0) out.normalize();
    return true;
  }

  dispose(): void {
    this.stop();
  }
}

/** Turns a body about the vertical towards a direction, at most as far as the time allows. */
export function turnTowards(body: Object3D, direction: Vector3, seconds: number): void {
  const turn = Math.atan2(direction.x, direction.z) - body.rotation.y;
  const shortTurn = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  body.rotation.y += Math.max(-turnSpeed * seconds, Math.min(turnSpeed * seconds, shortTurn));
}

const right = new Vector3();
const away = new Vector3();
