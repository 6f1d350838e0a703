/**
 * A warning for objects of three.js as poses: their position and quaternion are in the frame of their parent, and where that is moved, the
 * answers would silently be those for another place. Only in development, and once.
 */

/** What is read of an Object3D. */
interface Object3D {
  readonly isObject3D?: true;
  readonly parent: Object3D | null;
  readonly position: { lengthSq(): number };
  readonly quaternion: { readonly w: number };
  readonly scale: { readonly x: number; readonly y: number; readonly z: number };
}

/** A method for poses that have been read. Missing in production, and after the first poses. */
export type Look = (pose: object, other?: object) => void;

/**
 * The method goes when it has done its work: engines then compile its calls to nothing. A flag would have to be read, and a call that
 * is compiled in keeps other functions from being inlined.
 */
export function watchPoses(on: { look?: Look }): void {
  if (isProduction()) return;
  let looks = 10_000;
  on.look = (pose, other) => {
    looks--;
    const isNested = hasMovedParent(pose as Object3D) || (other !== undefined && hasMovedParent(other as Object3D));
    if (isNested) console.warn(NESTED);
    if (isNested || looks === 0) delete on.look;
  };
}

const NESTED =
  "hyperplane: a pose is a three.js object whose parent is moved, turned or scaled, and is read in the frame of that parent: " +
  "use SceneColliders, or pass the answers of getWorldPosition and getWorldQuaternion (docs/from-three.md)";

/** Bundlers write the variable's value in its place. Pages without one have no such variable. */
function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === "production";
  } catch {
    return false;
  }
}

function hasMovedParent({ isObject3D, parent }: Object3D): boolean {
  if (!isObject3D || !parent) return false;
  const { position, quaternion, scale } = parent;
  const isMoved = position.lengthSq() !== 0 || Math.abs(quaternion.w) !== 1;
  return isMoved || scale.x !== 1 || scale.y !== 1 || scale.z !== 1 || hasMovedParent(parent);
}
