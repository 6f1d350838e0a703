import { type Calls, records, SHAPE_NUMBERS, ShapeType, START } from "../src/generated/hyperplane-decompose.js";
import { CALL_FAILED } from "../src/records.js";
import { WasmModule } from "../src/wasm_module.js";

export { MAX_PARTS, MAX_TRIANGLES } from "../src/generated/hyperplane-decompose.js";

/** What to decompose, checked. */
export interface DecomposeTask {
  readonly vertices: Float64Array<ArrayBuffer>;
  /** Null: vertices in turn. */
  readonly indices: Uint32Array<ArrayBuffer> | null;
  readonly maxParts: number;
  readonly maxError: number;
  readonly maxVertices: number;
  readonly primitives: boolean;
}

/**
 * A shape in place of a part: what `new Box`, `new Sphere`, `new Capsule` or `new Cylinder` takes, in metres, and the pose that
 * `new Compound` takes. Capsules and cylinders lie along their Y.
 */
export type PartShape = {
  /** x, y, z. */
  readonly position: readonly [number, number, number];
  /** x, y, z, w. */
  readonly quaternion: readonly [number, number, number, number];
} & (
  | { readonly type: "sphere"; readonly radius: number }
  | { readonly type: "box"; readonly width: number; readonly height: number; readonly depth: number }
  | { readonly type: "capsule" | "cylinder"; readonly radius: number; readonly height: number }
);

export interface DecomposeResult {
  readonly parts: Float64Array<ArrayBuffer>[];
  readonly shapes: (PartShape | null)[];
  readonly error: number;
}

/** Beginning of every message. */
export const SUBJECT = "decompose: ";

/** Work of one call of the module: a few milliseconds, so that a slice ends close to its time. */
const WORK = 2000;

/** A decomposition in an instance of the module that is its own: its memory goes with it. */
export class DecomposeRun extends WasmModule<Calls> {
  constructor() {
    super({ ...records, input: 0, inputCount: 0 }, START);
  }

  /** Copies the model into the module. @throws HyperplaneError */
  load({ vertices, indices, maxParts, maxError, maxVertices, primitives }: DecomposeTask): void {
    this.giveNumbers(vertices, SUBJECT, indices ?? []);
    const answer = this.core.start(indices?.length ?? 0, maxParts, maxError, maxVertices, primitives);
    if (answer === CALL_FAILED) throw this.faultError(SUBJECT);
  }

  /** Works for about that long. @returns the share that is done: 1 at the end. @throws HyperplaneError */
  advance(milliseconds: number): number {
    const end = performance.now() + milliseconds;
    for (;;) {
      const share = this.core.advance(WORK);
      if (share < 0) throw this.faultError(SUBJECT);
      if (share === 1 || performance.now() >= end) return share;
    }
  }

  /** The result, when `advance` has returned 1. @throws HyperplaneError `out-of-memory` */
  finish(): DecomposeResult {
    const count = this.core.finish();
    if (count === CALL_FAILED) throw this.faultError(SUBJECT);
    const numbers = this.takeNumbers();
    const parts: Float64Array<ArrayBuffer>[] = [];
    const shapes = Array.from({ length: count }, (_, i) => readShape(numbers, 1 + count + SHAPE_NUMBERS * i));
    let at = 1 + (1 + SHAPE_NUMBERS) * count;
    for (let i = 1; i <= count; i++) {
      const size = 3 * (numbers[i] as number);
      // + 0 turns -0 into 0.
      parts.push(Float64Array.from(numbers.subarray(at, at + size), (coordinate) => coordinate + 0));
      at += size;
    }
    return { parts, shapes, error: numbers[0] as number };
  }
}

/** A shape in the list: its type, three parameters, x, y, z and the quaternion. */
function readShape(numbers: Float64Array, at: number): PartShape | null {
  // + 0 turns -0 into 0.
  const [type, a, b, c, x, y, z, qx, qy, qz, qw] = Array.from(
    numbers.subarray(at, at + SHAPE_NUMBERS),
    (number) => number + 0,
  ) as [number, number, number, number, number, number, number, number, number, number, number];
  const pose = { position: [x, y, z], quaternion: [qx, qy, qz, qw] } as const;
  if (type === ShapeType.sphere) return { type: "sphere", radius: a, ...pose };
  if (type === ShapeType.box) return { type: "box", width: a, height: b, depth: c, ...pose };
  if (type === ShapeType.capsule) return { type: "capsule", radius: a, height: b, ...pose };
  if (type === ShapeType.cylinder) return { type: "cylinder", radius: a, height: b, ...pose };
  return null;
}
