/** What the peers of the plane have in common. */

/** Corners of a shape of plane/scenes.js: [x, y] of each, counter-clockwise. */
export function cornersOf(shape) {
  const { width, height, points } = shape;
  if (shape.type === "rectangle") {
    const [x, y] = [width / 2, height / 2];
    return [
      [-x, -y],
      [x, -y],
      [x, y],
      [-x, y],
    ];
  }
  return Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]);
}

export const pairNumbers = (lists, count) => Array.from({ length: lists }, () => new Float64Array(count));

/** The same corners as objects. */
export const cornerObjects = (shape) => cornersOf(shape).map(([x, y]) => ({ x, y }));
