import { invalid, show } from "./errors.js";
import { readNumbers } from "./number_arrays.js";
import { readCount } from "./options.js";

/** What grids of cells in space and maps of tiles in the plane have in common. */

/** The core's limit, also checked here, before memory for a copy is reserved. */
export const MAX_CELLS = 2 ** 27;
export const MAX_KIND = 255;

/** Checks a place, which may be outside of the grid. @throws HyperplaneError `invalid-argument` */
export function checkPlace(place: unknown, name: string): void {
  if (!Number.isInteger(place)) throw invalid(`${name} must be a whole number, got ${show(place)}`);
}

/**
 * Reads the kinds of all cells, a byte each.
 *
 * @param count of the cells. @param name of the option, as the message shows it. @param unit a cell, as the message shows it
 * @returns the array, if it is one of bytes
 * @throws HyperplaneError `invalid-argument`
 */
export function readCells(cells: ArrayLike<number>, count: number, name: string, unit: string): Uint8Array {
  const numbers = readNumbers(cells, name, 1, unit, MAX_CELLS);
  if (numbers.length !== count) {
    throw invalid(`${name} must have ${count} numbers, one for each ${unit}, got ${numbers.length}`);
  }
  if (numbers instanceof Uint8Array) return numbers;
  const bytes = Uint8Array.from(numbers);
  for (let i = 0; i < count; i++) {
    if (numbers[i] !== bytes[i]) readCount(numbers[i], `${name}[${i}]`, 0, MAX_KIND);
  }
  return bytes;
}
