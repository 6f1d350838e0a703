import { failure, invalid, isObject, nameClass, show, wrongReceiver } from "../errors.js";
import { type OptionNames, readBits, readFlag, readLayer, readMarginOf } from "../options.js";
import { CALL_FAILED, RowFlag } from "../records.js";
import { askWithKinds, type KindOptions, type Kinds, readKinds } from "./kinds.js";
import type { EventName, Listeners } from "./listeners.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/** What a collider of any dimension is, without its pose. */

/** What a collider asks its world. */
export interface ColliderWorld {
  readonly module: WorldModule<WorldCalls>;
  readonly number: number;
  readonly listeners: Pick<Listeners<{ readonly removed: boolean }>, "add">;
  open(): number;
  word(field: number): number;
}

/** What a collider takes part in, by the bits of `RowFlag`; enabled: without that of `disabled`. */
const BIT_OF = {
  static: RowFlag.static,
  sensor: RowFlag.sensor,
  continuous: RowFlag.continuous,
  enabled: RowFlag.disabled,
} as const;

/** All of them: rows have further bits. */
const KIND = RowFlag.static | RowFlag.sensor | RowFlag.continuous | RowFlag.disabled;

/** The `RowFlag` bits that options ask for, each read once. @throws HyperplaneError `invalid-argument` */
function readFlags(options: BaseColliderOptions<unknown>): number {
  const { static: isStatic = false, sensor = false, continuous = false, enabled = true } = options;
  return (
    (readFlag(isStatic, "options.static") ? RowFlag.static : 0) |
    (readFlag(sensor, "options.sensor") ? RowFlag.sensor : 0) |
    (readFlag(continuous, "options.continuous") ? RowFlag.continuous : 0) |
    (readFlag(enabled, "options.enabled") ? 0 : RowFlag.disabled)
  );
}

/** What a snapshot tells of a collider. */
export interface ColliderState<Shape> {
  readonly shape: Shape;
  /** `RowFlag` bits, also further ones. */
  readonly flags: number;
  readonly layer: number;
  readonly mask: number;
  readonly removed: boolean;
}

/** Options of any collider but for its pose. */
export interface BaseColliderOptions<Shape, T = unknown> extends KindOptions {
  /** Held by the collider, so it may be disposed of afterwards. */
  readonly shape: Shape;
  /** Never tested against other static colliders. Default: false. */
  readonly static?: boolean;
  /** Reported in `began`, `ended` and `touching`, without contacts. Queries pass through it by default. Default: false. */
  readonly sensor?: boolean;
  /** Swept by each `update` from its pose at the previous one: see `World.impacts` and `World.began`. Default: false. */
  readonly continuous?: boolean;
  /** In contacts, events, impacts and answers. Default: true. */
  readonly enabled?: boolean;
  /** Its layers, a 32-bit set with at least one bit. Default: 1. */
  readonly layer?: number;
  /**
   * The layers that it collides with, a 32-bit set: a pair is tested if a.layer & b.mask and b.layer & a.mask are both
   * non-zero. Default: all.
   */
  readonly mask?: number;
  /**
   * Its share of a distance up to which it touches, in metres, 0 to 1e9: a pair touches within the sum of both. Contacts, `began`,
   * `ended` and `touching` follow; contacts of shapes that are apart have a negative depth, minus the distance, and all their points.
   * Not part of the shape: scale does not change it, and queries, impacts, `separation` and moves leave it out. Default: 0.
   */
  readonly margin?: number;
  /** For the caller's use. */
  readonly userData?: T;
}

/** Those that messages list after the shape and the pose. */
export const BASE_COLLIDER_OPTIONS: OptionNames<Omit<BaseColliderOptions<unknown>, "shape">> = {
  static: true,
  sensor: true,
  continuous: true,
  enabled: true,
  layer: true,
  mask: true,
  margin: true,
  userData: true,
  kinds: true,
};

