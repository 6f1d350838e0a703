/**
 * The signed distance of two boxes, slowly and in double precision, from their corners alone: separated, the least over
 * all corner-box and edge-edge distances; overlapping, the least translation along any face normal or cross product of
 * two edges, where the extents along it come from projecting all sixteen corners. It shares no code and no formula for
 * extents with the core.
 */

type V = readonly [number, number, number];

export interface PlacedBox {
  readonly size: V;
  readonly position: V;
  /** Unit length. */
  readonly quaternion: readonly [number, number, number, number];
}

const add = (a: V, b: V): V => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a: V, b: V): V => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const mul = (a: V, s: number): V => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a: V, b: V): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: V, b: V): V => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length = (a: V): number => Math.hypot(...a);
const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);

/** Where the rotation takes the three axes. */
function axesOf({ quaternion: [x, y, z, w] }: PlacedBox): [V, V, V] {
  return [
    [w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z],
  ];
}

/** Corner i lies towards +x, +y, +z where bits 0, 1, 2 of i are set. */
export function corners(box: PlacedBox): V[] {
  const axes = axesOf(box);
  return Array.from({ length: 8 }, (_, i) =>
    axes.reduce<V>(
      (p, axis, k) => add(p, mul(axis, (i & (1 << k) ? 0.5 : -0.5) * (box.size[k] as number))),
      box.position,
    ),
  );
}

function edges(points: readonly V[]): [V, V][] {
  const result: [V, V][] = [];
  for (let i = 0; i < 8; i++) {
    for (const bit of [1, 2, 4]) if (!(i & bit)) result.push([points[i] as V, points[i | bit] as V]);
  }
  return result;
}

export function pointBoxDistance(point: V, box: PlacedBox): number {
  const axes = axesOf(box);
  const offset = sub(point, box.position);
  const local = axes.map((axis) => dot(axis, offset));
  return Math.hypot(...local.map((x, k) => x - clamp(x, -(box.size[k] as number) / 2, (box.size[k] as number) / 2)));
}

function segmentDistance([p, q]: [V, V], [r, s]: [V, V]): number {
  const u = sub(q, p);
  const v = sub(s, r);
  const w = sub(p, r);
  const [uu, uv, vv, uw, vw] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)];
  const determinant = uu * vv - uv * uv;
  const candidates: [number, number][] = [];
  if (determinant > 1e-12 * uu * vv) {
    const a = (uv * vw - vv * uw) / determinant;
    const b = (uu * vw - uv * uw) / determinant;
    if (a >= 0 && a <= 1 && b >= 0 && b <= 1) candidates.push([a, b]);
  }
  for (const a of [0, 1]) candidates.push([a, clamp((vw + a * uv) / vv, 0, 1)]);
  for (const b of [0, 1]) candidates.push([clamp((b * uv - uw) / uu, 0, 1), b]);
  return Math.min(...candidates.map(([a, b]) => length(sub(add(w, mul(u, a)), mul(v, b)))));
}

function project(points: readonly V[], axis: V): [number, number] {
  const values = points.map((p) => dot(p, axis));
  return [Math.min(...values), Math.max(...values)];
}

/** Negative when they overlap. */
export function boxBoxDistance(a: PlacedBox, b: PlacedBox): number {
  // Near A, so that a pair far from the origin loses nothing.
  const near = { ...a, position: [0, 0, 0] as const };
  const far = { ...b, position: sub(b.position, a.position) };
  const cornersA = corners(near);
  const cornersB = corners(far);
  const axesA = axesOf(near);
  const axesB = axesOf(far);
  const crosses = axesA.flatMap((u) => axesB.map((v) => cross(u, v))).filter((c) => length(c) > 1e-9);
  let least = Number.POSITIVE_INFINITY;
  for (const axis of [...axesA, ...axesB, ...crosses.map((c) => mul(c, 1 / length(c)))]) {
    const [minA, maxA] = project(cornersA, axis);
    const [minB, maxB] = project(cornersB, axis);
    least = Math.min(least, maxA - minB, maxB - minA);
  }
  if (least >= 0) return -least;
  const edgesB = edges(cornersB);
  return Math.min(
    ...cornersA.map((p) => pointBoxDistance(p, far)),
    ...cornersB.map((p) => pointBoxDistance(p, near)),
    ...edges(cornersA).flatMap((e) => edgesB.map((f) => segmentDistance(e, f))),
  );
}

/** The larger of the two diameters, to which accuracy is relative. */
export function sizeOf(a: PlacedBox, b: PlacedBox): number {
  return Math.max(Math.hypot(...a.size), Math.hypot(...b.size));
}
