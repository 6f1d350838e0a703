import { failure, invalid, isObject, nameClass, show, wrongReceiver } from "../errors.js";
import { readBits, readFlag } from "../options.js";
import { CALL_FAILED, RowFlag } from "../records.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/** What a collider of any dimension is, without its pose. */

/** What a collider asks its world. */
export interface ColliderWorld {
  readonly module: WorldModule<WorldCalls>;
  readonly number: number;
  open(): number;
  word(field: number): number;
}

/** What a collider takes part in. */
export interface Kind {
  readonly static: boolean;
  readonly sensor: boolean;
  readonly continuous: boolean;
  readonly enabled: boolean;
}

/** As `RowFlag` bits. */
export const flagsOf = (kind: Kind): number =>
  (kind.static ? RowFlag.static : 0) |
  (kind.sensor ? RowFlag.sensor : 0) |
  (kind.continuous ? RowFlag.continuous : 0) |
  (kind.enabled ? 0 : RowFlag.disabled);

/** From `RowFlag` bits. */
export const kindOf = (flags: number): Kind => ({
  static: (flags & RowFlag.static) !== 0,
  sensor: (flags & RowFlag.sensor) !== 0,
  continuous: (flags & RowFlag.continuous) !== 0,
  enabled: (flags & RowFlag.disabled) === 0,
});

/** The kind that options ask for, each read once. @throws HyperplaneError `invalid-argument` */
export function readKind(options: Partial<Kind>): Kind {
  const { static: isStatic = false, sensor = false, continuous = false, enabled = true } = options;
  return {
    static: readFlag(isStatic, "options.static"),
    sensor: readFlag(sensor, "options.sensor"),
    continuous: readFlag(continuous, "options.continuous"),
    enabled: readFlag(enabled, "options.enabled"),
  };
}

/** What a snapshot tells of a collider. */
export interface ColliderState<Shape> extends Kind {
  readonly shape: Shape;
  readonly layer: number;
  readonly mask: number;
  readonly removed: boolean;
}

/** Options of any collider but for its pose. */
interface BaseColliderOptions<Shape> extends Partial<Kind> {
  readonly shape: Shape;
  readonly layer?: number;
  readonly mask?: number;
  readonly userData?: unknown;
}

/** Reads each option once, before anything changes: a getter may throw, or return another value the next time. */
export function readCollider<Shape>(options: BaseColliderOptions<Shape>): {
  added: ColliderState<Shape>;
  userData: unknown;
} {
  const { shape, layer = 1, mask = 0xffffffff, userData } = options;
  const kind = readKind(options);
  const bits = { layer: readBits(layer, "options.layer"), mask: readBits(mask, "options.mask") };
  return { added: { ...kind, ...bits, shape, removed: false }, userData };
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
      object[givenFlags] = flagsOf(state);
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
    this[givenFlags] = flagsOf(collider);
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
    return kindOf(flagsIn(this)).static;
  }
  set static(isStatic: boolean) {
    setKind(this, "static", isStatic);
  }

  get sensor(): boolean {
    return kindOf(flagsIn(this)).sensor;
  }
  set sensor(sensor: boolean) {
    setKind(this, "sensor", sensor);
  }

  get continuous(): boolean {
    return kindOf(flagsIn(this)).continuous;
  }
  set continuous(continuous: boolean) {
    setKind(this, "continuous", continuous);
  }

  get enabled(): boolean {
    return kindOf(flagsIn(this)).enabled;
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
    removeCollider(asCollider(this));
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

  setFilter(layer: number, mask: number): void {
    const collider = asCollider(this);
    const world = openCollider(collider);
    const newLayer = readBits(layer, "layer");
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

function flagsIn(value: { readonly [givenFlags]: number }): number {
  return (value as { readonly [givenFlags]: number } | undefined)?.[givenFlags] ?? notCollider(value);
}

function notCollider(value: unknown): never {
  throw wrongReceiver(value, "a Collider");
}

function setKind(value: BaseCollider<unknown, ColliderWorld>, name: keyof Kind, flag: boolean): void {
  const collider = asCollider(value);
  const world = openCollider(collider);
  const flags = flagsOf({ ...kindOf(collider[givenFlags]), [name]: readFlag(flag, name) });
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

/** @returns the row of a live collider of this world. @param name of the argument, as the message shows it */
export function rowOf(
  collider: { readonly index: number; readonly removed: boolean },
  state: object,
  name: string,
): number {
  if (!isCollider(collider)) {
    const hint = looksLikeCollider(collider) ? " (a proxy of one? hand over the collider itself)" : "";
    throw invalid(`${name} must be a collider, got ${show(collider)}${hint}`);
  }
  if (stateOf(collider) !== state) throw invalid(`${name} is a collider of another world`);
  if (collider.removed) throw failure("disposed", `${name} is a collider that has been removed`);
  return collider.index;
}
