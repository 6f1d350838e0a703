import { CALL_FAILED, limits, Status } from "../src/records.js";
import { type CommonCalls, commonCalls, WasmModule } from "../src/wasm_module.js";

/** The calls of the module hyperplane-decompose, as cpp/bindings/decompose defines them. */
interface DecomposeCalls extends CommonCalls {
  start(indexCount: number, maxParts: number, maxError: number, maxVertices: number, primitives: boolean): number;
  advance(work: number): number;
  finish(): number;
}

/** The module's records, and the limits that both sides state, in its order. */
const layout = { size: 24, fault: 0, report: 16 } as const;
export const MAX_PARTS = 4096;
export const MAX_TRIANGLES = 2 ** 24;

/** Types of shapes as the core numbers them. */
const shapeTypes = { sphere: 0, box: 1, capsule: 2, cylinder: 3, hull: 6 } as const;

const recordNumbers: readonly number[] = [
  ...Object.values(layout),
  CALL_FAILED,
  limits.shapeMax,
  MAX_PARTS,
  MAX_TRIANGLES,
  ...Object.values<number>(shapeTypes),
  ...Object.values<number>(Status),
];

const calls: { readonly [Name in keyof DecomposeCalls]: true } = {
  ...commonCalls,
  start: true,
  advance: true,
  finish: true,
};

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
export class DecomposeRun extends WasmModule<DecomposeCalls> {
  constructor() {
    super({ records: { ...layout, input: 0, inputCount: 0 }, recordNumbers, calls });
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

/** Of a shape in the list: its type, three parameters, x, y, z and the quaternion. */
const SHAPE_NUMBERS = 11;

function readShape(numbers: Float64Array, at: number): PartShape | null {
  // + 0 turns -0 into 0.
  const [type, a, b, c, x, y, z, qx, qy, qz, qw] = Array.from(
    numbers.subarray(at, at + SHAPE_NUMBERS),
    (number) => number + 0,
  ) as [number, number, number, number, number, number, number, number, number, number, number];
  const pose = { position: [x, y, z], quaternion: [qx, qy, qz, qw] } as const;
  if (type === shapeTypes.sphere) return { type: "sphere", radius: a, ...pose };
  if (type === shapeTypes.box) return { type: "box", width: a, height: b, depth: c, ...pose };
  if (type === shapeTypes.capsule) return { type: "capsule", radius: a, height: b, ...pose };
  if (type === shapeTypes.cylinder) return { type: "cylinder", radius: a, height: b, ...pose };
  return null;
}
