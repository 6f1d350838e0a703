/** Properties of the package's objects, whichever entry they belong to. */

// Browsers without `using` have no Symbol.dispose.
export const disposeSymbol: typeof Symbol.dispose = Symbol.dispose ?? Symbol("Symbol.dispose");

/** Makes properties read-only: setting one could not change the core's copy. */
export function fix(object: object, ...names: readonly string[]): void {
  for (const name of names) Object.defineProperty(object, name, { writable: false });
}
