// The server loads the package from node_modules, where its .wasm files are.
export default { serverExternalPackages: ["hyperplane"] };
