import { failure, type HyperplaneError, invalid, isObject, nameClass, show, wrongReceiver } from "../errors.js";
import { readBits } from "../options.js";
import { CALL_FAILED } from "../records.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/** What a collider of any dimension is, without its pose. */

/** What a collider asks its world. */
export interface ColliderWorld {
  readonly module: WorldModule<WorldCalls>;
  readonly number: number;
  open(): number;
}

export interface Given<Shape> {
  readonly shape: Shape;
  readonly static: boolean;
  readonly sensor: boolean;
  readonly continuous: boolean;
}

/** What a snapshot tells of a collider. */
export interface ColliderState<Shape> extends Given<Shape> {
  readonly layer: number;
  readonly mask: number;
  readonly removed: boolean;
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
/** Brings a collider to the state that it had in a snapshot. */
export let resetCollider: <Shape>(collider: object, state: ColliderState<Shape>) => void;

// Symbols, not private names: constant properties stay readable through a proxy.
const givenIndex: unique symbol = Symbol("index");
const given: unique symbol = Symbol("given");

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
    generationOf = (collider) => (collider as AnyCollider).#generation;
    resetCollider = (collider, { layer, mask, removed, ...rest }) => {
      const object = collider as AnyCollider;
      object[given] = rest;
      object.#layer = layer;
      object.#mask = mask;
      object.#removed = removed;
    };
  }

  /** Apart from the others: loops over contacts read it. */
  readonly [givenIndex]: number;
  [given]: Given<Shape>;
  userData: unknown;

  readonly #state: State;
  readonly #generation: number;
  #removed = false;
  #layer: number;
  #mask: number;

  constructor(state: State, index: number, generation: number, collider: ColliderState<Shape>, userData: unknown) {
    this.#state = state;
    this.#generation = generation;
    const { shape, static: isStatic, sensor, continuous, layer, mask, removed } = collider;
    this[givenIndex] = index;
    this[given] = { shape, static: isStatic, sensor, continuous };
    this.userData = userData;
    this.#layer = layer;
    this.#mask = mask;
    this.#removed = removed;
  }

  get index(): number {
    return (this as BaseCollider<Shape, State> | undefined)?.[givenIndex] ?? notCollider(this);
  }
  set index(_: number) {
    throw cannotBeSet("index");
  }

  get shape(): Shape {
    return givenOf(this).shape;
  }
  set shape(_: Shape) {
    throw cannotBeSet("shape");
  }

  get static(): boolean {
    return givenOf(this).static;
  }
  set static(_: boolean) {
    throw cannotBeSet("static");
  }

  get sensor(): boolean {
    return givenOf(this).sensor;
  }
  set sensor(_: boolean) {
    throw cannotBeSet("sensor");
  }

  get continuous(): boolean {
    return givenOf(this).continuous;
  }
  set continuous(_: boolean) {
    throw cannotBeSet("continuous");
  }

  get removed(): boolean {
    const collider = asCollider(this);
    return collider.#removed || collider.#state.number === 0;
  }
  set removed(_: boolean) {
    throw invalid("removed cannot be set: use world.remove(collider)");
  }

  get layer(): number {
    return asCollider(this).#layer;
  }
  set layer(layer: number) {
    const collider = asCollider(this);
    collider.setFilter(layer, collider.#mask);
  }

  get mask(): number {
    return asCollider(this).#mask;
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
    collider.#mask = newMask;
  }
}

/** The receiver of a method. @throws HyperplaneError `invalid-argument` */
export function asCollider<C extends object>(value: C): C {
  return isCollider(value) ? value : notCollider(value);
}

function givenOf<Shape>(value: { readonly [given]: Given<Shape> }): Given<Shape> {
  return (value as { readonly [given]: Given<Shape> } | undefined)?.[given] ?? notCollider(value);
}

function notCollider(value: unknown): never {
  throw wrongReceiver(value, "a Collider");
}

function cannotBeSet(name: string): HyperplaneError {
  return invalid(`${name} cannot be set: add another collider with it`);
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
