/** The hash of ../browser/pages/golden_scene.js. A change of an algorithm changes it, knowingly. */
export const GOLDEN_HASH = "804b4101f473f60b";
/** The same of ../browser/pages/golden_plane.js. */
export const GOLDEN_PLANE = "df029d7ead19eb96";
