import { rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { InitOptions } from "hyperplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { copyOfDist, fresh, wasmBytes } from "../support/fresh.js";

type Hyperplane = typeof import("hyperplane");

/** A server that answers every request in the same way, until the test ends. */
async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/core.wasm`;
}

const serveWasm = (type?: string) =>
  serve((response) => {
    if (type !== undefined) response.setHeader("content-type", type);
    response.end(wasmBytes());
  });

function works({ Box, intersects }: Hyperplane): boolean {
  const box = new Box(1, 1, 1);
  return intersects(box, {}, box, { position: [1, 0, 0] }) && !intersects(box, {}, box, { position: [1.001, 0, 0] });
}

async function rejection(promise: Promise<unknown>): Promise<{ code?: string; message: string; cause?: unknown }> {
  return promise.then(
    () => Promise.reject(new Error("it did not reject")),
    (error: unknown) => error as { code: string; message: string },
  );
}

/** As some bundlers have one on servers: Node's file system takes no such URL. */
class OtherURL {
  readonly [Symbol.toStringTag] = "URL";
  readonly #href: string;
  constructor(href: string) {
    this.#href = href;
  }
  toString(): string {
    return this.#href;
  }
}

/** `init({ wasm })` with something that is no source. */
const withWrong = ({ init }: Hyperplane, wasm: unknown) => init({ wasm } as InitOptions);

describe("init finds the core", () => {
  it("beside the package's code, when nothing is said", async () => {
    const hyperplane = await fresh();
    await hyperplane.init();
    expect(works(hyperplane)).toBe(true);
  });

  it("inside hyperplane/inline, with no file to read", async () => {
    const folder = copyOfDist();
    rmSync(join(folder, "hyperplane.wasm"));
    const hyperplane = await fresh("inline.js", folder);
    await hyperplane.init();
    expect(works(hyperplane)).toBe(true);
  });

  const sources: Record<string, () => unknown> = {
    "a file URL": () => pathToFileURL(join(copyOfDist(), "hyperplane.wasm")),
    "a file URL as a string": () => pathToFileURL(join(copyOfDist(), "hyperplane.wasm")).href,
    "the path of a file": () => join(copyOfDist(), "hyperplane.wasm"),
    "a URL on a server": () => serveWasm("application/wasm"),
    "a URL object on a server": async () => new URL(await serveWasm("application/wasm")),
    "a URL whose server gives a wrong type": () => serveWasm("application/octet-stream"),
    "a URL whose server gives no type": () => serveWasm(),
    "a URL whose server adds to the type": () => serveWasm("application/wasm; charset=binary"),
    "a data URL": () => `data:application/wasm;base64,${Buffer.from(wasmBytes()).toString("base64")}`,
    "a URL of a bundler's own class": () => new OtherURL(pathToFileURL(join(copyOfDist(), "hyperplane.wasm")).href),
    "a Request": async () => new Request(await serveWasm("application/wasm")),
    "a Response": async () => fetch(await serveWasm("application/wasm")),
    "a Response made by hand": () => new Response(wasmBytes()),
    bytes: () => wasmBytes(),
    "a DataView": () => new DataView(Uint8Array.from(wasmBytes()).buffer),
    "an ArrayBuffer": () => wasmBytes().buffer,
    "a view on a part of a buffer": () => {
      const bytes = wasmBytes();
      const larger = new Uint8Array(bytes.length + 100);
      larger.set(bytes, 50);
      return larger.subarray(50, 50 + bytes.length);
    },
    "a compiled module": () => WebAssembly.compile(wasmBytes()),
  };
  it.each(Object.entries(sources))("from %s", async (_, source) => {
    const hyperplane = await fresh();
    await withWrong(hyperplane, await source());
    expect(works(hyperplane)).toBe(true);
  });

  it("from a promise of a Response, as fetch gives it", async () => {
    const hyperplane = await fresh();
    await hyperplane.init({ wasm: fetch(await serveWasm("application/wasm")) });
    expect(works(hyperplane)).toBe(true);
  });
});

describe("init happens once", () => {
  it("gives the same promise again, before and after it has resolved", async () => {
    const { init, default: byDefault } = await fresh();
    const first = init();
    expect(init({ wasm: "elsewhere" })).toBe(first);
    await first;
    expect(init()).toBe(first);
    expect(byDefault).toBe(init);
  });

  it("does nothing at import", async () => {
    const folder = copyOfDist();
    rmSync(join(folder, "hyperplane.wasm"));
    await expect(fresh("hyperplane.js", folder)).resolves.toHaveProperty("init");
  });

  it("is shared by hyperplane and hyperplane/inline, as are the shapes", async () => {
    const folder = copyOfDist();
    const plain = await fresh("hyperplane.js", folder);
    const inline = await fresh("inline.js", folder);
    const promise = inline.init();
    expect(plain.init()).toBe(promise);
    await promise;
    const { default: ofPlain, init: _init, ...rest } = plain;
    expect(inline).toMatchObject(rest);
    expect(plain.intersects(new inline.Box(1, 1, 1), {}, new plain.Sphere(1), {})).toBe(true);
    expect(ofPlain).not.toBe(inline.default);
  });
});

describe("a failed load", () => {
  const failures: Record<string, { wasm: () => unknown; says: RegExp }> = {
    "a file that is not there": {
      wasm: () => "/no/such/file.wasm",
      says: /could not read the file \/no\/such\/file\.wasm: ENOENT/,
    },
    "a server that is not there": {
      wasm: () => "http://127.0.0.1:1/core.wasm",
      says: /could not fetch http:\/\/127\.0\.0\.1:1\/core\.wasm: /,
    },
    "a Request to a server that is not there": {
      wasm: () => new Request("http://127.0.0.1:1/a.wasm"),
      says: /could not fetch http:\/\/127\.0\.0\.1:1\/a\.wasm: /,
    },
    "a page that is not there": {
      wasm: () =>
        serve((response) => {
          response.statusCode = 404;
          response.end();
        }),
      says: /could not fetch http:.*core\.wasm: the server answered 404 Not Found/,
    },
    "a page of HTML in its place": {
      wasm: () =>
        serve((response) => {
          response.setHeader("content-type", "text/html");
          response.end("<!doctype html>");
        }),
      says: /could not compile the response from http:.*core\.wasm \(content-type text\/html\): got an HTML page instead of the module$/,
    },
    "a broken stream": {
      wasm: () =>
        serve((response) => {
          response.setHeader("content-type", "application/wasm");
          // In the code: cut between two sections it would be a module, of too little.
          response.end(wasmBytes().subarray(0, wasmBytes().length / 2));
        }),
      says: /could not compile the response from http:.*core\.wasm \(content-type application\/wasm\): /,
    },
    "a Response that was read before": {
      wasm: async () => {
        const response = new Response(wasmBytes());
        await response.arrayBuffer();
        return response;
      },
      says: /could not compile the response from the given response/,
    },
    "bytes that are no WebAssembly": {
      wasm: () => new Uint8Array(10),
      says: /could not compile the 10 bytes from init: /,
    },
    "a file that is no WebAssembly": {
      wasm: () => {
        const file = join(copyOfDist(), "text.wasm");
        writeFileSync(file, "text");
        return file;
      },
      says: /could not compile the 4 bytes from the file .*text\.wasm: /,
    },
    "a module that asks for other imports": {
      wasm: () => new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 120, 1, 121, 0, 0]),
      says: /could not start the core: /,
    },
    "an empty module": {
      wasm: () => new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]),
      says: /could not start the core: /,
    },
  };
  it.each(Object.entries(failures))("is told apart: %s", async (_, { wasm, says }) => {
    const hyperplane = await fresh();
    const error = await rejection(withWrong(hyperplane, await wasm()));
    expect(error).toBeInstanceOf(hyperplane.HyperplaneError);
    expect(error.code).toBe("load-failed");
    expect(error.message).toMatch(says);
    expect(() => new hyperplane.Box(1, 1, 1)).toThrow(/not initialised/);
  });

  it("names the ways out where the package's own file is missing, and where it is no module", async () => {
    const folder = copyOfDist();
    const file = join(folder, "hyperplane.wasm");
    rmSync(file);
    const hyperplane = await fresh("hyperplane.js", folder);
    const ways =
      "Copy hyperplane/hyperplane.wasm beside the bundle, pass its URL or its bytes by init({ wasm }), or import " +
      "hyperplane/inline, which contains it.";
    const missing = await rejection(hyperplane.init());
    expect(missing).toMatchObject({ code: "load-failed", cause: { code: "ENOENT" } });
    expect(missing.message).toMatch(/^could not read the file file:.*ENOENT/);
    expect(missing.message).toContain(ways);
    writeFileSync(file, "\n<!doctype html>");
    const page = await rejection(hyperplane.init());
    expect(page.message).toMatch(/: got an HTML page instead of the module\. /);
    expect(page.message).toContain(ways);
    writeFileSync(file, wasmBytes());
    await hyperplane.init();
    expect(works(hyperplane)).toBe(true);
  });

  it("says nothing of ways out of a file that the caller has named", async () => {
    const hyperplane = await fresh();
    expect((await rejection(withWrong(hyperplane, "/no/such/file.wasm"))).message).not.toContain("inline");
  });

  it("keeps the reason as its cause", async () => {
    const hyperplane = await fresh();
    expect(await rejection(withWrong(hyperplane, "/no/such/file.wasm"))).toMatchObject({ cause: { code: "ENOENT" } });
  });

  it("passes on why a promise was rejected", async () => {
    const hyperplane = await fresh();
    const error = await rejection(hyperplane.init({ wasm: Promise.reject(new Error("offline")) }));
    expect(error).toMatchObject({ code: "load-failed", message: expect.stringContaining("offline") as string });
  });

  it("can be followed by another try", async () => {
    const hyperplane = await fresh();
    const failed = withWrong(hyperplane, "/no/such/file.wasm");
    expect((await rejection(failed)).code).toBe("load-failed");
    const second = hyperplane.init();
    expect(second).not.toBe(failed);
    await second;
    expect(works(hyperplane)).toBe(true);
  });

  it.each([42, true, {}, Symbol("x"), [[1, 2]]])("is no matter of loading when the source is %s", async (wasm) => {
    const hyperplane = await fresh();
    const error = await rejection(withWrong(hyperplane, wasm));
    expect(error.code).toBe("invalid-argument");
    expect(error.message).toMatch(/^init: wasm must be a URL, bytes, a Response or a WebAssembly\.Module, got /);
  });

  it.each(["core.wasm", null, 7])("nor when the options are %s", async (options) => {
    const { init } = await fresh();
    const error = await rejection(init(options as unknown as InitOptions));
    expect(error.code).toBe("invalid-argument");
    expect(error.message).toMatch(/^init takes an object, as in init\(\{ wasm: url \}\), got /);
  });
});

describe("before init", () => {
  it("everything else throws not-initialised, and nothing is lost by it", async () => {
    const hyperplane = await fresh();
    const { Shape, HyperplaneError, defineLayers, init, default: _default, ...rest } = hyperplane;
    expect(defineLayers("a")).toEqual({ a: 1 });
    expect(Shape.prototype.dispose).toBeTypeOf("function");
    for (const [name, call] of Object.entries(rest)) {
      const run =
        name[0] === name[0]?.toUpperCase()
          ? () => Reflect.construct(call, [1, 1, 1])
          : () => Reflect.apply(call, null, [{}, {}, {}, {}]);
      expect(run, name).toThrow(expect.objectContaining({ code: "not-initialised", name: "HyperplaneError" }));
      expect(run, name).toThrow(HyperplaneError);
    }
    await init();
    expect(works(hyperplane)).toBe(true);
  });
});
