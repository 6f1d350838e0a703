/**
 * Why a .wasm file could not be had, in one sentence. Platforms say "Failed to fetch" for a policy, another origin and a page that
 * was opened as a file alike, and "expected magic word" for a page of HTML.
 */

/** Time in which a browser tells of a policy that has blocked a request, in milliseconds. */
const POLICY_DELAY = 100;

/** A sentence for an error of compiling that is usual; null for another. @param bytes undefined if they were not kept */
export function refusal(bytes: BufferSource | undefined, cause: unknown): string | null {
  if (bytes !== undefined && isPage(bytes)) return "got an HTML page instead of the module";
  const message = String(cause);
  if (/\bCSP\b|unsafe-eval|content security policy/i.test(message))
    return `the Content-Security-Policy does not allow WebAssembly: script-src needs 'wasm-unsafe-eval' (${message})`;
  if (/disallowed by embedder/i.test(message))
    return (
      "this platform compiles no bytes: bundle with the condition workerd or edge-light, or pass the module that the " +
      `platform has imported (${message})`
    );
  return null;
}

/** Whether text begins with a tag: a server has answered with its page for addresses that it does not know. */
function isPage(bytes: BufferSource): boolean {
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  const text = String.fromCharCode(...view.subarray(0, 100)).replace(/^\xef\xbb\xbf/, "");
  return /^\s*</.test(text);
}

interface PolicyScope {
  readonly location?: { readonly href: string; readonly origin: string; readonly protocol: string };
  addEventListener?(type: string, listener: (event: PolicyEvent) => void): void;
  removeEventListener?(type: string, listener: (event: PolicyEvent) => void): void;
}

interface PolicyEvent {
  readonly effectiveDirective?: string;
}

/** Watches a request. `find` says what has blocked it, or null; `end` stops watching. */
export function whyBlocked(url: string): { find(): Promise<string | null>; end(): void } {
  const scope = globalThis as PolicyScope;
  let directive: string | undefined;
  const listener = ({ effectiveDirective }: PolicyEvent) => {
    directive ??= effectiveDirective;
  };
  scope.addEventListener?.("securitypolicyviolation", listener);
  return {
    async find() {
      const { location } = scope;
      if (location === undefined) return null;
      if (location.protocol === "file:")
        return "a page opened from a file cannot fetch: serve its folder over http, or use hyperplane/inline";
      await new Promise((resolve) => setTimeout(resolve, POLICY_DELAY));
      if (directive !== undefined)
        return `the page's Content-Security-Policy forbids it: add the address to ${directive}`;
      if (isOfAnotherOrigin(url, location))
        return "it is on another origin, whose server must be reachable and send Access-Control-Allow-Origin";
      return null;
    },
    end: () => scope.removeEventListener?.("securitypolicyviolation", listener),
  };
}

function isOfAnotherOrigin(url: string, { href, origin }: { readonly href: string; readonly origin: string }): boolean {
  try {
    const target = new URL(url, href);
    return /^https?:$/.test(target.protocol) && target.origin !== origin;
  } catch {
    return false;
  }
}
