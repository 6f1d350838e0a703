import { pointProblem, quaternionProblem } from "../arguments.js";
import { close, failure, type HyperplaneError, invalid, isObject, nameClass, show, wrongReceiver } from "../errors.js";
import { type OptionNames, readBits } from "../options.js";
import { CALL_FAILED, POSE_A } from "../records.js";
import type { Shape } from "../shapes/shape.js";
import { space } from "../space.js";
import { poseParts } from "../stage.js";
import type { Pose, QuatLike, Vec3Like } from "../types.js";
import type { WorldState } from "./state.js";

/** Options of a collider, with its pose. */
export interface ColliderOptions extends Pose {
  /** Held by the collider, so it may be disposed of afterwards. */
  readonly shape: Shape;
  /** Never tested against other static colliders. Default: false. */
  readonly static?: boolean;
  /** Reported in `began`, `ended` and `touching`, without contacts. Queries pass through it by default. Default: false. */
  readonly sensor?: boolean;
  /** Swept by each `update` from its pose at the previous one: see `World.impacts`. Default: false. */
  readonly continuous?: boolean;
  /** Its layers, a 32-bit set. Default: 1. */
  readonly layer?: number;
  /**
   * The layers that it collides with, a 32-bit set: a pair is tested if a.layer & b.mask and b.layer & a.mask are both
   * non-zero. Default: all.
   */
  readonly mask?: number;
  /** For the caller's use. */
  readonly userData?: unknown;
}

/** A shape at a pose in a world, made by `world.add`. */
export interface Collider {
  /** Row in the world's arrays, from 0. Fixed while the collider lives; reused later. */
  readonly index: number;
  /** As it was added. */
  readonly shape: Shape;
  /** Never tested against other static colliders. */
  readonly static: boolean;
  /** Reported in `began`, `ended` and `touching`, without contacts. */
  readonly sensor: boolean;
  /** Swept by each `update`: see `World.impacts`. */
  readonly continuous: boolean;
  /** True after its removal, or after its world was disposed of. */
  readonly removed: boolean;
  /** For the caller's own use. */
  userData: unknown;
  /** Its layers, 0 to 2^32 - 1. Setting it is like `setFilter`. */
  layer: number;
  /** The layers that it collides with, 0 to 2^32 - 1. Setting it is like `setFilter`. */
  mask: number;
  /**
   * Moves it. Queries see it at once, contacts after the next `update`.
   *
   * @param position in metres, each coordinate at most 1e12 in magnitude
   * @param quaternion default: unchanged
   * @throws HyperplaneError `invalid-argument`, `disposed` for a removed collider, `out-of-memory`
   */
  setPose(position: Vec3Like, quaternion?: QuatLike): void;
  /**
   * As `setPose`, without motion: the next `update` finds no impacts on the way.
   *
   * @param position in metres, each coordinate at most 1e12 in magnitude
   * @param quaternion default: unchanged
   * @throws HyperplaneError `invalid-argument`, `disposed` for a removed collider
   */
  teleport(position: Vec3Like, quaternion?: QuatLike): void;
  /**
   * Sets layer and mask together. Queries see them at once; pairs that are no longer tested end with the next `update`.
   *
   * @param layer a 32-bit set, also as a negative number
   * @param mask a 32-bit set, also as a negative number
   * @throws HyperplaneError `invalid-argument`, `disposed` for a removed collider
   */
  setFilter(layer: number, mask: number): void;
}

export const COLLIDER_OPTIONS: OptionNames<ColliderOptions> = {
  shape: true,
  position: true,
  quaternion: true,
  static: true,
  sensor: true,
  continuous: true,
  layer: true,
  mask: true,
  userData: true,
};

/** Access to private fields for this folder. */
export let isCollider: (value: unknown) => value is ColliderObject;
export let stateOf: (collider: ColliderObject) => WorldState;
export let markRemoved: (collider: Collider) => void;
/** Tells a collider from others that had or have its row. */
export let generationOf: (collider: Collider) => number;
/** Brings a collider to the state that it had in a snapshot. */
export let resetCollider: (collider: Collider, state: ColliderState) => void;

// Symbols, not private names: constant properties stay readable through a proxy.
const givenIndex: unique symbol = Symbol("index");
const given: unique symbol = Symbol("given");

type Given = Pick<Collider, "shape" | "static" | "sensor" | "continuous">;

/** What a snapshot tells of a collider. */
export type ColliderState = Given & Pick<Collider, "layer" | "mask" | "removed">;

