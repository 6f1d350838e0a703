import { type RefObject, useEffect, useRef } from "react";
import type { Object3D } from "three";
import type { Collider, Shape, Vec3 } from "../src/api.js";
import type { ObjectColliderOptions } from "../three/index.js";
import { useShared } from "./collisions.js";
import type { SharedWorld } from "./shared_world.js";

/** A contact as one of its objects sees it. */
export interface ObjectContact {
  /** The other object; null for a collider that was added without one. */
  readonly object: Object3D | null;
  /** The collider of the other object. */
  readonly collider: Collider;
  /** Unit length, world space, from the other object towards this one. */
  readonly normal: Vec3;
  /** In metres; 0 when they only touch. */
  readonly depth: number;
}

/** Callbacks of `useCollider`. They may change state, move, add and remove anything. Those of the last render are called. */
export interface ColliderEvents {
  /** Another object begins to touch this one. `object` is null for a collider that was added without an object. */
  readonly onEnter?: (object: Object3D | null, collider: Collider) => void;
  /** It touches no longer, or has been removed. */
  readonly onLeave?: (object: Object3D | null, collider: Collider) => void;
  /**
   * Called in each frame in which solid objects touch this one, before `useFrame` of components.
   *
   * @param out the translation, in world space, that takes this object out of all of them at once
   */
  readonly onContacts?: (contacts: readonly ObjectContact[], out: Vec3) => void;
}

/** Options of `useCollider`: what `SceneColliders.add` takes, and callbacks. */
export interface UseColliderOptions extends Omit<ObjectColliderOptions, "shape">, ColliderEvents {
  /**
   * Makes a shape in place of the fitted one, in the object's frame; the object's scale does not apply to it. Called when the
   * collider is added; the shape is disposed of when it is removed. Default: a shape fitted to the meshes, a box unless `fit` says another.
   */
  readonly shape?: () => Shape;
}

/**
 * Makes an object a collider while its component is mounted. A change of an option adds it anew, but for `shape`,
 * `userData` and the callbacks.
 *
 * @param ref of an Object3D: a mesh, or a group whose meshes make one collider
 * @returns a ref to the collider, null while there is none
 * @throws Error without `<Collisions>` around the component, or if the ref has no object; HyperplaneError as `SceneColliders.add`
 */
export function useCollider(
  ref: RefObject<Object3D | null>,
  options: UseColliderOptions = {},
): RefObject<Collider | null> {
  const shared = useShared("useCollider");
  const collider = useRef<Collider | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { onEnter, onLeave, onContacts, shape: _, userData, ...rest } = options;
  const key = JSON.stringify(rest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the options
  useEffect(() => {
    const object = ref.current;
    if (object === null) throw new Error("useCollider: the ref has no object. Give it to a mesh or a group.");
    const shape = latest.current.shape?.() ?? null;
    const added = addCollider(shared, object, shape, latest);
    collider.current = added;
    const call = () => callContacts(shared, added, latest.current);
    shared.afterUpdate.add(call);
    return () => {
      shared.afterUpdate.delete(call);
      shared.colliders().remove(object);
      shape?.dispose();
      collider.current = null;
    };
  }, [shared, ref, key]);
  return collider;
}

function addCollider(
  shared: SharedWorld,
  object: Object3D,
  shape: Shape | null,
  latest: RefObject<UseColliderOptions>,
): Collider {
  const { onEnter, onLeave, onContacts, shape: _, ...rest } = latest.current;
  const collider = shared.colliders().add(object, shape === null ? rest : { ...rest, shape });
  shared.name(collider, object);
  collider.on("began", (other) => latest.current.onEnter?.(shared.objectOf(other), other));
  collider.on("ended", (other) => latest.current.onLeave?.(shared.objectOf(other), other));
  return collider;
}

function callContacts(shared: SharedWorld, collider: Collider, { onContacts }: ColliderEvents): void {
  if (onContacts === undefined || collider.removed) return;
  const { world } = shared.colliders();
  const contacts = world.contactsOf(collider);
  if (contacts.length === 0) return;
  onContacts(
    contacts.map(({ a, b, normal: { x, y, z }, depth }) => {
      const [other, sign] = a === collider ? [b, -1] : [a, 1];
      return {
        object: shared.objectOf(other),
        collider: other,
        normal: { x: sign * x, y: sign * y, z: sign * z },
        depth,
      };
    }),
    world.separation(collider),
  );
}
