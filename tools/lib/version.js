// Version numbers as programs print them.

/** The first dotted number in a text, or null. */
export function findVersion(text) {
  return /\d+(?:\.\d+)+/.exec(text)?.[0] ?? null;
}

export function isAtLeast(version, minimum) {
  const a = version.split(".").map(Number);
  const b = minimum.split(".").map(Number);
  for (let i = 0; i < b.length; i++) {
    const left = a[i] ?? 0;
    if (left !== b[i]) return left > b[i];
  }
  return true;
}
