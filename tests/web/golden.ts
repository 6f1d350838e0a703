/** The hash of ../browser/pages/golden_scene.js. A change of an algorithm changes it, knowingly. */
export const GOLDEN_HASH = "af669b948ff7fcb4";
/** The same of ../browser/pages/golden_plane.js. */
export const GOLDEN_PLANE = "431cca9943d6fff5";
