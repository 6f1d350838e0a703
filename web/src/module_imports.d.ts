// What platforms that import a .wasm file give: a compiled module.
declare module "*.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}
