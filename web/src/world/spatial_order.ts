/**
 * Sorts a large batch of queries by place along Morton's curve (Morton, "A Computer Oriented Geodetic Data Base and a New
 * Technique in File Sequencing", 1966). Consecutive queries then visit the same nodes and colliders, which are in the cache. The
 * answers do not depend on the order.
 */

/** Smaller batches are not sorted: neighbours along the curve would be too far apart to share nodes. */
const FEWEST = 8192;

/** Cells along an axis; a cell's number has three times as many bits. */
const CELL_BITS = 5;
const CELLS = 1 << CELL_BITS;
const MOST_CELLS = CELLS ** 3;

/** The bits of a cell's coordinate, with room for those of the other two between them. */
const SPREAD = Uint16Array.from({ length: CELLS }, (_, x) => {
  let bits = 0;
  for (let i = 0; i < CELL_BITS; i++) bits |= ((x >> i) & 1) << (3 * i);
  return bits;
});

/**
 * @param queries the first numbers of each are its place
 * @param size numbers of a query
 * @param dimension numbers of a place
 * @returns indices in order; null for the given order, if the queries are few, at one place, or invalid
 */
export function spatialOrder(queries: Float64Array, size: number, dimension: 2 | 3): Uint32Array | null {
  const count = queries.length / size;
  if (count < FEWEST) return null;
  const low = [0, 0, 0];
  const scale = [0, 0, 0];
  for (let k = 0; k < dimension; k++) {
    let least = queries[k] as number;
    let most = least;
    for (let at = k; at < queries.length; at += size) {
      const x = queries[at] as number;
      if (x < least) least = x;
      if (x > most) most = x;
    }
    low[k] = least;
    scale[k] = most > least ? CELLS / (most - least) : 0;
  }
  const [lowX = 0, lowY = 0, lowZ = 0] = low;
  const [scaleX = 0, scaleY = 0, scaleZ = 0] = scale;
  if (!(scaleX + scaleY + scaleZ > 0)) return null;

  const cellOf = (x: number) => SPREAD[x < CELLS ? x | 0 : CELLS - 1] as number;
  const cells = new Uint16Array(count);
  const ends = new Uint32Array(MOST_CELLS + 1);
  for (let i = 0, at = 0; i < count; i++, at += size) {
    const cell =
      cellOf(((queries[at] as number) - lowX) * scaleX) |
      (cellOf(((queries[at + 1] as number) - lowY) * scaleY) << 1) |
      (dimension === 2 ? 0 : cellOf(((queries[at + 2] as number) - lowZ) * scaleZ) << 2);
    cells[i] = cell;
    ends[cell + 1] = (ends[cell + 1] as number) + 1;
  }
  for (let cell = 0; cell < MOST_CELLS; cell++) ends[cell + 1] = (ends[cell + 1] as number) + (ends[cell] as number);
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const cell = cells[i] as number;
    const place = ends[cell] as number;
    order[place] = i;
    ends[cell] = place + 1;
  }
  return order;
}
