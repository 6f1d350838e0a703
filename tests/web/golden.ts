/** The hash of ../browser/pages/golden-scene.js. A change of an algorithm changes it, knowingly. */
export const GOLDEN_HASH = "58e40559ab0de994";
