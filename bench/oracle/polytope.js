/**
 * Signed distance of two convex polytopes, in 64 bits and with no cleverness: the judge of this package and of its peers.
 *
 * Overlap: the separating axis theorem over every face normal of both and every cross product of an edge of A and an edge
 * of B, with all vertices projected on each axis (Gottschalk, Lin, Manocha, "OBBTree", 1996, for boxes; Ericson,
 * "Real-Time Collision Detection", 2005, for polytopes). The least overlap is the penetration depth, since every face of
 * the Minkowski difference is a face of A, a face of B or spanned by an edge of each.
 *
 * Distance: the least over all vertices of one and all faces of the other, and over all edge pairs.
 *
 * For hulls with many edges the axes of the edge pairs are first sieved by the Gauss map: an edge pair spans a face of the
 * Minkowski difference only if the arcs of its edges' normals cross (Gregorius, "The Separating Axis Test between Convex
 * Polyhedra", 2013). The sieve keeps pairs that are within rounding of crossing.
 */

/**
 * @typedef {object} Polytope
 * @property {number[][]} vertices
 * @property {{ normal: number[], loop: number[] }[]} faces
 * @property {{ a: number, b: number, left: number, right: number }[]} edges
 */

/** In the shape's own frame. */
export function boxPolytope(width, height, depth) {
  const vertices = [];
  for (let i = 0; i < 8; ++i) {
    vertices.push([((i & 1) - 0.5) * width, (((i >> 1) & 1) - 0.5) * height, (((i >> 2) & 1) - 0.5) * depth]);
  }
  const loops = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return fromLoops(vertices, loops);
}

/**
 * The convex hull of a small cloud in general position, by trying every triple of points: it is a face when all others
 * lie on one side. Slow, and too simple to be wrong.
 */
export function hullPolytope(points) {
  const vertices = [];
  for (let i = 0; i < points.length; i += 3) vertices.push([points[i], points[i + 1], points[i + 2]]);
  const loops = [];
  for (let i = 0; i < vertices.length; ++i) {
    for (let j = i + 1; j < vertices.length; ++j) {
      for (let k = j + 1; k < vertices.length; ++k) {
        const normal = cross(subtract(vertices[j], vertices[i]), subtract(vertices[k], vertices[i]));
        const offset = dot(normal, vertices[i]);
        let above = false;
        let below = false;
        for (let m = 0; m < vertices.length && !(above && below); ++m) {
          if (m === i || m === j || m === k) continue;
          if (dot(normal, vertices[m]) > offset) above = true;
          else below = true;
        }
        if (!above) loops.push([i, j, k]);
        else if (!below) loops.push([i, k, j]);
      }
    }
  }
  return fromLoops(vertices, loops);
}

function fromLoops(vertices, loops) {
  const faces = loops.map((loop) => ({
    normal: normalise(
      cross(subtract(vertices[loop[1]], vertices[loop[0]]), subtract(vertices[loop[2]], vertices[loop[0]])),
    ),
    loop,
  }));
  const byKey = new Map();
  const edges = [];
  faces.forEach((face, index) => {
    face.loop.forEach((a, i) => {
      const b = face.loop[(i + 1) % face.loop.length];
      const twin = byKey.get(`${b},${a}`);
      if (twin) {
        twin.right = index;
      } else {
        const edge = { a, b, left: index, right: -1 };
        byKey.set(`${a},${b}`, edge);
        edges.push(edge);
      }
    });
  });
  if (vertices.length - edges.length + faces.length !== 2 || edges.some((edge) => edge.right < 0)) {
    throw new Error("the oracle's polytope is not closed: its points are not in general position");
  }
  return { vertices, faces, edges };
}

/** The polytope at a pose: x, y, z, qx, qy, qz, qw from `offset` on. */
export function placePolytope(polytope, poses, offset) {
  const rotation = rotationMatrix(poses[offset + 3], poses[offset + 4], poses[offset + 5], poses[offset + 6]);
  const position = [poses[offset], poses[offset + 1], poses[offset + 2]];
  return {
    vertices: polytope.vertices.map((v) => add(rotate(rotation, v), position)),
    faces: polytope.faces.map((face) => ({ normal: rotate(rotation, face.normal), loop: face.loop })),
    edges: polytope.edges,
  };
}

/**
 * Distance, negative when overlapping; and the normal from A to B where the distance comes from an axis, else null.
 *
 * @param {Polytope} a
 * @param {Polytope} b
 * @param {number[]} offsetB B is moved by this first
 */
export function polytopeDistance(a, b, offsetB = [0, 0, 0]) {
  const moved =
    offsetB[0] === 0 && offsetB[1] === 0 && offsetB[2] === 0
      ? b
      : { ...b, vertices: b.vertices.map((v) => add(v, offsetB)) };
  const axis = leastOverlap(a, moved);
  if (axis.overlap >= 0) return { distance: -axis.overlap, normal: axis.normal };
  return { distance: featureDistance(a, moved), normal: null };
}

