/** Looks at a finished convex hull: is every point inside of it? */

/**
 * @param planes outward normal (any length) and offset of each face: inside where n . x <= offset
 * @param slack as a share of the cloud's size
 * @returns how many of the points are outside by more than that
 */
export function pointsOutside(points, planes, slack = 1e-5) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of points) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const tolerance = slack * (high - low);
  const unit = planes.map(([x, y, z, offset]) => {
    const length = Math.hypot(x, y, z);
    return [x / length, y / length, z / length, offset / length + tolerance];
  });
  let outside = 0;
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    if (unit.some((plane) => plane[0] * x + plane[1] * y + plane[2] * z > plane[3])) ++outside;
  }
  return outside;
}

/**
 * The planes of faces that are given as loops of vertex indices. Newell's normal (Sutherland, Sproull, Schumacker, "A
 * Characterization of Ten Hidden-Surface Algorithms", 1974) holds for polygons of any number of corners.
 *
 * @param coordinate (vertex, axis) => number
 */
export function planesOfLoops(loops, coordinate) {
  return loops.map((loop) => {
    const normal = [0, 0, 0];
    const centre = [0, 0, 0];
    loop.forEach((a, i) => {
      const b = loop[(i + 1) % loop.length];
      for (let k = 0; k < 3; ++k) {
        const u = (k + 1) % 3;
        const v = (k + 2) % 3;
        normal[k] += (coordinate(a, u) - coordinate(b, u)) * (coordinate(a, v) + coordinate(b, v));
        centre[k] += coordinate(a, k) / loop.length;
      }
    });
    return [...normal, normal[0] * centre[0] + normal[1] * centre[1] + normal[2] * centre[2]];
  });
}
