/** The state of the topic "Level": the world with its one mesh, the walker and the balls, advanced in steps of 1/60 s. */

import { Box, type Collider, type Contact, collideAll, type Vec3, World } from "hyperplane";
import { type Group, Quaternion, Vector3 } from "three";
import { BallRain } from "./ball_rain.js";
import { Level } from "./level.js";
import type { LevelWalk } from "./level_walks.js";
import { LoneTriangles } from "./lone_triangles.js";
import { OwnLevel } from "./own_level.js";
import type { PlayedLevel } from "./played_level.js";
import { bodyReach, stepSeconds, Walker } from "./walker.js";
import { type Place, Way } from "./way.js";

export const layers = { level: 1, walker: 2, balls: 4 } as const;
const walkSpeed = 3.6;
/** Metres above the ground at which a walk places the walker. */
const dropHeight = 0.05;
/** Share of the newest step in the shown durations. */
const newest = 0.03;
const unmeasured = 10;
/** Metres: the edge of the crate, and how far it is pressed into the ground. */
export const crateSize = 0.8;
const crateDepth = 0.02;
/** Metres. */
const slideLength = 3;
const slidePlaces = 61;

interface CratePlace {
  readonly position: Vector3;
  readonly quaternion: Quaternion;
}

/** What a crate touches that slides over the level. */
export interface CrateSlide {
  readonly places: readonly CratePlace[];
  /** With the mesh, in all places. */
  readonly contacts: readonly Contact[];
  /** With triangles by themselves, where they push another way than the mesh. */
  readonly pushes: readonly Contact[];
}

/** A mean duration in milliseconds that follows changes slowly. */
class Duration {
  mean = 0;
  private count = 0;

  add(milliseconds: number): void {
    // The first calls are slow: they are not compiled yet.
    const count = ++this.count - unmeasured;
    if (count > 0) this.mean += Math.max(newest, 1 / count) * (milliseconds - this.mean);
  }
}

export class LevelRun {
  readonly builtIn = new Level();
  readonly world = new World();
  readonly walker = new Walker();
  readonly rain: BallRain;
  /** The preset on its way; null while the user steers. */
  walk: LevelWalk | null = null;
  outcome = "";
  /** Of `moveAndSlide`, and of the world's update. */
  readonly moveTime = new Duration();
  readonly updateTime = new Duration();
  /** The visitor's level; null while the built-in one is walked on. */
  own: OwnLevel | null = null;
  private builtInCollider: Collider | null = null;
  private readonly walkerCollider: Collider;
  private readonly way = new Way();
  private readonly crate = new Box(crateSize, crateSize, crateSize);
  /** Of the level, for the crate. */
  private loneTriangles: LoneTriangles | null = null;

  constructor(private readonly onEnd: () => void) {
    this.addBuiltIn();
    // Pushes balls; the mover ignores it.
    this.walkerCollider = this.world.add({ shape: this.walker.shape, layer: layers.walker, mask: layers.balls });
    const walker = { collider: this.walkerCollider, velocity: this.walker.velocity };
    this.rain = new BallRain(this.world, layers.balls, walker, () => this.level);
  }

  get level(): PlayedLevel {
    return this.own ?? this.builtIn;
  }

  private addBuiltIn(): void {
    this.builtInCollider = this.world.add({ shape: this.builtIn.mesh, static: true, layer: layers.level });
  }

  /** Makes a model the level. @throws as OwnLevel; nothing has changed then */
  open(model: Group): void {
    const own = new OwnLevel(this.world, model, layers.level);
    this.leaveLevel();
    this.own = own;
  }

  /** Back to the built-in level. */
  openBuiltIn(): void {
    if (!this.own) return;
    this.leaveLevel();
    this.addBuiltIn();
  }

  private leaveLevel(): void {
    this.rain.clear();
    this.loneTriangles?.dispose();
    this.loneTriangles = null;
    this.own?.dispose();
    this.own = null;
    if (this.builtInCollider) this.world.remove(this.builtInCollider);
    this.builtInCollider = null;
    this.world.update();
  }

  /** Puts the walker on top of the visitor's level. */
  startOnTop(): void {
    const place = this.own?.start();
    if (place) this.placeAt(place.x, place.y + bodyReach + dropHeight, place.z);
  }