/** What a collider of any dimension shows but for its pose. */
export interface ColliderMembers<Shape, T, C> {
  /** Row in the world's arrays, from 0. Fixed while the collider lives; reused later. */
  readonly index: number;
  /** Held by the collider, so it may be disposed of. */
  shape: Shape;
  /** Never tested against other static colliders. */
  static: boolean;
  /** Reported in `began`, `ended` and `touching`, without contacts. */
  sensor: boolean;
  /** Swept by each `update`: see `World.impacts`. */
  continuous: boolean;
  /**
   * Whether it is in contacts, events, impacts and answers. False: as if it were not there, but it keeps its row, and can be
   * moved; its pairs end with the next `update`. Enabling takes the pose in its row, without motion.
   */
  enabled: boolean;
  /** True after its removal, or after its world was disposed of. */
  readonly removed: boolean;
  /** For the caller's own use: what was given to `add`, or undefined. */
  userData: T;
  /** Its layers, 1 to 2^32 - 1. Setting it is like `setFilter`. */
  layer: number;
  /** The layers that it collides with, 0 to 2^32 - 1. Setting it is like `setFilter`. */
  mask: number;
  /**
   * The kinds of cells or tiles that it meets in grids, or those of its own that are solid, ascending; undefined: all. Set it as the
   * option: also to a function.
   */
  get kinds(): readonly number[] | undefined;
  set kinds(kinds: KindOptions["kinds"] | undefined);
  /**
   * Its share of the distance up to which a pair touches, in metres: see the option. Reading it throws `disposed` for a removed
   * collider; setting it may throw `out-of-memory`, too.
   */
  margin: number;
  /** Removes it from its world, like `world.remove`. A second call does nothing. */
  remove(): void;
  /**
   * Sets layer and mask together. Queries see them at once; pairs that are no longer tested end with the next `update`.
   *
   * @param layer a 32-bit set, also as a negative number; not 0
   * @param mask a 32-bit set, also as a negative number
   * @throws HyperplaneError `invalid-argument`, `disposed` for a removed collider
   */
  setFilter(layer: number, mask: number): void;
  /**
   * Calls a function at the end of each `update` in which this collider begins to touch another, or ceases to; as `World.on`. Not
   * while it is removed.
   *
   * @param listener is given the other collider
   * @returns a function that ends it
   * @throws HyperplaneError `invalid-argument`, `disposed` for a removed collider
   */
  on(event: EventName, listener: (other: C) => void): () => void;
}

/** Options that have been read. */
export interface ReadCollider<Shape> extends ColliderState<Shape> {
  readonly margin: number;
  readonly kinds: Kinds;
  readonly userData: unknown;
}

/** Reads each option once, before anything changes: a getter may throw, or return another value the next time. */
export function readCollider<Shape>(options: BaseColliderOptions<Shape>): ReadCollider<Shape> {
  const { shape, layer = 1, mask = 0xffffffff, margin = 0, kinds, userData } = options;
  return {
    shape,
    flags: readFlags(options),
    layer: readLayer(layer, "options.layer"),
    mask: readBits(mask, "options.mask"),
    margin: readMarginOf(margin, "options.margin"),
    kinds: readKinds(kinds, "options.kinds"),
    removed: false,
    userData,
  };
}

/** Adds a collider, whose pose is staged, to the core. @param shape its handle @returns its row, or CALL_FAILED */
export function addToCore(
  module: WorldModule<WorldCalls>,
  world: number,
  shape: number,
  { flags, layer, mask, margin, kinds }: ReadCollider<unknown>,
): number {
  return askWithKinds(module, kinds, () => module.core.addCollider(world, shape, flags, layer, mask, margin));
}

type AnyCollider = BaseCollider<unknown, ColliderWorld>;

/** Access to private fields for the folders of worlds. */
export let isCollider: (value: unknown) => boolean;
export let stateOf: (collider: object) => unknown;
export let markRemoved: (collider: object) => void;
/** Tells a collider from others that had or have its row. */
export let generationOf: (collider: object) => number;
/** @returns its world's number @throws HyperplaneError `disposed` for a removed collider */
export let openCollider: (collider: object) => number;
/** Removes a live collider. */
export let removeCollider: (collider: object) => void;
/** Brings a collider to the state that it had in a snapshot. */
export let resetCollider: <Shape>(collider: object, state: ColliderState<Shape>) => void;

// Symbols, not private names: constant properties stay readable through a proxy.
const givenIndex: unique symbol = Symbol("index");
const givenShape: unique symbol = Symbol("shape");
const givenFlags: unique symbol = Symbol("flags");
/** Gives a collider another shape in the core. @throws HyperplaneError */
export const giveShape: unique symbol = Symbol("giveShape");