/** Early out on the first axis that separates; used where only the sign and the depth matter. */
export function leastOverlap(a, b) {
  let best = { overlap: Infinity, normal: /** @type {number[] | null} */ (null) };
  const test = (axis) => {
    const [lowA, highA] = project(a.vertices, axis);
    const [lowB, highB] = project(b.vertices, axis);
    // B leaves along +axis once its low end is at A's high end, and along -axis the other way round.
    const forward = highA - lowB;
    const backward = highB - lowA;
    if (forward < best.overlap) best = { overlap: forward, normal: axis };
    if (backward < best.overlap) best = { overlap: backward, normal: scale(axis, -1) };
    return best.overlap < 0;
  };
  for (const face of a.faces) if (test(face.normal)) return best;
  for (const face of b.faces) if (test(face.normal)) return best;
  const sieve = a.edges.length * b.edges.length > 400;
  const edgesA = sieve ? a.edges : distinctDirections(a);
  const edgesB = sieve ? b.edges : distinctDirections(b);
  for (const edgeA of edgesA) {
    const alongA = subtract(a.vertices[edgeA.b], a.vertices[edgeA.a]);
    for (const edgeB of edgesB) {
      if (sieve && !arcsCross(a, edgeA, alongA, b, edgeB)) continue;
      const alongB = subtract(b.vertices[edgeB.b], b.vertices[edgeB.a]);
      const axis = cross(alongA, alongB);
      const square = dot(axis, axis);
      // Parallel edges span no face of the Minkowski difference.
      if (square <= 1e-20 * dot(alongA, alongA) * dot(alongB, alongB)) continue;
      if (test(scale(axis, 1 / Math.sqrt(square)))) return best;
    }
  }
  return best;
}

/** One edge for each direction (up to sign): enough where all vertices are projected anyway. */
function distinctDirections(polytope) {
  const kept = [];
  for (const edge of polytope.edges) {
    const along = normalise(subtract(polytope.vertices[edge.b], polytope.vertices[edge.a]));
    if (!kept.some((other) => 1 - Math.abs(dot(other.along, along)) < 1e-14)) kept.push({ ...edge, along });
  }
  return kept;
}

function arcsCross(a, edgeA, alongA, b, edgeB) {
  const slack = 1e-9;
  const p = a.faces[edgeA.left].normal;
  const q = a.faces[edgeA.right].normal;
  const r = scale(b.faces[edgeB.left].normal, -1);
  const s = scale(b.faces[edgeB.right].normal, -1);
  const alongB = subtract(b.vertices[edgeB.b], b.vertices[edgeB.a]);
  const rSide = dot(r, alongA);
  const sSide = dot(s, alongA);
  if (rSide * sSide > slack) return false;
  const pSide = dot(p, alongB);
  const qSide = dot(q, alongB);
  if (pSide * qSide > slack) return false;
  // On the same hemisphere: the arcs, and not an arc and the other's antipode, cross. The arc p-q lies in the plane
  // across alongA, so a crossing on p's side needs r and s to turn the same way round as p and q do.
  return rSide * qSide >= -slack || sSide * pSide >= -slack;
}

function featureDistance(a, b) {
  let least = Infinity;
  for (const v of a.vertices) for (const face of b.faces) least = Math.min(least, pointFaceSquare(v, face, b.vertices));
  for (const v of b.vertices) for (const face of a.faces) least = Math.min(least, pointFaceSquare(v, face, a.vertices));
  for (const edgeA of a.edges) {
    for (const edgeB of b.edges) {
      least = Math.min(
        least,
        segmentsSquare(a.vertices[edgeA.a], a.vertices[edgeA.b], b.vertices[edgeB.a], b.vertices[edgeB.b]),
      );
    }
  }
  return Math.sqrt(least);
}

/** Squared distance from a point to a face's inside; Infinity where the point is not above the inside (an edge pair has it). */
function pointFaceSquare(point, face, vertices) {
  const { normal, loop } = face;
  const height = dot(normal, subtract(point, vertices[loop[0]]));
  if (height < 0) return Infinity;
  for (let i = 0; i < loop.length; ++i) {
    const from = vertices[loop[i]];
    const to = vertices[loop[(i + 1) % loop.length]];
    if (dot(cross(subtract(to, from), subtract(point, from)), normal) < 0) return Infinity;
  }
  return height * height;
}

/** Squared distance of the segments p-q and r-s (Ericson, "Real-Time Collision Detection", 2005, 5.1.9). */
export function segmentsSquare(p, q, r, s) {
  const u = subtract(q, p);
  const v = subtract(s, r);
  const w = subtract(p, r);
  const uu = dot(u, u);
  const vv = dot(v, v);
  const uv = dot(u, v);
  const uw = dot(u, w);
  const vw = dot(v, w);
  const denominator = uu * vv - uv * uv;
  let along = denominator > 1e-14 * uu * vv ? clamp((uv * vw - uw * vv) / denominator) : 0;
  let other = (uv * along + vw) / vv;
  if (other < 0) {
    other = 0;
    along = clamp(-uw / uu);
  } else if (other > 1) {
    other = 1;
    along = clamp((uv - uw) / uu);
  }
  const gap = subtract(add(w, scale(u, along)), scale(v, other));
  return dot(gap, gap);
}

function clamp(t) {
  return t < 0 ? 0 : t > 1 ? 1 : t;
}

function project(vertices, axis) {
  let low = Infinity;
  let high = -Infinity;
  for (const v of vertices) {
    const t = v[0] * axis[0] + v[1] * axis[1] + v[2] * axis[2];
    if (t < low) low = t;
    if (t > high) high = t;
  }
  return [low, high];
}

/** Row by row; any non-zero quaternion. */
export function rotationMatrix(x, y, z, w) {
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
    [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
    [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)],
  ];
}

export function rotate(m, v) {
  return [dot(m[0], v), dot(m[1], v), dot(m[2], v)];
}
export function add(a, b) {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
export function subtract(a, b) {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
export function scale(a, s) {
  return [a[0] * s, a[1] * s, a[2] * s];
}
export function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
export function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
export function normalise(a) {
  return scale(a, 1 / Math.sqrt(dot(a, a)));
}
