import { failure, HyperplaneError } from "./errors.js";
import { compile, loadError, type WasmSource } from "./load.js";

/**
 * The .wasm file of an entry, when its caller names none. Bundlers move code and leave the file behind, each in its own way: this
 * finds it where the platform can be asked, and says what to do elsewhere.
 */
export interface OwnModule {
  /** In the package's exports: "hyperplane.wasm". */
  readonly file: string;
  /** How a caller passes a source. */
  readonly option: string;
  /** The entry that contains the file, if there is one. */
  readonly inline?: string;
  /** The file beside the entry's code, or its bytes. May throw. */
  source(): WasmSource;
}

/** @throws HyperplaneError `load-failed`, whose message says what to do */
export async function compileOwn(own: OwnModule): Promise<WebAssembly.Module> {
  const source = beside(own);
  const url = source instanceof URL ? source : null;
  const isMoved = url !== null && isMovedByVite(url.href);
  if (isMoved) {
    const served = await servedByVite(url, own.file);
    if (served !== null) return compile(served);
  }
  try {
    return await compile(source);
  } catch (cause) {
    // A server for development that keeps moved code in another folder.
    const served = url !== null && !isMoved && isPageOrMissing(cause) ? await servedByVite(url, own.file) : null;
    if (served !== null) return compile(served);
    const error = loadError(cause);
    // Another source would not be compiled either.
    throw /'wasm-unsafe-eval'/.test(error.message) ? error : withWays(error, own);
  }
}

function beside(own: OwnModule): WasmSource {
  try {
    return own.source();
  } catch (cause) {
    // A script, CommonJS or UMD does not know its own address, and no URL can be made from that.
    const problem = `could not find ${own.file}: code in this bundle format cannot find its own URL`;
    throw withWays(failure("load-failed", problem, cause), own);
  }
}

function withWays(error: HyperplaneError, { file, option, inline }: OwnModule): HyperplaneError {
  const contained = inline === undefined ? "" : `, or import ${inline}, which contains it`;
  const ways = `Copy hyperplane/${file} beside the bundle, pass its URL or its bytes by ${option}${contained}${extraWay()}.`;
  return new HyperplaneError(`${error.message}. ${ways}`, { code: error.code, cause: error.cause });
}

/** What only one framework has. */
function extraWay(): string {
  const { process } = globalThis as { process?: { env?: { NEXT_RUNTIME?: string } } };
  try {
    if (process?.env?.NEXT_RUNTIME !== "nodejs") return "";
  } catch {
    // Deno without --allow-env.
    return "";
  }
  return '; on the server of Next, serverExternalPackages: ["hyperplane"] leaves the package where its file is';
}

function isPageOrMissing(cause: unknown): boolean {
  return cause instanceof HyperplaneError && /got an HTML page instead|the server answered 404/.test(cause.message);
}

/** Whether an address lies in the folder that Vite's server for development keeps packages in. */
export function isMovedByVite(url: string | undefined): boolean {
  return url !== undefined && /^https?:.*\/\.(vite|cache\/vite)\//.test(url);
}

/**
 * Vite's server for development bundles packages into a folder of its own, without the files that they ask for. It serves these
 * from the package's folder, and tells where that is when it is not the usual one.
 *
 * @param file in the package's exports, and in `dist`
 * @returns null if this is no such server
 */
export async function servedByVite(moved: URL, file: string): Promise<URL | null> {
  if (!/^https?:$/.test(moved.protocol)) return null;
  const usual = new URL(`../../hyperplane/dist/${file}`, moved);
  if (isMovedByVite(moved.href) && (await isServed(usual))) return usual;
  // The folder of the page's address, where the server has a base.
  const [base] = /^.*?\/(?=@fs\/|node_modules\/|\.)/.exec(moved.pathname) ?? ["/"];
  const name = new URL(`${base}@id/hyperplane/${file}?import&url`, moved);
  try {
    const { default: address } = (await import(
      /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name.href
    )) as { default?: unknown };
    return typeof address === "string" ? new URL(address, moved) : null;
  } catch {
    return null;
  }
}

/** Whether a file is there, and no page in its place. */
async function isServed(url: URL): Promise<boolean> {
  try {
    const response = await fetch(url);
    const { ok, headers } = response;
    // Browsers complain of answers that nobody reads.
    await response.arrayBuffer();
    return ok && !/^text\/html\b/.test(headers.get("content-type") ?? "text/html");
  } catch {
    return false;
  }
}
