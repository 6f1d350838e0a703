// What `import url from "hyperplane/hyperplane.wasm"` gives with bundlers whose loader for it is "file", "url" or "asset".

/** The address of the .wasm file, as the bundler has laid it. */
declare const url: string;
export default url;
