import { useFrame } from "@react-three/fiber";
import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import type { World } from "../src/api.js";
import { init } from "../src/index.js";
import type { SceneColliders } from "../three/index.js";
import { SharedWorld } from "./shared_world.js";

const Context = createContext<SharedWorld | null>(null);

let loading: Promise<void> | null = null;
let isLoaded = false;
let problem: { readonly cause: unknown } | null = null;

/** Suspends until the core is loaded. @throws what `init` has thrown; the next call tries again */
function awaitCore(): void {
  if (isLoaded) return;
  if (problem !== null) {
    const { cause } = problem;
    problem = null;
    loading = null;
    throw cause;
  }
  loading ??= init().then(
    () => {
      isLoaded = true;
    },
    (cause: unknown) => {
      problem = { cause };
    },
  );
  throw loading; // React waits for it
}

/** Properties of `<Collisions>`. */
export interface CollisionsProps {
  /** Components of the scene, which may use the hooks. */
  readonly children?: ReactNode;
}

/**
 * Holds a world for the components inside, within react-three-fiber's `<Canvas>`. At the start of each frame, before `useFrame` of
 * components, it takes the poses of all objects into the world, finds what touches, and calls the events of `useCollider`.
 *
 * Suspends until the core is loaded; an `init({ wasm })` of your own comes before the first render. The world is disposed of when this
 * component is unmounted.
 *
 * @throws HyperplaneError `load-failed`, for the nearest error boundary
 */
export function Collisions({ children }: CollisionsProps): ReactNode {
  awaitCore();
  const [shared] = useState(() => new SharedWorld());
  useEffect(() => shared.hold(), [shared]);
  useFrame(() => shared.step(), -1);
  return createElement(Context.Provider, { value: shared }, children);
}

/** @internal */
export function useShared(hook: string): SharedWorld {
  const shared = useContext(Context);
  if (shared === null) throw new Error(`${hook} needs <Collisions> around its component.`);
  return shared;
}

const subscribe = () => () => {};

/**
 * The colliders of the scene's objects: to add levels, instances and skeletons, and to ask which object a hit is on.
 *
 * @throws Error without `<Collisions>` around the component
 */
export function useSceneColliders(): SceneColliders {
  const shared = useShared("useSceneColliders");
  // React asks again when it shows a hidden tree, whose world is another.
  return useSyncExternalStore(subscribe, shared.colliders, shared.colliders);
}

/**
 * The world, for rays, overlaps and casts.
 *
 * @throws Error without `<Collisions>` around the component
 */
export function useWorld(): World {
  return useSceneColliders().world;
}
