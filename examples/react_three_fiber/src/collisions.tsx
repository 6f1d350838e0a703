/** Collisions for react-three-fiber, to be copied: <Collisions>, useCollider, useWorld, useContacts. */

import { useFrame } from "@react-three/fiber";
import { type Collider, init, type Shape, type Vec3, World } from "hyperplane";
import { createContext, type ReactNode, type RefObject, use, useContext, useEffect, useRef, useState } from "react";
import { type Object3D, Quaternion, Vector3 } from "three";

export interface ColliderProps {
  /** Never moves. Default: false. */
  static?: boolean;
  /** Tells of touching, and blocks nothing. Default: false. */
  sensor?: boolean;
  /** Another object begins to touch this one, or ends. */
  onEnter?: (other: Object3D) => void;
  onLeave?: (other: Object3D) => void;
}

interface Entry {
  object: Object3D;
  collider: Collider;
  props: RefObject<ColliderProps>;
}

interface Collisions {
  world: World;
  entries: Map<Object3D, Entry>;
}

const Context = createContext<Collisions | null>(null);
const ready = init();

/**
 * Holds a world for what is inside. At the start of each frame it takes the poses of all objects and finds what touches, before
 * any `useFrame` of priority 0. Suspends until hyperplane is loaded.
 */
export function Collisions({ children }: { children: ReactNode }) {
  use(ready);
  // The garbage collector frees it: an effect that disposed of it would run twice in strict mode.
  const [value] = useState<Collisions>(() => ({ world: new World(), entries: new Map() }));
  useFrame(() => {
    const { world, entries } = value;
    for (const { object, collider } of entries.values()) {
      if (!collider.static) collider.setPose(...poseOf(object));
    }
    world.update();
    const call = (pairs: World["began"], name: "onEnter" | "onLeave") => {
      // Copies, since a callback may remove objects.
      for (const { a, b } of [...pairs].map(({ a, b }) => ({ a, b }))) {
        const [first, second] = [a.userData as Entry, b.userData as Entry];
        first.props.current[name]?.(second.object);
        second.props.current[name]?.(first.object);
      }
    };
    call(world.began, "onEnter");
    call(world.ended, "onLeave");
  }, -1);
  return <Context value={value}>{children}</Context>;
}

function useCollisions(): Collisions {
  const value = useContext(Context);
  if (!value) throw new Error("This hook needs <Collisions> around its component.");
  return value;
}

/** The world, for rays, overlaps and casts. */
export const useWorld = (): World => useCollisions().world;

/**
 * Makes an object a collider while it is mounted.
 * @param makeShape called once
 * @returns a ref for the object
 */
export function useCollider<T extends Object3D>(
  makeShape: () => Shape,
  props: ColliderProps = {},
): RefObject<T | null> {
  const { world, entries } = useCollisions();
  const ref = useRef<T>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: shape and flags are those of the first time
  useEffect(() => {
    const object = ref.current;
    if (!object) throw new Error("useCollider: the ref was given to no object.");
    const [position, quaternion] = poseOf(object);
    const { static: isStatic = false, sensor = false } = props;
    const shape = makeShape();
    const collider = world.add({ shape, position, quaternion, static: isStatic, sensor });
    shape.dispose(); // the collider holds it
    const entry: Entry = { object, collider, props: latest };
    collider.userData = entry;
    entries.set(object, entry);
    return () => {
      entries.delete(object);
      world.remove(collider);
    };
  }, [world, entries]);
  return ref;
}

/**
 * Each frame, all that an object touches.
 * @param onContacts gets them with the translation that takes the object out of all of them at once
 */
export function useContacts(
  ref: RefObject<Object3D | null>,
  onContacts: (contacts: { object: Object3D; normal: Vec3; depth: number }[], out: Vec3) => void,
): void {
  const { world, entries } = useCollisions();
  useFrame(() => {
    const collider = ref.current && entries.get(ref.current)?.collider;
    if (!collider) return;
    const contacts = world.contacts.toArray().filter(({ a, b }) => a === collider || b === collider);
    if (contacts.length === 0) return;
    onContacts(
      contacts.map(({ a, b, normal: { x, y, z }, depth }) => ({
        object: ((a === collider ? b : a).userData as Entry).object,
        // Towards the object.
        normal: a === collider ? { x: -x, y: -y, z: -z } : { x, y, z },
        depth,
      })),
      world.separation(collider),
    );
  });
}

const poseOf = (object: Object3D): [Vector3, Quaternion] => [
  object.getWorldPosition(new Vector3()),
  object.getWorldQuaternion(new Quaternion()),
];
