/** The setter of a property that an object inherits. */
export function setterOf(object: object, name: string): (value: unknown) => void {
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found?.set !== undefined) return found.set;
  }
  throw new Error(`no setter ${name}`);
}