/** The implementation of colliders. Not exported by the package. */
export class ColliderObject implements Collider {
  static {
    nameClass(ColliderObject, "Collider");
    // Not instanceof, which accepts proxies of colliders and objects that inherit from one.
    isCollider = (value): value is ColliderObject => isObject(value) && #state in value;
    stateOf = (collider) => collider.#state;
    markRemoved = (collider) => {
      (collider as ColliderObject).#removed = true;
    };
    generationOf = (collider) => (collider as ColliderObject).#generation;
    resetCollider = (collider, { layer, mask, removed, ...rest }) => {
      const object = collider as ColliderObject;
      object[given] = rest;
      object.#layer = layer;
      object.#mask = mask;
      object.#removed = removed;
    };
  }

  /** Apart from the others: loops over contacts read it. */
  readonly [givenIndex]: number;
  [given]: Given;
  userData: unknown;

  readonly #state: WorldState;
  readonly #generation: number;
  #removed = false;
  #layer: number;
  #mask: number;

  constructor(state: WorldState, index: number, generation: number, collider: ColliderState, userData: unknown) {
    this.#state = state;
    this.#generation = generation;
    const { shape, static: isStatic, sensor, continuous, layer, mask, removed } = collider;
    this[givenIndex] = index;
    this[given] = { shape, static: isStatic, sensor, continuous };
    this.userData = userData;
    this.#layer = layer;
    this.#mask = mask;
    this.#removed = removed;
    close(this);
  }

  get index(): number {
    return (this as ColliderObject | undefined)?.[givenIndex] ?? notCollider(this);
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

  setPose(position: Vec3Like, quaternion?: QuatLike): void {
    asCollider(this).#place(position, quaternion, (world, row) => space.core.setColliderPose(world, row));
  }

  teleport(position: Vec3Like, quaternion?: QuatLike): void {
    asCollider(this).#place(position, quaternion, (world, row) => space.core.teleportCollider(world, row));
  }

  #place(position: Vec3Like, quaternion: QuatLike | undefined, call: (world: number, row: number) => number): void {
    this.#open();
    const isStaged = space.stage(poseParts, position, quaternion);
    // After staging, which may run a getter that rotates or removes the collider.
    const world = this.#open();
    const row = this[givenIndex];
    if (quaternion === undefined) this.#state.copyQuaternion(row, space.doubles, POSE_A + 3);
    if (isStaged && call(world, row) !== CALL_FAILED) return;
    throw (
      pointProblem(position, "position") ??
      (quaternion === undefined ? null : quaternionProblem(quaternion, "quaternion")) ??
      space.faultError()
    );
  }

  setFilter(layer: number, mask: number): void {
    const collider = asCollider(this);
    const world = collider.#open();
    const newLayer = readBits(layer, "layer");
    const newMask = readBits(mask, "mask");
    if (space.core.setColliderFilter(world, collider[givenIndex], newLayer, newMask) === CALL_FAILED)
      throw space.faultError();
    collider.#layer = newLayer;
    collider.#mask = newMask;
  }

  #open(): number {
    const world = this.#state.open();
    if (this.#removed) throw failure("disposed", "the collider has been removed");
    return world;
  }
}

function asCollider(value: ColliderObject): ColliderObject {
  return isCollider(value) ? value : notCollider(value);
}

function givenOf(value: ColliderObject): Given {
  return (value as ColliderObject | undefined)?.[given] ?? notCollider(value);
}

function notCollider(value: unknown): never {
  throw wrongReceiver(value, "a Collider");
}

function cannotBeSet(name: string): HyperplaneError {
  return invalid(`${name} cannot be set: add another collider with it`);
}

function looksLikeCollider(value: unknown): boolean {
  try {
    return value instanceof ColliderObject;
  } catch {
    return false;
  }
}

/** @returns the row of a live collider of this world. @param name of the argument, as the message shows it */
export function rowOf(collider: Collider, state: WorldState, name: string): number {
  if (!isCollider(collider)) {
    const hint = looksLikeCollider(collider) ? " (a proxy of one? hand over the collider itself)" : "";
    throw invalid(`${name} must be a collider, got ${show(collider)}${hint}`);
  }
  if (stateOf(collider) !== state) throw invalid(`${name} is a collider of another world`);
  if (collider.removed) throw failure("disposed", `${name} is a collider that has been removed`);
  return collider.index;
}
