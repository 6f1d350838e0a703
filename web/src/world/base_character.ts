import { close, type HyperplaneError, invalid, isObject, show } from "../errors.js";
import { checkLength, checkOptions, type OptionNames, readFlag } from "../options.js";
import { CALL_FAILED } from "../records.js";
import { generationOf, rowOf } from "./base_collider.js";
import { askFiltered, excluding, type Filtered } from "./filter.js";
import { type KindOptions, readKinds } from "./kinds.js";
import { MOVER_OPTIONS, type MoverLimits, type ReadMoverOptions, readMoverOptions } from "./mover_options.js";
import type { QueryOptions } from "./query_options.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/** A character of any dimension; cpp/bindings/character.cpp has the order of its numbers. */

/** Options of a character that do not know the dimension. */
export interface BaseCharacterOptions<C, S, VLike> extends MoverLimits<C> {
  /** Of the body. Not disposed of while the character lives. */
  readonly shape: S;
  /** Of the shape's origin, in metres. */
  readonly position: VLike;
  /** Up direction, of any length but zero. Default: +y. */
  readonly up?: VLike;
  /** In m/s^2, downwards, within 1e9. Default: 9.81. */
  readonly gravity?: number;
  /**
   * What the speed of a walk is: along the "ground", the same on slopes as on the level; or "horizontal", which is faster on
   * slopes. Default: "ground".
   */
  readonly speed?: "ground" | "horizontal";
  /**
   * The collider that stands for this character in the world: every step moves it along, and it is not in the character's own way.
   * Give it the same shape, so that others stop where the body does.
   */
  readonly collider?: C;
}

/** Options of a step. */
export interface StepOptions {
  /** Move by `walk` as it is, up and down too, without gravity: to fly, swim and climb. Default: false. */
  readonly fly?: boolean;
  /** The kinds of this step, such as all but that of ledges for the few steps that it takes to drop into one. Default: the character's. */
  readonly kinds?: KindOptions["kinds"];
}

/** A collider that a character stands on. */
export interface CharacterGround<C, V> {
  /** The ground. */
  readonly collider: C;
  /** On the collider, in world space. */
  readonly point: V;
  /** Unit length, out of the collider. */
  readonly normal: V;
  /** Of the collider at that point, in m/s. */
  readonly velocity: V;
}

/** A collider that a character met. */
export interface CharacterHit<C, V> {
  /** What was met. */
  readonly collider: C;
  /** On the collider, in world space. */
  readonly point: V;
  /** Unit length, out of the collider. */
  readonly normal: V;
  /** How fast the two approached each other along the normal, in m/s: of a fall, of a collider that was pushed, of a ram. */
  readonly speed: number;
}

/** What a character asks of a collider. */
interface CharacterCollider<S> extends Filtered {
  shape: S;
}

/** What a character asks of its world's state. */
interface CharacterWorld<C> {
  readonly colliders: readonly (C | undefined)[];
  open(): number;
}

/** What the dimension decides. */
export interface CharacterForm<C, S, V, VLike> {
  readonly module: WorldModule<WorldCalls>;
  readonly dimension: 2 | 3;
  /** Numbers of a rotation. */
  readonly turnSize: 1 | 4;
  readonly standardUp: VLike;
  /** The option that turns the body. */
  readonly turnName: "angle" | "quaternion";
  readVector(vector: VLike, into: Float64Array, at: number): boolean;
  /** @throws HyperplaneError `invalid-argument` */
  readTurn(turn: unknown, into: Float64Array, at: number): void;
  /** Turns the rotation at an index by the shortest rotation between two unit vectors. */
  turn(numbers: Float64Array, at: number, from: readonly number[], to: readonly number[]): void;
  vectorAt(numbers: Float64Array, at: number): V;
  handleOf(shape: S): number;
  shapeProblem(value: unknown, name: string): HyperplaneError | null;
  pointProblem(value: unknown, name: string): HyperplaneError | null;
  directionProblem(value: unknown, name: string): HyperplaneError | null;
  /** How far a shape reaches along a direction from its origin, in metres. @param numbers that begin with its pose */
  reach(shape: S, numbers: Float64Array, direction: readonly number[]): number;
  /** @param numbers that begin with the pose */
  overlap(state: object, shape: S, numbers: Float64Array, options: QueryOptions<C>): readonly C[];
  /** Reads a collider's pose, as the numbers begin with it. */
  readPose(collider: C, into: Float64Array, at: number): boolean;
  /** Moves a collider to the pose that numbers begin with. */
  place(collider: C, how: "setPose" | "teleport", numbers: Float64Array): void;
}

