import type { InterleavedBufferAttribute, Matrix4, Mesh, Object3D } from "three";
import type { Shape } from "../src/api.js";
import { show } from "../src/errors.js";
import { atOrigin, FIT_OPTIONS, type Fit, type FitOptions, type FittedShape, fitPieces, piecesFor } from "./fit.js";
import { type Extent, extentOf, isSkinned, type Piece, piecesBelow, slotCountOf } from "./pieces.js";
import { nameOf, type RigidFrame, rigidMatrix, scaleMatrix } from "./rigid_frame.js";

/** A shape of one or more colliders. */
export interface HeldShape extends FittedShape {
  /** Null: given by the caller, not fitted. */
  readonly fit: Fit | null;
  /** The scale and shear that it was fitted at. Null: it was given. */
  readonly scale: RigidFrame | null;
  /** In the order of their triangles and parts. Null: one for each collider, at `matrix` in its object. */
  readonly pieces: readonly Piece[] | null;
  readonly matrix: Matrix4 | null;
  /** Of a mesh: what each piece drew when its triangles were taken, and the ends of their numbers. */
  readonly extents: readonly Extent[];
  readonly ends: readonly number[];
  readonly key: string;
  /** Number of colliders. */
  users: number;
}

/** Decimal places of a scale in doubles, and of one that was rounded to 32 bits, as instance matrices are. */
const DIGITS = { exact: 12, single: 6 } as const;

/**
 * The shapes that were fitted to objects, each as long as a collider uses it. Meshes and instances share one if
 * geometry, draw range, groups, scale and options agree; not if morph targets or bones are at work. A change of
 * vertices or of the index counts once `needsUpdate` was set.
 */
export class HeldShapes {
  readonly #shared = new Map<string, HeldShape>();

  /** Adds a user to a shape of the caller's. */
  holdGiven(shape: Shape): HeldShape {
    return { ...atOrigin(shape), ...BARE, fit: null, scale: null, users: 1 };
  }

  /** Adds a user to a shape of its own. @param scale frame that it was fitted in */
  holdFitted(fitted: FittedShape, fit: Fit, scale: RigidFrame): HeldShape {
    return { ...fitted, ...BARE, fit, scale, users: 1 };
  }

  /** Adds a user to the shape of an object and its descendants. @param frame of its matrix */
  holdObject(object: Object3D, frame: RigidFrame, options: FitOptions): HeldShape {
    const pieces = piecesBelow(object, rigidMatrix(frame).invert());
    const [first] = pieces;
    return pieces.length === 1 && first?.mesh === object
      ? this.holdMesh(first.mesh, -1, frame, options)
      : this.#make(pieces, options, nameOf(object), frame);
  }

  /**
   * Adds a user to the shape of a mesh, without its descendants.
   * @param instance -1: it has none
   * @param frame of its matrix
   */
  holdMesh(mesh: Mesh, instance: number, frame: RigidFrame, options: FitOptions): HeldShape {
    const piece = { mesh, instance, matrix: scaleMatrix(frame) };
    if (isDeformed(mesh)) return this.#make([piece], options, nameOf(mesh, instance), frame);
    const key = keyOf(piece, frame, options);
    const known = this.#shared.get(key);
    if (known !== undefined) {
      known.users++;
      return known;
    }
    const made = this.#make([piece], options, nameOf(mesh, instance), frame);
    // Without its piece, which would keep the mesh in memory.
    const shared = { ...made, pieces: null, matrix: piece.matrix, key };
    this.#shared.set(key, shared);
    return shared;
  }

  /** Takes a user off a shape; disposes of a fitted one without users. */
  release(held: HeldShape): void {
    if (held.fit === null || --held.users > 0) return;
    this.#shared.delete(held.key);
    held.shape.dispose();
  }

  #make(all: readonly Piece[], options: FitOptions, name: string, scale: RigidFrame): HeldShape {
    const { fit = "box" } = options;
    const pieces = piecesFor(all, options);
    const fitted = fitPieces(pieces, options, name);
    const extents = fit === "mesh" ? pieces.map(extentOf) : [];
    let end = 0;
    const ends = extents.map((extent) => {
      end += slotCountOf(extent);
      return end;
    });
    return { ...fitted, ...BARE, fit, scale, pieces, extents, ends, users: 1 };
  }
}

const BARE = { pieces: null, matrix: null, extents: [], ends: [], key: "" } as const;

function isDeformed(mesh: Mesh): boolean {
  const hasMorph = mesh.geometry?.morphAttributes.position !== undefined;
  return isSkinned(mesh) || (hasMorph && mesh.morphTargetInfluences?.some((influence) => influence !== 0) === true);
}

const numbers = new WeakMap<object, number>();
let nextNumber = 1;

/** Tells an attribute, at its present version, from others. Not all versions of three.js number them. */
function numberOf(attribute: object | null | undefined): string {
  if (attribute === null || attribute === undefined) return "";
  let number = numbers.get(attribute);
  if (number === undefined) {
    number = nextNumber++;
    numbers.set(attribute, number);
  }
  const { version, data } = attribute as Partial<InterleavedBufferAttribute> & { version?: number };
  return `${number}:${data?.version ?? version}`;
}

/** Equal for equal shapes. */
function keyOf(piece: Piece, { sx, sy, sz, xy, xz, yz }: RigidFrame, options: FitOptions): string {
  const { geometry } = piece.mesh;
  const digits = piece.instance < 0 ? DIGITS.exact : DIGITS.single;
  return [
    numberOf(geometry?.getAttribute("position")),
    numberOf(geometry?.index),
    JSON.stringify(extentOf(piece)),
    ...[sx, sy, sz, xy, xz, yz].map((scale) => Number(scale.toPrecision(digits))),
    ...Object.keys(FIT_OPTIONS).map((name) => show(options[name as keyof FitOptions])),
  ].join(" ");
}
