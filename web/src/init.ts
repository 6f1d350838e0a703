import { invalid, show } from "./errors.js";
import { compile, loadError, type WasmSource } from "./load.js";
import { checkOptions, type OptionNames } from "./options.js";
import { start } from "./raw.js";

/** How to start the core. */
export interface InitOptions {
  /**
   * The .wasm file: its URL (in Node also the path of a file), its bytes, a Response or a promise of one, or a compiled
   * module. Left out: the file beside the package's code, or with `hyperplane/inline` the copy inside it.
   */
  readonly wasm?: WasmSource;
}

const INIT_OPTIONS: OptionNames<InitOptions> = { wasm: true };

let pending: Promise<void> | undefined;

/** What both entries' `init` do; they differ in where the core comes from when nothing is said. */
export function initFrom(options: InitOptions, defaultSource: () => WasmSource): Promise<void> {
  pending ??= load(options, defaultSource).catch((cause: unknown) => {
    pending = undefined;
    throw loadError(cause);
  });
  return pending;
}

async function load(options: InitOptions, defaultSource: () => WasmSource): Promise<void> {
  if (typeof options !== "object" || options === null) {
    throw invalid(`init takes an object, as in init({ wasm: url }), got ${show(options)}`);
  }
  checkOptions(options, INIT_OPTIONS, "init: ");
  const { wasm = defaultSource() } = options;
  await start(await compile(wasm));
}