const MAX_HITS = 16;
const NO_OWN_ROW = 0xffffffff;
/** Bits of a step. */
const StepFlag = { flies: 1, horizontal: 2, sensors: 4, notes: 8 } as const;
/** skin, maxSlope, stepHeight, snapDistance, minTread, gravity, dt */
const SETTINGS = 7;

const CHARACTER_OPTIONS: OptionNames<BaseCharacterOptions<never, never, never>> = {
  ...MOVER_OPTIONS,
  shape: true,
  position: true,
  up: true,
  gravity: true,
  speed: true,
  collider: true,
};
const STEP_OPTIONS: OptionNames<StepOptions> = { fly: true, kinds: true };

/** Where the parts of a character's state lie, and of the record that it crosses the border in. */
class StateLayout {
  readonly turn: number;
  readonly up: number;
  readonly velocity: number;
  readonly momentum: number;
  readonly grounded: number;
  readonly crushed: number;
  readonly yaw: number;
  readonly groundRow: number;
  readonly groundGeneration: number;
  readonly groundPoint: number;
  readonly groundNormal: number;
  readonly groundVelocity: number;
  readonly size: number;
  /** After the state and the number of hits. */
  readonly hits: number;
  readonly hitSize: number;
  /** In the record. */
  readonly state: number;
  /** Of the state, the number of hits, and most hits. */
  readonly length: number;
  readonly positions: number;

  constructor(dimension: number, turnSize: number) {
    this.turn = dimension;
    this.up = dimension + turnSize;
    this.velocity = this.up + dimension;
    this.momentum = this.velocity + dimension;
    this.grounded = this.momentum + dimension;
    this.crushed = this.grounded + 1;
    this.yaw = this.crushed + 1;
    this.groundRow = this.yaw + 1;
    this.groundGeneration = this.groundRow + 1;
    this.groundPoint = this.groundGeneration + 1;
    this.groundNormal = this.groundPoint + dimension;
    this.groundVelocity = this.groundNormal + dimension;
    this.size = this.groundVelocity + dimension + dimension + turnSize;
    this.hits = this.size + 1;
    this.hitSize = 2 + 2 * dimension;
    this.state = SETTINGS + dimension;
    this.length = this.hits + MAX_HITS * this.hitSize;
    this.positions = this.state + this.length;
  }
}

const layouts = { 2: new StateLayout(2, 1), 3: new StateLayout(3, 4) } as const;

/** Where a batch of bodies begins in the record, which is at `record`, all in doubles. */
export function bodiesIn(record: number, dimension: 2 | 3): number {
  return record + layouts[dimension].positions;
}

type Lengths = Pick<ReadMoverOptions<never, never>, "skin" | "maxSlope" | "stepHeight" | "snapDistance" | "minTread">;

/** Writes the lengths among the options of a move to the record. */
export function writeLengths(into: Float64Array, record: number, options: Lengths): void {
  into[record] = options.skin;
  into[record + 1] = options.maxSlope;
  into[record + 2] = options.stepHeight;
  into[record + 3] = options.snapDistance;
  into[record + 4] = options.minTread;
}

/** @throws HyperplaneError for what is no shape, and for a half-space, which would otherwise fail in a later step */
function checkBody<S>(form: Pick<CharacterForm<never, S, never, never>, "shapeProblem">, shape: S, name: string): void {
  const problem = form.shapeProblem(shape, name);
  if (problem !== null) throw problem;
  if ((shape as { readonly type: string }).type === "half-space") {
    throw invalid(`${name}: a half-space is no body that slides along others`);
  }
}

