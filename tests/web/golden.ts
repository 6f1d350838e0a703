/** The hash of ../browser/pages/golden-scene.js. A change of an algorithm changes it, knowingly. */
export const GOLDEN_HASH = "41f92b4231ea31d3";
