/**
 * A number that equal points share, and different points in practice do not: recognises a corner of another triangle.
 * @param numbers with x, y and z of a point @param k index of its x
 */
export function cornerKey(numbers: ArrayLike<number>, k: number): number {
  return (numbers[k] as number) + Math.SQRT2 * (numbers[k + 1] as number) + Math.E * (numbers[k + 2] as number);
}