/** The implementation of colliders but for their poses. Not exported by the package. */
export abstract class BaseCollider<Shape, State extends ColliderWorld> {
  static {
    nameClass(BaseCollider, "Collider");
    // Not instanceof, which accepts proxies of colliders and objects that inherit from one.
    isCollider = (value) => isObject(value) && #state in value;
    stateOf = (collider) => (collider as AnyCollider).#state;
    markRemoved = (collider) => {
      (collider as AnyCollider).#removed = true;
    };
    openCollider = (collider) => {
      const object = collider as AnyCollider;
      const world = object.#state.open();
      if (object.#removed) throw failure("disposed", "the collider has been removed");
      return world;
    };
    removeCollider = (collider) => {
      const object = collider as AnyCollider;
      const { module } = object.#state;
      if (module.core.removeCollider(openCollider(object), object[givenIndex]) === CALL_FAILED)
        throw module.faultError();
      object.#removed = true;
    };
    generationOf = (collider) => (collider as AnyCollider).#generation;
    resetCollider = (collider, state) => {
      const object = collider as AnyCollider;
      object[givenShape] = state.shape;
      object[givenFlags] = state.flags & KIND;
      object.#layer = state.layer;
      object.#mask = state.mask | 0;
      object.#removed = state.removed;
    };
  }

  /** Apart from the others: loops over contacts read it. */
  readonly [givenIndex]: number;
  [givenShape]: Shape;
  /** `RowFlag` bits: there may be a hundred thousand colliders. */
  [givenFlags]: number;
  userData: unknown;

  readonly #state: State;
  readonly #generation: number;
  #removed = false;
  #layer: number;
  /** As a signed number, which engines keep in the object itself. */
  #mask: number;

  constructor(state: State, index: number, generation: number, collider: ColliderState<Shape>, userData: unknown) {
    this.#state = state;
    this.#generation = generation;
    this[givenIndex] = index;
    this[givenShape] = collider.shape;
    this[givenFlags] = collider.flags & KIND;
    this.userData = userData;
    this.#layer = collider.layer;
    this.#mask = collider.mask | 0;
    this.#removed = collider.removed;
  }

  get index(): number {
    return (this as BaseCollider<Shape, State> | undefined)?.[givenIndex] ?? notCollider(this);
  }
  set index(_: number) {
    throw invalid("index cannot be set: it is the collider's row");
  }

  get shape(): Shape {
    return (this as BaseCollider<Shape, State> | undefined)?.[givenShape] ?? notCollider(this);
  }
  set shape(shape: Shape) {
    const collider = asCollider(this);
    openCollider(collider);
    collider[giveShape](shape);
    collider[givenShape] = shape;
  }
  abstract [giveShape](shape: Shape): void;

  get static(): boolean {
    return isSet(this, RowFlag.static);
  }
  set static(isStatic: boolean) {
    setKind(this, "static", isStatic);
  }

  get sensor(): boolean {
    return isSet(this, RowFlag.sensor);
  }
  set sensor(sensor: boolean) {
    setKind(this, "sensor", sensor);
  }

  get continuous(): boolean {
    return isSet(this, RowFlag.continuous);
  }
  set continuous(continuous: boolean) {
    setKind(this, "continuous", continuous);
  }

  get enabled(): boolean {
    return !isSet(this, RowFlag.disabled);
  }
  set enabled(enabled: boolean) {
    setKind(this, "enabled", enabled);
  }

  get removed(): boolean {
    const collider = asCollider(this);
    return collider.#removed || collider.#state.number === 0;
  }
  set removed(_: boolean) {
    throw invalid("removed cannot be set: use collider.remove()");
  }

  remove(): void {
    const collider = asCollider(this);
    if (!collider.removed) removeCollider(collider);
  }

  get layer(): number {
    return asCollider(this).#layer;
  }
  set layer(layer: number) {
    const collider = asCollider(this);
    collider.setFilter(layer, collider.#mask >>> 0);
  }

  get mask(): number {
    return asCollider(this).#mask >>> 0;
  }
  set mask(mask: number) {
    const collider = asCollider(this);
    collider.setFilter(collider.#layer, mask);
  }

  get kinds(): readonly number[] | undefined {
    const collider = asCollider(this);
    const { module } = collider.#state;
    const answer = module.core.colliderKinds(openCollider(collider), collider[givenIndex]);
    if (answer === CALL_FAILED) throw module.faultError();
    if (answer === 0) return undefined;
    return Array.from(module.takeBytes()).flatMap((has, kind) => (has === 1 && kind > 0 ? [kind] : []));
  }
  set kinds(kinds: KindOptions["kinds"] | undefined) {
    const collider = asCollider(this);
    openCollider(collider);
    const read = readKinds(kinds, "kinds");
    // After reading, which may run a function that removes the collider.
    const world = openCollider(collider);
    const { module } = collider.#state;
    const answer = askWithKinds(module, read, () => module.core.setColliderKinds(world, collider[givenIndex]));
    if (answer === CALL_FAILED) throw module.faultError();
  }

  get margin(): number {
    const collider = asCollider(this);
    const world = openCollider(collider);
    return collider.#state.module.core.colliderMargin(world, collider[givenIndex]);
  }
  set margin(margin: number) {
    const collider = asCollider(this);
    const world = openCollider(collider);
    const { module } = collider.#state;
    const failed =
      module.core.setColliderMargin(world, collider[givenIndex], readMarginOf(margin, "margin")) === CALL_FAILED;
    if (failed) throw module.faultError();
  }

  on(event: EventName, listener: (other: never) => void): () => void {
    const collider = asCollider(this);
    openCollider(collider);
    return collider.#state.listeners.add(collider, event, listener);
  }

  setFilter(layer: number, mask: number): void {
    const collider = asCollider(this);
    const world = openCollider(collider);
    const newLayer = readLayer(layer, "layer");
    const newMask = readBits(mask, "mask");
    const { module } = collider.#state;
    if (module.core.setColliderFilter(world, collider[givenIndex], newLayer, newMask) === CALL_FAILED) {
      throw module.faultError();
    }
    collider.#layer = newLayer;
    collider.#mask = newMask | 0;
  }
}

/** The receiver of a method. @throws HyperplaneError `invalid-argument` */
export function asCollider<C extends object>(value: C): C {
  return isCollider(value) ? value : notCollider(value);
}

function isSet(value: { readonly [givenFlags]: number }, flag: number): boolean {
  const { [givenFlags]: flags = notCollider(value) } = (value ?? {}) as { readonly [givenFlags]?: number };
  return (flags & flag) !== 0;
}

function notCollider(value: unknown): never {
  throw wrongReceiver(value, "a Collider");
}

function setKind(value: BaseCollider<unknown, ColliderWorld>, name: keyof typeof BIT_OF, flag: boolean): void {
  const collider = asCollider(value);
  const world = openCollider(collider);
  const bit = BIT_OF[name];
  const flags = (collider[givenFlags] & ~bit) | (readFlag(flag, name) === (name !== "enabled") ? bit : 0);
  const { module } = stateOf(collider) as ColliderWorld;
  if (module.core.setColliderKind(world, collider.index, flags) === CALL_FAILED) throw module.faultError();
  collider[givenFlags] = flags;
}

function looksLikeCollider(value: unknown): boolean {
  try {
    return value instanceof BaseCollider;
  } catch {
    return false;
  }
}

/** Checks that a value is a collider of this world, removed or not. @param name of the argument, as the message shows it */
export function checkOwn(collider: object, state: object, name: string): void {
  if (!isCollider(collider)) {
    const hint = looksLikeCollider(collider) ? " (a proxy? pass the collider itself)" : "";
    throw invalid(`${name} must be a collider, got ${show(collider)}${hint}`);
  }
  if (stateOf(collider) !== state) throw invalid(`${name} is a collider of another world`);
}

/** @returns the row of a live collider of this world. @param name of the argument, as the message shows it */
export function rowOf(
  collider: { readonly index: number; readonly removed: boolean },
  state: object,
  name: string,
): number {
  checkOwn(collider, state, name);
  if (collider.removed) throw failure("disposed", `${name} is a collider that has been removed`);
  return collider.index;
}
