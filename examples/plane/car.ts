/** A car seen from above, on a road with an island: metres, seconds and radians, y points up. */

import { type Collider, Polygon, Rectangle, World } from "hyperplane/2d";

export function raceTrack(): World {
  const world = new World();
  const road = [-40, -20, 40, -20, 50, 0, 40, 20, 0, 12, -40, 20];
  const outside = new Polygon([-60, -30, 60, -30, 60, 30, -60, 30], [road]);
  world.add({ shape: outside, static: true });
  const island = new Polygon([-25, -6, 25, -6, 30, 0, 25, 4, 0, 0, -25, 6]);
  world.add({ shape: island, static: true });
  return world;
}

const [enginePower, drag, wheelBase] = [12, 0.4, 2.6];

export class Car {
  readonly collider: Collider;
  speed = 0;

  constructor(
    readonly world: World,
    public x: number,
    public y: number,
    public angle: number,
  ) {
    this.collider = world.add({ shape: new Rectangle(4.4, 1.8), position: this, angle });
  }

  /** @param gas -1 to 1 @param wheel angle of the front wheels, positive to the left */
  drive(gas: number, wheel: number, seconds: number): void {
    this.speed += (gas * enginePower - drag * this.speed) * seconds;
    this.angle += (this.speed / wheelBase) * Math.tan(wheel) * seconds;
    const [ahead, aside] = [Math.cos(this.angle), Math.sin(this.angle)];
    this.x += this.speed * ahead * seconds;
    this.y += this.speed * aside * seconds;
    this.collider.setPose(this, this.angle);
    this.world.update();
    const out = this.world.separation(this.collider);
    const depth = Math.hypot(out.x, out.y);
    if (depth === 0) return;
    // Out of the wall; what was driven into it is lost, what was driven along it is not.
    this.x += out.x;
    this.y += out.y;
    this.collider.setPose(this, this.angle);
    const into = (out.x * ahead + out.y * aside) / depth;
    this.speed *= 1 - into * into;
  }
}
