/** The hash of ../browser/pages/golden_scene.js. A change of an algorithm changes it, knowingly. */
export const GOLDEN_HASH = "ad0deee1f575cd65";
