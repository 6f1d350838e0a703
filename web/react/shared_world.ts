import type { Object3D } from "three";
import { type Collider, World } from "../src/api.js";
import { SceneColliders } from "../three/index.js";

/**
 * The world of a `<Collisions>`, made when it is first asked for. Effects `hold` it and `release` it. It is disposed of a microtask after
 * the last release, for strict mode and hot reloads release and hold in one go, and deleted trees release parents before children.
 */
export class SharedWorld {
  /** Called after each update, before `useFrame` of components. */
  readonly afterUpdate = new Set<() => void>();
  #colliders: SceneColliders | null = null;
  #holders = 0;
  /** Also of colliders that have been removed, for the events that tell of it. */
  readonly #objects = new WeakMap<Collider, Object3D>();

  /** A bound function: React compares what it returns. */
  readonly colliders = (): SceneColliders => {
    this.#colliders ??= new SceneColliders(new World());
    return this.#colliders;
  };

  readonly hold = (): (() => void) => {
    this.#holders++;
    return () => {
      this.#holders--;
      queueMicrotask(() => {
        if (this.#holders > 0) return;
        this.#colliders?.world.dispose();
        this.#colliders?.dispose();
        this.#colliders = null;
      });
    };
  };

  step(): void {
    const { world } = this.colliders();
    this.colliders().pull();
    world.update();
    for (const call of [...this.afterUpdate]) call();
  }

  name(collider: Collider, object: Object3D): void {
    this.#objects.set(collider, object);
  }

  /** The object of a collider, or null where it was added without one. */
  objectOf(collider: Collider): Object3D | null {
    return this.#objects.get(collider) ?? this.#colliders?.ownerOf(collider)?.object ?? null;
  }
}