  begin(walk: LevelWalk): void {
    const [x, z] = walk.from;
    this.placeAt(x, this.builtIn.height(x, z) + bodyReach + dropHeight, z);
    this.walker.group.rotation.y = walk.azimuth + Math.PI;
    this.way.start(walk.way);
    this.walk = walk;
    this.outcome = "on its way";
  }

  placeAt(x: number, y: number, z: number): void {
    this.stopWalk();
    this.walker.place(x, y, z);
    this.walkerCollider.setPose(this.walker.position);
  }

  walkTo(place: Place): void {
    this.stopWalk();
    this.way.start([place]);
  }

  stopWalk(): void {
    this.walk = null;
    this.way.clear();
  }

  /** Whether the next step changes anything. */
  get isBusy(): boolean {
    return !this.way.isOver || !this.walker.grounded || this.rain.awakeCount > 0;
  }

  /** One step. `steered` is the user's direction, of length 1 at most; null follows the way. */
  step(steered: Vector3 | null): void {
    const { walker, way, world, rain } = this;
    const wasOver = way.isOver;
    if (steered) walking.copy(steered).multiplyScalar(walkSpeed);
    else if (way.direction(walker.position, stepSeconds, walking))
      walking.multiplyScalar(Math.min(walkSpeed, way.toGo / stepSeconds));
    else walking.set(0, 0, 0);
    const begin = performance.now();
    // Balls give way.
    walker.step(world, walking, stepSeconds, { mask: layers.level });
    this.moveTime.add(performance.now() - begin);
    this.walkerCollider.setPose(walker.position);
    rain.fall(stepSeconds);
    const between = performance.now();
    world.update();
    this.updateTime.add(performance.now() - between);
    rain.collide();
    if (!wasOver && way.isOver) {
      this.outcome = way.gaveUp ? "stopped on its way" : "arrived";
      this.onEnd();
    }
  }

  /**
   * Slides a crate over the level, pressed into it a little.
   *
   * @param middle of the way
   * @param along the way: horizontal, of length 1
   */
  slideCrate(middle: Vec3, along: Vector3): CrateSlide {
    const contacts: Contact[] = [];
    const pushes: Contact[] = [];
    const places: CratePlace[] = [];
    for (let i = 0; i < slidePlaces; i++) {
      const place = this.cratePlace(middle, along, (i / (slidePlaces - 1) - 0.5) * slideLength);
      if (!place) continue;
      const found = this.touchesOf(place);
      places.push(place);
      contacts.push(...found.contacts);
      pushes.push(...found.pushes);
    }
    return { places, contacts, pushes };
  }

  private cratePlace(middle: Vec3, along: Vector3, distance: number): CratePlace | null {
    const origin = new Vector3()
      .copy(middle)
      .addScaledVector(along, distance)
      .setY(middle.y + crateSize);
    const ground = this.world.raycast(origin, down, { mask: layers.level, maxDistance: 2 * crateSize });
    if (!ground) return null;
    const normal = new Vector3().copy(ground.normal);
    const position = new Vector3().copy(ground.point).addScaledVector(normal, crateSize / 2 - crateDepth);
    // Level on level ground, and with its sides along the way.
    const quaternion = new Quaternion().setFromUnitVectors(up, normal);
    quaternion.multiply(new Quaternion().setFromUnitVectors(aside, along));
    return { position, quaternion };
  }

  private touchesOf(place: CratePlace): Pick<CrateSlide, "contacts" | "pushes"> {
    this.loneTriangles ??= new LoneTriangles(this.level.mesh);
    const contacts = collideAll(this.level.mesh, {}, this.crate, place);
    return { contacts, pushes: this.loneTriangles.pushes(this.crate, place, crateSize, contacts) };
  }

  dispose(): void {
    this.loneTriangles?.dispose();
    this.crate.dispose();
    this.own?.dispose();
    this.rain.dispose();
    this.walker.dispose();
    this.world.dispose();
    this.builtIn.dispose();
  }
}

const walking = new Vector3();
const up = new Vector3(0, 1, 0);
const aside = new Vector3(1, 0, 0);
const down = new Vector3(0, -1, 0);
