import { invalid, show } from "./errors.js";

/**
 * Names for the bits of `layer` and `mask`: `const layers = defineLayers("player", "enemy", "wall")`, then
 * `layer: layers.player, mask: layers.enemy | layers.wall`.
 *
 * @param names at most 32, each once
 * @returns the bit of each name: 1, 2, 4 and so on, in order. Frozen
 * @throws HyperplaneError `invalid-argument`
 */
export function defineLayers<const Name extends string>(...names: readonly Name[]): { readonly [N in Name]: number } {
  if (names.length > 32) throw invalid(`there can be at most 32 layers, got ${names.length}`);
  const wrong = names.find((name, i) => typeof name !== "string" || name === "" || names.indexOf(name) < i);
  if (wrong !== undefined || names.includes(undefined as never)) {
    throw invalid(`layer names must be strings without repeats, got ${show(wrong)}`);
  }
  return Object.freeze(Object.fromEntries(names.map((name, i) => [name, 2 ** i]))) as { readonly [N in Name]: number };
}
