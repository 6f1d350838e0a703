import { describe, expect, it } from "vitest";
import peers from "../../bench/peers/package.json";
import { codeBlocks } from "../docs_code.js";
import { App } from "./app.js";

/** The code of other libraries that the documents show: it runs with the versions that the benchmarks measure. */
const blocks = codeBlocks().filter(({ theirs }) => theirs);

describe("the code of other libraries in the documents", () => {
  it("is found", () => {
    expect(blocks.map(({ theirs }) => theirs)).toEqual(
      expect.arrayContaining(["cannon-es", "@dimforge/rapier3d-compat", "three", "three-mesh-bvh"]),
    );
  });

  it.each(blocks)("$theirs in $document", async ({ theirs, text }) => {
    const versions: Readonly<Record<string, string>> = peers.dependencies;
    const needed = [theirs ?? "", "three"].map((name) => [name, versions[name] ?? ""]);
    const app = await App.install(`peer-${theirs?.replaceAll(/\W+/g, "-")}`, Object.fromEntries(needed));
    app.write("theirs.js", text);
    expect(await app.must("node", "theirs.js")).not.toBe("");
  });
});
