import { failure, HyperplaneError, invalid, show } from "./errors.js";
import { refusal, whyBlocked } from "./load_problems.js";
import { nodeModule } from "./node_module.js";

/** A class of the platform's, by its name; `never` where the compiler's `lib` has none. */
export type PlatformType<Name extends string> = typeof globalThis extends {
  readonly [N in Name]: { readonly prototype: infer Type };
}
  ? Type
  : never;

/** What TypeScript says of a `WebAssembly.Module`, with or without the DOM: it has no members. */
export interface CompiledModule {
  readonly buffer?: never;
  readonly then?: never;
}

/** Source of the core: the URL of the .wasm file, a Request, its bytes, a Response or a promise of one, or a compiled module. */
export type WasmSource =
  | string
  | PlatformType<"URL">
  | PlatformType<"Request">
  | PlatformType<"Response">
  | PromiseLike<PlatformType<"Response">>
  | ArrayBuffer
  | ArrayBufferView
  | CompiledModule;

/**
 * Fetches and compiles.
 *
 * @throws HyperplaneError `load-failed`, whose message says what was tried
 */
export async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  // Works for objects of other realms (frames, Node's vm), unlike instanceof.
  switch (Object.prototype.toString.call(source)) {
    case "[object WebAssembly.Module]":
      return source as WebAssembly.Module;
    case "[object String]":
    case "[object URL]":
      return compileLocation(String(source));
    case "[object Request]":
      return compileResponse(await request(source as Request), (source as Request).url);
    case "[object Response]":
      return compileResponse(source as Response, "the given response");
    case "[object ArrayBuffer]":
    case "[object SharedArrayBuffer]":
      return compileBytes(source as ArrayBuffer);
  }
  // As an array, because V8 takes no DataView.
  if (ArrayBuffer.isView(source)) return compileBytes(bytesOf(source));
  if (isThenable(source)) return compile(await settled(source));
  throw invalid(`init: wasm must be a URL, bytes, a Response or a WebAssembly.Module, got ${show(source)}`);
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

function isThenable(value: unknown): value is PromiseLike<Response> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

async function settled(promise: PromiseLike<Response>): Promise<Response> {
  try {
    return await promise;
  } catch (cause) {
    throw failure("load-failed", `the promise passed to init was rejected: ${reason(cause)}`, cause);
  }
}

async function compileBytes(bytes: BufferSource, from = "init"): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    const what = `the ${bytes.byteLength} bytes from ${from}`;
    throw failure("load-failed", `could not compile ${what}: ${refusal(bytes, cause) ?? reason(cause)}`, cause);
  }
}

/** A URL, or in Node also the path of a file. */
async function compileLocation(location: string): Promise<WebAssembly.Module> {
  const files = await nodeModule<FileSystem>("node:fs/promises");
  if (files === undefined || /^(https?|data|blob):/i.test(location)) {
    return compileResponse(await request(location), location);
  }
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await files.readFile(await pathOf(location));
  } catch (cause) {
    throw failure("load-failed", `could not read the file ${location}: ${reason(cause)}`, cause);
  }
  return compileBytes(bytes, `the file ${location}`);
}

/** The path of a file that may be given by its URL. As text: Node does not take URLs of other realms, which bundlers make. */
async function pathOf(location: string): Promise<string> {
  if (!/^file:/i.test(location)) return location;
  const urls = await nodeModule<{ fileURLToPath(url: string): string }>("node:url");
  return urls?.fileURLToPath(location) ?? location;
}

async function request(location: string | Request): Promise<Response> {
  const url = typeof location === "string" ? location : location.url;
  const why = whyBlocked(url);
  try {
    return await fetch(location);
  } catch (cause) {
    const because = await why.find();
    const hint = because === null ? "" : `: ${because}`;
    throw failure("load-failed", `could not fetch ${url}: ${reason(cause)}${hint}`, cause);
  } finally {
    why.end();
  }
}

async function compileResponse(response: Response, what: string): Promise<WebAssembly.Module> {
  const from = response.url || what;
  if (!response.ok) {
    const status = `${response.status} ${response.statusText}`.trim();
    throw failure("load-failed", `could not fetch ${from}: the server answered ${status}`);
  }
  const type = response.headers.get("content-type") ?? "";
  let bytes: ArrayBuffer | undefined;
  try {
    // Compiles while the bytes arrive; browsers require exactly this type.
    if (/^application\/wasm$/i.test(type) && typeof WebAssembly.compileStreaming === "function") {
      return await WebAssembly.compileStreaming(response);
    }
    bytes = await response.arrayBuffer();
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    const hint = type === "" ? "" : ` (content-type ${type})`;
    const why = refusal(bytes, cause) ?? reason(cause);
    throw failure("load-failed", `could not compile the response from ${from}${hint}: ${why}`, cause);
  }
}

interface FileSystem {
  readFile(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Wraps any error of loading into a HyperplaneError. */
export function loadError(cause: unknown): HyperplaneError {
  if (cause instanceof HyperplaneError) return cause;
  return failure("load-failed", `could not start the core: ${reason(cause)}`, cause);
}
