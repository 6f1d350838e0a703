// What the declarations must hold for without the DOM.
import { Box, type Collider, init, type WasmSource, World } from "hyperplane";
import { type DecomposeOptions, decompose } from "hyperplane/decompose";
import { decompose as decomposeInline } from "hyperplane/decompose/inline";
import url from "hyperplane/hyperplane.wasm";
import * as inline from "hyperplane/inline";

export async function run(source: WasmSource, options: DecomposeOptions): Promise<number> {
  await init({ wasm: url });
  await inline.init({ wasm: source });
  // @ts-expect-error: a number is no source
  await init({ wasm: 7 });
  // @ts-expect-error: nor is any object
  await init({ wasm: { address: url } });
  const world = new World();
  const collider: Collider = world.add({ shape: new Box(1, 1, 1) });
  const { parts } = await decompose([], null, options);
  const { error } = await decomposeInline([]);
  return parts.length + error + collider.index;
}
