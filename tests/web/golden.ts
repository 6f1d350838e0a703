/** The hash of ../browser/pages/golden_scene.js. A change of an algorithm changes it, knowingly. */
export const GOLDEN_HASH = "82e43585b2362c3a";
