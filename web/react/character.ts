import { type RefObject, useEffect, useState } from "react";
import { type Object3D, Vector3 } from "three";
import { Character, type CharacterHit, type Collider, type MoverOptions, type Shape, type Vec3 } from "../src/api.js";
import { checkLength } from "../src/options.js";
import { type ColliderEvents, type UseColliderOptions, useCollider } from "./collider.js";
import { useShared } from "./collisions.js";
import type { SharedWorld } from "./shared_world.js";

/** Limits of a walk. */
type Limits = Pick<MoverOptions, "skin" | "maxSlope" | "stepHeight" | "snapDistance" | "minTread">;

/** Options of `useCharacter`. All but `shape` may change from render to render. */
export interface CharacterOptions extends Limits, ColliderEvents, Pick<UseColliderOptions, "layer" | "userData"> {
  /** Makes the body's shape when the component is mounted. The object's scale does not apply to it. */
  readonly shape: () => Shape;
  /** In m/s^2, along -Y. Default: 9.81. */
  readonly gravity?: number;
  /** Layers that block and touch the character, a 32-bit set. Default: all. Sensors only touch. */
  readonly mask?: number;
}

/** An object that walks, falls, jumps, slides along walls and rides on platforms: a `Character`. Up is +Y. */
export interface ObjectCharacter {
  /**
   * Moves the object by one step. To teleport it, set the object's position.
   *
   * @param seconds as `useFrame` gives them; more than 0.1 s count as 0.1
   * @param walk wanted velocity relative to the ground, in m/s, in world space; y is ignored
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
  /** Of the last step, in m/s; that of the ground which carries it included. */
  readonly velocity: Readonly<Vec3>;
  /** Whether it stands on walkable ground. */
  readonly grounded: boolean;
  /** Whether it is pressed from opposite sides, without room. */
  readonly crushed: boolean;
  /** What it met in the last step. */
  readonly hits: readonly CharacterHit<Collider, Vec3>[];
}

/** What a `Character` is made with, but its body and place. */
type Settings = Limits & Pick<CharacterOptions, "mask" | "gravity">;

/** The options that are given and a `Character` knows. */
const settingsOf = ({
  skin,
  maxSlope,
  stepHeight,
  snapDistance,
  minTread,
  mask,
  gravity,
}: CharacterOptions): Settings =>
  Object.fromEntries(
    Object.entries({ skin, maxSlope, stepHeight, snapDistance, minTread, mask, gravity }).filter(
      ([, value]) => value !== undefined,
    ),
  );

/** A frame that took longer counts as this, in seconds. */
const LONGEST_STEP = 0.1;

/** Of speeds, in m/s. */
const MOST = 1e6;
/** Share of the distance from the origin by which the object may be off the character: roundings of its parent's matrix. */
const SAME_PLACE = 1e-9;

const STILL: Vec3 = { x: 0, y: 0, z: 0 };

class Walker implements ObjectCharacter {
  readonly #ref: RefObject<Object3D | null>;
  readonly #collider: RefObject<Collider | null>;
  readonly #position = new Vector3();
  readonly #shared: SharedWorld;
  #character: Character | null = null;
  /** What the character was made with. */
  #made: { readonly settings: Settings; readonly collider: Collider; readonly shape: Shape } | null = null;
  /** Of the last render; another object if they have changed. */
  #settings: Settings;

  constructor(
    shared: SharedWorld,
    ref: RefObject<Object3D | null>,
    collider: RefObject<Collider | null>,
    options: CharacterOptions,
  ) {
    this.#shared = shared;
    this.#ref = ref;
    this.#collider = collider;
    this.#settings = settingsOf(options);
  }

  /** @param options of a render */
  change(options: CharacterOptions): void {
    const settings = settingsOf(options);
    if (JSON.stringify(settings) !== JSON.stringify(this.#settings)) this.#settings = settings;
  }

  get velocity(): Readonly<Vec3> {
    return this.#character?.velocity ?? STILL;
  }

  get grounded(): boolean {
    return this.#character?.grounded ?? false;
  }

  get crushed(): boolean {
    return this.#character?.crushed ?? false;
  }

  get hits(): readonly CharacterHit<Collider, Vec3>[] {
    return this.#character?.hits ?? [];
  }

  step(seconds: number, walk: Vec3): void {
    checkLength(seconds, "seconds", 0, Number.MAX_VALUE);
    const [object, collider] = [this.#ref.current, this.#collider.current];
    if (object === null || collider === null || seconds === 0) return;
    const from = object.getWorldPosition(this.#position);
    const character = this.#characterOf(collider, from);
    const { x, y, z } = character.position;
    if (Math.hypot(from.x - x, from.y - y, from.z - z) > SAME_PLACE * (1 + from.length())) {
      const { velocity } = character;
      character.position = from;
      character.velocity = velocity;
    }
    character.step(Math.min(seconds, LONGEST_STEP), walk);
    object.position.copy(character.position);
    object.parent?.worldToLocal(object.position);
  }

  jump(speed: number): boolean {
    checkLength(speed, "speed", 0, MOST);
    return this.#character?.jump(speed) ?? false;
  }

  /** The character with the options of the last render: another one with the state of the former if they have changed. */
  #characterOf(collider: Collider, position: Vec3): Character {
    const [former, made, settings, { shape }] = [this.#character, this.#made, this.#settings, collider];
    if (made?.settings === settings && made.collider === collider && made.shape === shape) return former as Character;
    const { world } = this.#shared.colliders();
    const character = new Character(world, { ...settings, shape, position, collider });
    if (former !== null && made?.collider === collider) character.restore(former.save());
    this.#made = { settings, collider, shape };
    this.#character = character;
    return character;
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
  const { skin, maxSlope, stepHeight, snapDistance, minTread, gravity, ...rest } = options;
  const shared = useShared("useCharacter");
  const collider = useCollider(ref, rest);
  const [walker] = useState(() => new Walker(shared, ref, collider, options));
  useEffect(() => {
    walker.change(options);
  });
  return walker;
}
