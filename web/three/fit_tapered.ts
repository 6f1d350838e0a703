/** A tapered capsule around points, with its axis along a coordinate axis. */
export interface TaperedFit {
  readonly radiusTop: number;
  readonly radiusBottom: number;
  readonly height: number;
  /** Halfway between the two balls, on the axis. */
  readonly centre: number;
  readonly volume: number;
}

/** Leans of the side that are tried first, and steps of the search between the best one's neighbours. */
const LEANS = 24;
const STEPS = 24;

/**
 * The tapered capsule of about the least volume around points whose axis is a given line.
 *
 * For a given lean of its side, the outermost point fixes the side, and with it the radius of the ball at each place of the
 * axis. Each point lies in the balls of one interval of places; the tapered capsule must reach into all of these intervals, and
 * needs no more. What is left is a search over leans.
 *
 * @param points distance along the axis and from it, of each point in turn
 */
export function fitTapered(points: Float64Array): TaperedFit {
  let best = taperedAt(points, 0);
  let sine = 0;
  const take = (at: number): void => {
    const found = taperedAt(points, at);
    if (found.volume < best.volume) [best, sine] = [found, at];
  };
  for (let i = 1; i < LEANS; i++) for (const sign of [-1, 1]) take((sign * i) / LEANS);
  for (let step = 0.5 / LEANS, i = 0; i < STEPS; i++, step *= 0.7) {
    const middle = sine;
    take(Math.max(middle - step, -0.99));
    take(Math.min(middle + step, 0.99));
  }
  return best;
}

/** @param sine by which the radius grows along the axis: the sine of the lean of the side */
function taperedAt(points: Float64Array, sine: number): TaperedFit {
  const cosine = Math.sqrt(1 - sine * sine);
  // The ball at c has the radius r + sine c.
  let r = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < points.length; i += 2) {
    r = Math.max(r, cosine * (points[i + 1] as number) - sine * (points[i] as number));
  }
  let bottom = Number.POSITIVE_INFINITY;
  let top = -bottom;
  for (let i = 0; i < points.length; i += 2) {
    const [y, across] = [points[i] as number, points[i + 1] as number];
    // across^2 + (y - c)^2 <= (r + sine c)^2
    const middle = (y + sine * r) / (cosine * cosine);
    const square = middle * middle - (across * across + y * y - r * r) / (cosine * cosine);
    const reach = Math.sqrt(Math.max(square, 0));
    bottom = Math.min(bottom, middle + reach);
    top = Math.max(top, middle - reach);
  }
  if (top < bottom) bottom = top = (top + bottom) / 2;
  const [radiusTop, radiusBottom, height] = [r + sine * top, r + sine * bottom, top - bottom];
  // Of the parts of both balls, and of the cone between the circles where they touch it.
  const cap = (radius: number, s: number) => radius ** 3 * (2 / 3 + s - s ** 3 / 3);
  const [low, high] = [cosine * radiusBottom, cosine * radiusTop];
  const between = height - sine * (radiusTop - radiusBottom);
  const cone = (between * (low * low + low * high + high * high)) / 3;
  const volume = Math.PI * (cap(radiusBottom, -sine) + cap(radiusTop, sine) + cone);
  const isReal = radiusTop >= 0 && radiusBottom >= 0;
  return {
    radiusTop,
    radiusBottom,
    height,
    centre: (top + bottom) / 2,
    volume: isReal ? volume : Number.POSITIVE_INFINITY,
  };
}