/** The implementation of characters. Not exported by the package. */
export abstract class BaseCharacter<C extends CharacterCollider<S>, S, V, VLike> {
  readonly #form: CharacterForm<C, S, V, VLike>;
  readonly #layout: StateLayout;
  readonly #world: CharacterWorld<C>;
  readonly #options: ReadMoverOptions<C, VLike>;
  readonly #gravity: number;
  readonly #flags: number;
  readonly #collider: C | undefined;
  /** All that it is, the number of its hits, and these; the other is what a step makes of it, until that has succeeded. */
  #numbers: Float64Array;
  #next: Float64Array;
  /** Where its record begins, in doubles; and the part that `#numbers` is copied to and from, empty when memory has grown. */
  readonly #record: number;
  #inRecord = new Float64Array(0);
  readonly #walk: Float64Array;
  #shape: S;
  #ground: C | undefined;
  readonly #hitColliders: C[] = [];
  #hits: readonly CharacterHit<C, V>[] | undefined;

  /** @internal */
  protected constructor(
    form: CharacterForm<C, S, V, VLike>,
    world: CharacterWorld<C>,
    options: BaseCharacterOptions<C, S, VLike>,
  ) {
    world.open();
    this.#form = form;
    this.#world = world;
    const layout = layouts[form.dimension];
    this.#layout = layout;
    const read = readMoverOptions<C, VLike>(world, options, form.standardUp, {
      ...CHARACTER_OPTIONS,
      [form.turnName]: true,
    });
    const { shape, position, gravity = 9.81, speed = "ground", collider } = options;
    const turn: unknown = (options as unknown as { readonly [name: string]: unknown })[form.turnName];
    checkLength(gravity, "options.gravity", -1e9, 1e9);
    if (speed !== "ground" && speed !== "horizontal") {
      throw invalid(`options.speed must be "ground" or "horizontal", got ${show(speed)}`);
    }
    if (collider !== undefined) rowOf(collider, world, "options.collider");
    this.#options = { ...read, excluded: excluding(read.excluded, collider) };
    this.#gravity = gravity;
    this.#flags = (speed === "horizontal" ? StepFlag.horizontal : 0) | (read.sensors ? StepFlag.sensors : 0);
    this.#collider = collider;
    this.#shape = shape;
    checkBody(form, shape, "options.shape");
    this.#numbers = new Float64Array(layout.length);
    this.#next = new Float64Array(layout.length);
    this.#record = form.module.core.characterRecord() / 8;
    this.#walk = new Float64Array(form.dimension);
    this.#numbers[layout.turn + form.turnSize - 1] = form.turnSize === 4 ? 1 : 0;
    const up = this.#readUp(read.up, "options.up");
    this.#numbers.set(up, layout.up);
    if (turn !== undefined) form.readTurn(turn, this.#numbers, layout.turn);
    else form.turn(this.#numbers, layout.turn, this.#readUp(form.standardUp, ""), up);
    this.#readPoint(position, "options.position");
    this.#numbers.set(this.#walk);
    // One that is there, as in a restored world, keeps its motion: others may stand on it.
    const pose = new Float64Array(layout.up);
    if (collider !== undefined) form.readPose(collider, pose, 0);
    if (pose.some((number, i) => number !== this.#numbers[i])) this.#place("teleport");
    close(this);
  }

  /** Reads a point into `#walk`. */
  #readPoint(point: VLike, name: string): void {
    const { readVector, pointProblem } = this.#form;
    const problem = readVector(point, this.#walk, 0) ? null : pointProblem(point, name);
    const wrong = problem ?? pointProblem(this.#walk, name);
    if (wrong !== null) throw wrong;
  }

  #readUp(up: VLike, name: string): number[] {
    const numbers = new Float64Array(this.#form.dimension);
    const problem = this.#form.readVector(up, numbers, 0) ? null : this.#form.directionProblem(up, name);
    const wrong = problem ?? this.#form.directionProblem(numbers, name);
    if (wrong !== null) throw wrong;
    const most = Math.max(...numbers.map(Math.abs));
    const scaled = Array.from(numbers, (number) => number / most);
    const length = Math.sqrt(scaled.reduce((sum, number) => sum + number * number, 0));
    return scaled.map((number) => number / length);
  }

  #vector(at: number): V {
    return Object.freeze(this.#form.vectorAt(this.#numbers, at));
  }

  #place(how: "setPose" | "teleport"): void {
    const collider = this.#collider;
    if (collider !== undefined && !collider.removed) this.#form.place(collider, how, this.#numbers);
  }

  /**
   * One step. On the ground the character walks: the ground determines its height, and carries it. In the air gravity acts, and
   * `walk` adds to the velocity that it left the ground with. Call it once after each `World.update` in which what moves has its
   * new pose.
   *
   * @param dt in seconds, from 0, which changes nothing, to 1000
   * @param walk the wanted velocity relative to the ground, in m/s; its part along up counts only with `fly`
   * @throws HyperplaneError `invalid-argument`; `disposed` for the shape or the world; `out-of-memory`
   */
  step(dt: number, walk: VLike, options?: StepOptions): void {
    let flags = this.#flags;
    let excluded = this.#options.excluded;
    if (options !== undefined) {
      checkOptions(options, STEP_OPTIONS);
      const { fly = false, kinds } = options;
      if (kinds !== undefined) {
        excluded = excluding(excluded);
        excluded.kinds = readKinds(kinds, "options.kinds");
      }
      if (readFlag(fly, "options.fly")) flags |= StepFlag.flies;
    }
    checkLength(dt, "dt", 0, 1000);
    const { module, readVector, pointProblem } = this.#form;
    if (!readVector(walk, this.#walk, 0)) throw pointProblem(walk, "walk") ?? invalid("walk must be a vector");
    const { filter } = this.#options;
    if (filter !== undefined) flags |= StepFlag.notes;
    const own = this.#collider === undefined || this.#collider.removed ? NO_OWN_ROW : this.#collider.index;
    const hasKinds = excluded.kinds !== undefined;
    if (filter === undefined && !hasKinds && (excluded.length === 0 || (excluded.length === 1 && own !== NO_OWN_ROW))) {
      this.#ask(dt, own, flags);
    } else {
      const ask = (): C[] => {
        const tested = this.#ask(dt, own, flags);
        return tested === 0 ? [] : Array.from(module.takeNumbers(), (row) => this.#world.colliders[row] as C);
      };
      askFiltered(module, filter, excluding(excluded), ask, (colliders) => colliders);
    }
    const numbers = this.#next;
    this.#next = this.#numbers;
    this.#numbers = numbers;
    this.#hits = undefined;
    const { groundRow, size, hits, hitSize } = this.#layout;
    // Written over and popped: a new length would take new memory.
    const met = this.#hitColliders;
    const count = numbers[size] as number;
    for (let i = 0; i < count; i++) met[i] = this.#world.colliders[numbers[hits + i * hitSize] as number] as C;
    while (met.length > count) met.pop();
    this.#ground = this.grounded ? this.#world.colliders[numbers[groundRow] as number] : undefined;
    this.#place("setPose");
  }

  /**
   * Asks the core for a step with `#walk`: the state after it, in `#next`, and its hits.
   *
   * @param own row of its collider
   * @returns how many rows the step tested, which are in the report, if it notes them
   */
  #ask(dt: number, own: number, flags: number): number {
    const { module, handleOf, shapeProblem, pointProblem } = this.#form;
    const world = this.#world.open();
    module.begin();
    const record = this.#record;
    const into = module.allDoubles;
    writeLengths(into, record, this.#options);
    into[record + 5] = this.#gravity;
    into[record + 6] = dt;
    const walk = this.#walk;
    for (let i = 0; i < walk.length; i++) into[record + SETTINGS + i] = walk[i] as number;
    // Half the time of a loop over what of them is set.
    this.#view().set(this.#numbers);
    const tested = module.core.stepCharacter(world, handleOf(this.#shape), own, this.#options.mask, flags);
    if (tested === CALL_FAILED) {
      throw shapeProblem(this.#shape, "shape") ?? pointProblem(walk, "walk") ?? module.faultError();
    }
    this.#next.set(this.#view());
    return tested;
  }

  #view(): Float64Array {
    if (this.#inRecord.length === 0) {
      const { state, length } = this.#layout;
      this.#inRecord = new Float64Array(this.#form.module.allDoubles.buffer, 8 * (this.#record + state), length);
    }
    return this.#inRecord;
  }

  /**
   * Leaves the ground in the next step, with its velocity.
   *
   * @param speed in m/s, along up and relative to the ground
   * @returns false in the air, where nothing changes
   * @throws HyperplaneError `invalid-argument`
   */
  jump(speed: number): boolean {
    checkLength(speed, "speed", 0, 1e9);
    if (!this.grounded) return false;
    const { momentum, groundVelocity, up, velocity } = this.#layout;
    const numbers = this.#numbers;
    for (let i = 0; i < this.#form.dimension; i++) {
      const wanted = (numbers[groundVelocity + i] as number) + speed * (numbers[up + i] as number);
      numbers[velocity + i] = (numbers[velocity + i] as number) + wanted - (numbers[momentum + i] as number);
      numbers[momentum + i] = wanted;
    }
    return true;
  }

  /**
   * Crouches, stands up or changes otherwise, with the feet where they are; the collider of the character, too.
   *
   * @returns false, and nothing changes, where the new shape has no room. What overlaps the body already does not count.
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  setShape(shape: S): boolean {
    const form = this.#form;
    checkBody(form, shape, "shape");
    if (shape === this.#shape) return true;
    const { up: upAt } = this.#layout;
    const down = Array.from({ length: form.dimension }, (_, i) => -(this.#numbers[upAt + i] as number));
    const numbers = this.#numbers.slice();
    const rise = form.reach(shape, numbers, down) - form.reach(this.#shape, numbers, down);
    for (let i = 0; i < form.dimension; i++) numbers[i] = (numbers[i] as number) - rise * (down[i] as number);
    const { mask, sensors, filter, excluded } = this.#options;
    const { kinds } = excluded;
    const query: QueryOptions<C> = {
      mask,
      sensors,
      exclude: excluded.filter(({ removed }) => !removed),
      ...(filter && { filter }),
      ...(kinds && { kinds: (kind) => (((kinds[kind >> 5] as number) >> (kind & 31)) & 1) !== 0 }),
    };
    const inTheWay = form.overlap(this.#world, shape, numbers, query);
    if (inTheWay.length > 0) {
      const known = new Set(form.overlap(this.#world, this.#shape, this.#numbers, query));
      if (inTheWay.some((collider) => !known.has(collider))) return false;
    }
    const collider = this.#collider;
    if (collider !== undefined && !collider.removed && collider.shape === this.#shape) collider.shape = shape;
    this.#shape = shape;
    this.#numbers = numbers;
    this.#place("teleport");
    return true;
  }

  /** Of the body. Set it by `setShape`. */
  get shape(): S {
    return this.#shape;
  }

  /** Of the shape's origin, in metres. A new object. Setting it teleports: the velocity becomes zero, in the air. */
  get position(): Readonly<V> {
    return this.#vector(0);
  }
  set position(position: VLike) {
    this.#readPoint(position, "position");
    const { velocity, size } = this.#layout;
    this.#numbers.set(this.#walk);
    // All that comes after the up direction.
    this.#numbers.fill(0, velocity, size);
    this.#ground = undefined;
    this.#hitColliders.length = 0;
    this.#hits = undefined;
    this.#place("teleport");
  }

  /**
   * In m/s, that of the platform included. A new object. What is added to it stays in the air; on the ground only what points up
   * and out of it counts, and leaves it.
   */
  get velocity(): Readonly<V> {
    return this.#vector(this.#layout.velocity);
  }
  set velocity(velocity: VLike) {
    this.#readPoint(velocity, "velocity");
    const { velocity: at, momentum } = this.#layout;
    for (let i = 0; i < this.#form.dimension; i++) {
      const added = (this.#walk[i] as number) - (this.#numbers[at + i] as number);
      this.#numbers[momentum + i] = (this.#numbers[momentum + i] as number) + added;
      this.#numbers[at + i] = this.#walk[i] as number;
    }
  }

  /** Unit length. A new object. Setting it turns the body by the shortest rotation about its origin. */
  get up(): Readonly<V> {
    return this.#vector(this.#layout.up);
  }
  set up(up: VLike) {
    const to = this.#readUp(up, "up");
    const { up: at, turn } = this.#layout;
    const from = Array.from(this.#numbers.subarray(at, at + this.#form.dimension));
    this.#form.turn(this.#numbers, turn, from, to);
    this.#numbers.set(to, at);
    this.#place("teleport");
  }

  /** Whether it stands on walkable ground. */
  get grounded(): boolean {
    return this.#numbers[this.#layout.grounded] === 1;
  }

  /** What pushes from opposite sides leaves no room for it; see `MoverResult.crushed`. */
  get crushed(): boolean {
    return this.#numbers[this.#layout.crushed] === 1;
  }

  /** The ground after the last step, or null. */
  get ground(): CharacterGround<C, V> | null {
    const { groundPoint, groundNormal, groundVelocity } = this.#layout;
    if (this.#ground === undefined) return null;
    return {
      collider: this.#ground,
      point: this.#vector(groundPoint),
      normal: this.#vector(groundNormal),
      velocity: this.#vector(groundVelocity),
    };
  }

  /** What was met in the last step, one for each collider and direction; at most 16. */
  get hits(): readonly CharacterHit<C, V>[] {
    const { dimension, vectorAt } = this.#form;
    const { hits, hitSize } = this.#layout;
    this.#hits ??= this.#hitColliders.map((collider, i) => {
      const at = hits + i * hitSize + 1;
      return {
        collider,
        point: vectorAt(this.#numbers, at),
        normal: vectorAt(this.#numbers, at + dimension),
        speed: this.#numbers[at + 2 * dimension] as number,
      };
    });
    return this.#hits;
  }

  /** The numbers of the state, which begin with the pose. */
  protected get numbers(): Float64Array {
    return this.#numbers;
  }

  /** In radians: by how much the ground turned about up in the last step. */
  protected get turned(): number {
    return this.#numbers[this.#layout.yaw] as number;
  }

  /**
   * All that the character is but its shape and options, as numbers: for `restore`, also after `World.rollback`, and in other
   * worlds that were restored from a snapshot of this one.
   *
   * @returns a new array
   */
  save(): Float64Array {
    return this.#numbers.slice(0, this.#layout.size);
  }

  /**
   * Takes the character back to what `save` returned. Its future has the same bits, if that of the world has. Its hits are empty
   * until the next step, which also moves its collider: `World.rollback` has taken that back already.
   *
   * @param saved also as a plain array, as JSON has it
   * @param shape that it had then. Default: the present one. Nothing checks whether there is room
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  restore(saved: ArrayLike<number>, shape: S = this.#shape): void {
    const { size, grounded, groundRow, groundGeneration } = this.#layout;
    const isList = isObject(saved) && saved.length === size;
    const numbers = isList ? Float64Array.from(saved) : new Float64Array(0);
    if (!isList || !numbers.every(Number.isFinite)) {
      throw invalid(`saved must be ${size} finite numbers from Character.save, got ${show(saved)}`);
    }
    checkBody(this.#form, shape, "shape");
    const ground = this.#world.colliders[numbers[groundRow] as number];
    const isKnown = ground !== undefined && !ground.removed && generationOf(ground) === numbers[groundGeneration];
    const collider = this.#collider;
    if (collider !== undefined && !collider.removed && collider.shape === this.#shape) collider.shape = shape;
    this.#shape = shape;
    this.#numbers.set(numbers);
    this.#ground = numbers[grounded] === 1 && isKnown ? ground : undefined;
    this.#hitColliders.length = 0;
    this.#hits = undefined;
  }
}
