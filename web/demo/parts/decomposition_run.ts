/** The state of the topic "Convex decomposition": a model, its parts, and balls that fall on them. */

import { type Collider, Compound, type CompoundPart, ConvexHull, World } from "hyperplane";
import { type Decomposition, decompose, type PartShape } from "hyperplane/decompose";
import { Box3, type BufferGeometry, Vector3 } from "three";
import type { ShownPart } from "../scene/parts_view.js";
import { BallRain } from "./ball_rain.js";
import { shapeOfPart } from "./part_shapes.js";

export interface DecompositionChoice {
  readonly maxParts: number;
  /** Share of the diagonal. */
  readonly maxError: number;
  readonly primitives: boolean;
}

export interface DecompositionResult extends Pick<Decomposition, "error" | "complete"> {
  readonly parts: readonly ShownPart[];
  readonly milliseconds: number;
}

export const stepSeconds = 1 / 60;
const layers = { model: 1, balls: 2 } as const;
const ballCount = 120;

export class DecompositionRun {
  readonly world = new World();
  readonly rain = new BallRain(this.world, layers.balls, null, () => this);
  readonly bounds = new Box3();
  triangleCount = 0;
  result: DecompositionResult | null = null;
  /** What went wrong, in words. */
  failure: string | null = null;
  private vertices: ArrayLike<number> = [];
  private indices: ArrayLike<number> | null = null;
  private controller: AbortController | null = null;
  private collider: Collider | null = null;

  /** Takes the triangles of a geometry, which stays the caller's. */
  setModel(geometry: BufferGeometry): void {
    this.stop();
    this.vertices = geometry.getAttribute("position").array;
    this.indices = geometry.index?.array ?? null;
    this.triangleCount = (this.indices?.length ?? this.vertices.length / 3) / 3;
    this.bounds.setFromArray(this.vertices);
  }

  /** Where balls fall, for BallRain. */
  get reach(): { readonly x: readonly [number, number]; readonly z: readonly [number, number] } {
    const { min, max } = this.bounds;
    return { x: [min.x - 1, max.x + 1], z: [min.z - 1, max.z + 1] };
  }

  get lowest(): number {
    return this.bounds.min.y - 4;
  }

  /**
   * Decomposes the model anew, and forgets a decomposition that is under way.
   *
   * @param onProgress the share that is done
   * @param onEnd the result or the failure is there
   */
  start(
    { maxParts, maxError, primitives }: DecompositionChoice,
    onProgress: (share: number) => void,
    onEnd: () => void,
  ) {
    this.stop();
    const controller = new AbortController();
    this.controller = controller;
    const begin = performance.now();
    const { signal } = controller;
    decompose(this.vertices, this.indices, { maxParts, maxError, primitives, signal, onProgress }).then(
      (found) => {
        if (signal.aborted) return;
        this.take(found, performance.now() - begin);
        onEnd();
      },
      (error: unknown) => {
        if (signal.aborted) return;
        this.failure = error instanceof Error ? error.message : String(error);
        onEnd();
      },
    );
  }

  /** Ends a decomposition that is under way, and takes the parts and balls away. */
  stop(): void {
    this.controller?.abort();
    this.controller = null;
    this.result = null;
    this.failure = null;
    this.rain.clear();
    if (this.collider) this.world.remove(this.collider);
    this.collider = null;
    this.world.update();
  }

  private take({ parts, shapes, error, complete }: Decomposition, milliseconds: number): void {
    const shown: ShownPart[] = [];
    const list: CompoundPart[] = [];
    for (const [i, part] of parts.entries()) {
      const hull = new ConvexHull(part);
      const shape: PartShape | null = shapes[i] ?? null;
      shown.push({ vertices: hull.vertices, faces: hull.faces, shape });
      if (shape === null) {
        list.push({ shape: hull });
        continue;
      }
      hull.dispose();
      list.push({ shape: shapeOfPart(shape), position: shape.position, quaternion: shape.quaternion });
    }
    const compound = new Compound(list);
    for (const { shape } of list) shape.dispose();
    this.collider = this.world.add({ shape: compound, static: true, layer: layers.model });
    // The world holds the shape.
    compound.dispose();
    this.result = { parts: shown, error, complete, milliseconds };
  }

  dropBalls(): void {
    const { min, max } = this.bounds;
    const middle = this.bounds.getCenter(new Vector3()).setY(max.y);
    const reach = 0.5 * Math.max(max.x - min.x, max.z - min.z);
    this.rain.drop(ballCount, middle, { reach, above: 1, height: 7 });
  }

  /** One sixtieth of a second. */
  step(): void {
    this.rain.fall(stepSeconds);
    this.world.update();
    this.rain.collide();
  }

  dispose(): void {
    this.stop();
    this.world.dispose();
    this.rain.dispose();
  }
}
