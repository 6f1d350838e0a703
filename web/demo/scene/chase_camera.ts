/** A camera behind a walker: it follows, turns slowly to where the walker goes, and comes closer where a wall hides the walker. */

import type { World } from "hyperplane";
import { Vector3 } from "three";
import type { Stage } from "./stage.js";

const usualDistance = 17;
const usualPolar = 1.24;
/** Limits of the view while the camera follows. */
const limits = { nearest: 2, farthest: 60, lowest: 1.62 } as const;
/** Metres kept between the camera and a wall. */
const clearance = 0.25;
/** Radians per second for a walk straight to the side. */
const turnSpeed = 1.5;
/** Share of the way to the walker per second, as an exponent. */
const closeness = 9;

export class ChaseCamera {
  private readonly before: { readonly nearest: number; readonly farthest: number; readonly lowest: number };

  constructor(
    private readonly stage: Stage,
    private readonly world: World,
    /** Layers that hide the walker. */
    private readonly mask: number,
  ) {
    const { orbit } = stage;
    this.before = { nearest: orbit.minDistance, farthest: orbit.maxDistance, lowest: orbit.maxPolarAngle };
    orbit.minDistance = limits.nearest;
    orbit.maxDistance = limits.farthest;
    orbit.maxPolarAngle = limits.lowest;
    orbit.enablePan = false;
  }

  /** Places the camera at once. */
  start(position: Vector3, azimuth: number): void {
    this.stage.view = { azimuth, polar: usualPolar, distance: usualDistance, target: position.clone() };
  }

  /** Whether the camera has not caught up with the walker. */
  isBehind(position: Vector3): boolean {
    return this.stage.orbit.target.distanceToSquared(position) > 1e-4;
  }

  /** To be called once a frame. @param heading where the walker goes, of length 1 over the ground; null while it stands */
  follow(position: Vector3, heading: Vector3 | null, seconds: number): void {
    const { orbit, camera } = this.stage;
    shift
      .copy(position)
      .sub(orbit.target)
      .multiplyScalar(1 - Math.exp(-closeness * seconds));
    orbit.target.add(shift);
    camera.position.add(shift);
    if (heading !== null) {
      away.copy(camera.position).sub(orbit.target);
      const reach = Math.hypot(away.x, away.z);
      const aside = (away.z * heading.x - away.x * heading.z) / reach;
      away.applyAxisAngle(up, -turnSpeed * aside * seconds);
      camera.position.copy(orbit.target).add(away);
    }
    camera.lookAt(orbit.target);
    camera.updateMatrixWorld();
  }

  /** Brings the camera closer for this frame only, in front of what hides the walker. The controls keep its distance. */
  avoidWalls(): void {
    const { orbit, camera } = this.stage;
    const far = away.copy(camera.position).sub(orbit.target).length();
    if (far === 0) return;
    const hit = this.world.raycast(orbit.target, away, { maxDistance: far + clearance, mask: this.mask });
    if (hit === null) return;
    kept.copy(camera.position);
    camera.position.copy(orbit.target).addScaledVector(away, Math.max(0.3, hit.distance - clearance) / far);
    camera.updateMatrixWorld();
    // Runs after the frame.
    queueMicrotask(() => camera.position.copy(kept));
  }

  dispose(): void {
    const { orbit } = this.stage;
    orbit.minDistance = this.before.nearest;
    orbit.maxDistance = this.before.farthest;
    orbit.maxPolarAngle = this.before.lowest;
    orbit.enablePan = true;
  }
}

const up = new Vector3(0, 1, 0);
const shift = new Vector3();
const away = new Vector3();
const kept = new Vector3();
