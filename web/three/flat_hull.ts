/**
 * The convex hull of a flat point cloud in space: a polygon of its points.
 *
 * Source: Andrew, "Another Efficient Algorithm for Convex Hulls in Two Dimensions" (1979). The plane is that of a long
 * diagonal of the cloud and the point farthest from it. Points that rounding keeps from lying on an edge stay: they
 * bend it by their rounding.
 */

/**
 * Height of a cloud over its longest line, as a share of the line, below which it has no plane: as for hulls with a
 * volume.
 */
const FLAT = 2 ** -23;

type V = readonly [number, number, number];

const sub = (a: V, b: V): V => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: V, b: V) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: V, b: V): V => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/**
 * @param points x, y, z of each, in one plane but for rounding
 * @returns x, y, z of the corners in order; null for points on a line
 */
export function flatHull(points: Float64Array): Float64Array | null {
  const count = points.length / 3;
  const at = (i: number): V => points.subarray(3 * i, 3 * i + 3) as unknown as V;
  const farthest = (square: (point: V) => number) => {
    let best = 0;
    let most = -1;
    for (let i = 0; i < count; i++) {
      const value = square(at(i));
      if (value > most) {
        most = value;
        best = i;
      }
    }
    return at(best);
  };
  const from = (origin: V) => (point: V) => dot(sub(point, origin), sub(point, origin));
  const origin = farthest(from(at(0)));
  const u = sub(farthest(from(origin)), origin);
  const area = (point: V) => cross(u, sub(point, origin));
  const n = area(farthest((point) => dot(area(point), area(point))));
  if (!(Math.sqrt(dot(n, n)) > FLAT * dot(u, u))) return null;
  const v = cross(n, u);
  const flat = Array.from({ length: count }, (_, i) => {
    const offset = sub(at(i), origin);
    return { i, s: dot(offset, u) / Math.sqrt(dot(u, u)), t: dot(offset, v) / Math.sqrt(dot(v, v)) };
  }).sort((a, b) => a.s - b.s || a.t - b.t);
  const half = (ordered: typeof flat) => {
    const chain: typeof flat = [];
    for (const point of ordered) {
      for (; chain.length > 1; chain.pop()) {
        const [a, b] = chain.slice(-2) as [typeof point, typeof point];
        if ((b.s - a.s) * (point.t - a.t) > (b.t - a.t) * (point.s - a.s)) break;
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const outline = [...half(flat), ...half([...flat].reverse())];
  return Float64Array.from(outline.flatMap(({ i }) => [...at(i)]));
}
