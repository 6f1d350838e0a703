import { type RefObject, useEffect, useState } from "react";
import { type Object3D, Quaternion, Vector3 } from "three";
import { type Collider, type MoverHit, type MoverOptions, moveAndSlide, type Shape, type Vec3 } from "../src/api.js";
import { checkLength } from "../src/options.js";
import { type ColliderEvents, type UseColliderOptions, useCollider } from "./collider.js";
import { useShared } from "./collisions.js";
import type { SharedWorld } from "./shared_world.js";

/** Limits of a walk that `moveAndSlide` knows. */
type Limits = Pick<MoverOptions, "skin" | "maxSlope" | "stepHeight" | "snapDistance">;

/** Options of `useCharacter`. Those of `moveAndSlide` and gravity may change from render to render. */
export interface CharacterOptions extends Limits, ColliderEvents, Pick<UseColliderOptions, "layer" | "userData"> {
  /** Makes the body's shape when the component is mounted. The object's scale does not apply to it. */
  readonly shape: () => Shape;
  /** In m/s^2, along -Y. Default: 9.81. */
  readonly gravity?: number;
  /** Layers that block and touch the character, a 32-bit set. Default: all. Sensors only touch. */
  readonly mask?: number;
}

/** An object that walks, falls, jumps and slides along walls. Up is +Y. */
export interface ObjectCharacter {
  /**
   * Moves the object by one step. To teleport it, set the object's position.
   *
   * @param seconds as `useFrame` gives them; more than 0.1 s count as 0.1
   * @param walk wanted velocity in m/s, in world space; y is ignored
   * @throws HyperplaneError `invalid-argument`
   */
  step(seconds: number, walk: Vec3): void;
  /**
   * Takes off.
   *
   * @param speed along +Y, in m/s, from 0
   * @returns false, and nothing has changed, in the air
   * @throws HyperplaneError `invalid-argument`
   */
  jump(speed: number): boolean;
  /** Of the last step, in m/s. */
  readonly velocity: Readonly<Vec3>;
  /** Whether it stands on walkable ground. */
  readonly grounded: boolean;
  /** Whether it is pressed from opposite sides, without room. */
  readonly crushed: boolean;
  /** What it met in the last step. */
  readonly hits: readonly MoverHit[];
}

/** A frame that took longer counts as this, in seconds. */
const LONGEST_STEP = 0.1;

const EARTH = 9.81;

/** Of speeds and accelerations, in m/s and m/s^2. */
const MOST = 1e6;

class Walker implements ObjectCharacter {
  velocity: Vec3 = { x: 0, y: 0, z: 0 };
  grounded = false;
  crushed = false;
  hits: readonly MoverHit[] = [];
  readonly #ref: RefObject<Object3D | null>;
  readonly #collider: RefObject<Collider | null>;
  readonly #position = new Vector3();
  readonly #quaternion = new Quaternion();
  readonly #shared: SharedWorld;
  /** Of the last render. */
  options: CharacterOptions;

  constructor(
    shared: SharedWorld,
    ref: RefObject<Object3D | null>,
    collider: RefObject<Collider | null>,
    options: CharacterOptions,
  ) {
    this.#shared = shared;
    this.#ref = ref;
    this.#collider = collider;
    this.options = options;
  }

  step(seconds: number, walk: Vec3): void {
    checkLength(seconds, "seconds", 0, Number.MAX_VALUE);
    const [object, collider] = [this.#ref.current, this.#collider.current];
    if (object === null || collider === null || seconds === 0) return;
    const { skin, maxSlope, stepHeight, snapDistance, mask, gravity = EARTH } = this.options;
    const limits = { skin, maxSlope, stepHeight, snapDistance, mask, exclude: collider } as MoverOptions;
    checkLength(gravity, "options.gravity", 0, MOST);
    const time = Math.min(seconds, LONGEST_STEP);
    const from = object.getWorldPosition(this.#position);
    const quaternion = object.getWorldQuaternion(this.#quaternion);
    const speed = (this.grounded ? Math.max(0, this.velocity.y) : this.velocity.y) - gravity * time;
    const delta = { x: walk.x * time, y: speed * time, z: walk.z * time };
    const pose = { position: from, quaternion };
    const moved = moveAndSlide(this.#shared.colliders().world, collider.shape, pose, delta, limits);
    const { x, y, z } = moved.position;
    // A push out of something is no speed.
    const rise = (y - from.y) / time;
    const kept = speed > 0 ? Math.min(Math.max(rise, 0), speed) : Math.max(Math.min(rise, 0), speed);
    this.velocity = { x: (x - from.x) / time, y: moved.grounded ? 0 : kept, z: (z - from.z) / time };
    this.grounded = moved.grounded;
    this.crushed = moved.crushed;
    this.hits = moved.hits;
    collider.setPose(moved.position, quaternion);
    object.position.set(x, y, z);
    object.parent?.worldToLocal(object.position);
  }

  jump(speed: number): boolean {
    checkLength(speed, "speed", 0, MOST);
    if (!this.grounded) return false;
    this.velocity = { ...this.velocity, y: speed };
    return true;
  }
}

/**
 * Makes an object a character: call its `step` in `useFrame`. It has a collider, which sensors and other objects notice, and is not in
 * its own way.
 *
 * @param ref of an Object3D
 * @returns the same character for every render
 * @throws as `useCollider`
 */
export function useCharacter(ref: RefObject<Object3D | null>, options: CharacterOptions): ObjectCharacter {
  const { skin, maxSlope, stepHeight, snapDistance, gravity, ...rest } = options;
  const shared = useShared("useCharacter");
  const collider = useCollider(ref, rest);
  const [walker] = useState(() => new Walker(shared, ref, collider, options));
  useEffect(() => {
    walker.options = options;
  });
  return walker;
}
