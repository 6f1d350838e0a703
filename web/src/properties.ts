import { close } from "./errors.js";

/** Properties of the package's objects, whichever entry they belong to. */

/** For `using` declarations. The lib that declares the symbol is not everyone's; this is what it says, and merges with it. */
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

// Browsers without `using` have no Symbol.dispose.
export const disposeSymbol: typeof Symbol.dispose = Symbol.dispose ?? Symbol("Symbol.dispose");

/** Makes properties read-only, since setting one could not change the core's copy, and adds no others. */
export function fix(object: object, ...names: readonly string[]): void {
  for (const name of names) Object.defineProperty(object, name, { writable: false });
  close(object);
}
