/**
 * A module of Node's, or undefined elsewhere. Imported in a form that bundlers do not follow, since pages do not need it.
 *
 * @param name with "node:"
 */
export async function nodeModule<Module>(name: string): Promise<Module | undefined> {
  const { process } = globalThis as {
    process?: {
      versions?: { node?: string };
      type?: string;
      getBuiltinModule?: (name: string) => Module;
    };
  };
  // In Electron's windows, which are pages, process.type is "renderer".
  if (process?.versions?.node === undefined || process.type === "renderer") return undefined;
  return (
    process.getBuiltinModule?.(name) ?? ((await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as Module)
  );
}
