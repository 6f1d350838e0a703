/**
 * A gamepad in the standard layout. It is polled while one is connected, apart from the frames of the scene: sticks at rest
 * draw nothing.
 */

/** Tilt of a stick that counts as rest: sticks never come back to 0. */
const deadZone = 0.18;
/** Longest time between two polls, in seconds: a page in the background is not polled. */
const longestPause = 0.1;

/** To the right and down, each from -1 to 1; of length 1 at most. */
export interface Tilt {
  readonly x: number;
  readonly y: number;
}

export interface GamepadEvents {
  /** The left stick has changed, or is held. */
  readonly onWalk: (tilt: Tilt) => void;
  /** The right stick is held, for so many seconds since the last call. */
  readonly onTurn: (tilt: Tilt, seconds: number) => void;
  /** The lowest button of the right hand goes down. */
  readonly onJump: () => void;
}

export class GamepadReader {
  private frame = 0;
  private last = 0;
  private wasWalking = false;
  private wasPressed = false;

  constructor(private readonly events: GamepadEvents) {
    addEventListener("gamepadconnected", this.start);
    // Connected while another topic was on screen.
    if (firstGamepad()) this.start();
  }

  dispose(): void {
    removeEventListener("gamepadconnected", this.start);
    cancelAnimationFrame(this.frame);
  }

  private readonly start = (): void => {
    if (this.frame !== 0) return;
    this.last = performance.now();
    this.frame = requestAnimationFrame(this.poll);
  };

  private readonly poll = (now: number): void => {
    const { events } = this;
    const gamepad = firstGamepad();
    const seconds = Math.min(longestPause, Math.max(0, (now - this.last) / 1000));
    this.last = now;
    this.frame = gamepad ? requestAnimationFrame(this.poll) : 0;
    const [walk, turn] = [tiltOf(gamepad, 0), tiltOf(gamepad, 2)];
    const isWalking = walk.x !== 0 || walk.y !== 0;
    if (isWalking || this.wasWalking) events.onWalk(walk);
    this.wasWalking = isWalking;
    if (turn.x !== 0 || turn.y !== 0) events.onTurn(turn, seconds);
    const isPressed = gamepad?.buttons[0]?.pressed ?? false;
    if (isPressed && !this.wasPressed) events.onJump();
    this.wasPressed = isPressed;
  };
}

const firstGamepad = (): Gamepad | null =>
  // Missing where the page is not secure.
  (navigator.getGamepads as typeof navigator.getGamepads | undefined)?.call(navigator).find((pad) => pad?.connected) ??
  null;

/** The tilt of a stick beyond its dead zone. @param axis the first of its two */
function tiltOf(gamepad: Gamepad | null, axis: number): Tilt {
  const { [axis]: x = 0, [axis + 1]: y = 0 } = gamepad?.axes ?? [];
  const length = Math.hypot(x, y);
  const scale = length > deadZone ? Math.min(1, (length - deadZone) / (1 - deadZone)) / length : 0;
  return { x: x * scale, y: y * scale };
}
