import { type InstancedMesh, Matrix4, type Object3D } from "three";
import { type Collider, type ColliderOptions, type Shape, type Vec3, World } from "../src/api.js";
import { invalid, nameClass, show } from "../src/errors.js";
import {
  checkFit,
  checkObject,
  type FitOptions,
  type FittedShape,
  fitShape,
  fitVertices,
  isInstanced,
  verticesOf,
} from "./fit.js";
import { frameError, nameOf, newFrame, type RigidFrame, readFrame } from "./rigid_frame.js";

/** How to make the collider of an object: by putting a shape around its meshes, or with a given one. */
export interface ObjectColliderOptions extends Omit<ColliderOptions, "shape" | "position" | "quaternion">, FitOptions {
  /**
   * Used as it is, in the object's own frame, instead of a shape around its meshes. The object's scale does not matter then.
   * Held by the collider: it may be disposed of afterwards.
   */
  readonly shape?: Shape;
}

/** What a collider stands for. */
export interface Owner {
  /** The object, or the InstancedMesh. */
  readonly object: Object3D;
  /** Which instance of an InstancedMesh; -1 for an object of its own. */
  readonly instance: number;
}

/** What is asked for its pose: an object, or an InstancedMesh with all of its colliders. */
interface Source {
  /** Where it stands in the list of all. */
  place: number;
  readonly object: Object3D;
  readonly isStatic: boolean;
  /** By instance; of an object of its own just one. Those that were removed stay. */
  readonly colliders: readonly Collider[];
  /** From the origin of each to its shape's: x, y, z. */
  readonly offsets: Float64Array;
}

interface OwnerOf extends Owner {
  readonly collider: Collider;
}

/**
 * Keeps the colliders of a world where the objects of a three.js scene are: meshes, groups, and the instances of
 * InstancedMeshes.
 *
 * `pull` brings the matrices of all objects over in one go and makes no garbage; then `world.update()` finds what touches,
 * and `ownerOf` leads from a collider back to the scene. Sizes are taken when an object is added: one that is scaled later
 * has to be removed and added again.
 */
export class SceneColliders {
  static {
    nameClass(SceneColliders, "SceneColliders");
  }

  /** The world that the colliders are in. */
  readonly world: World;

  /** In no particular order. */
  readonly #sources: Source[] = [];
  readonly #sourceOf = new Map<Object3D, Source>();
  /** By row. */
  readonly #owners: (OwnerOf | undefined)[] = [];
  readonly #frame: RigidFrame = newFrame();
  readonly #matrix = new Matrix4();

  /**
   * @param world may have other colliders as well
   * @throws HyperplaneError `invalid-argument`
   */
  constructor(world: World) {
    if (!(world instanceof World)) throw invalid(`world must be a World, got ${show(world)}`);
    this.world = world;
  }

  /**
   * Adds a collider for an object and everything below it, where the object now is. With `static` it is expected to stay
   * there: see `pull`.
   *
   * @throws HyperplaneError as `World.add` and `fitShape` do, and `invalid-argument` for an object that was added already
   */
  add(object: Object3D, options: ObjectColliderOptions = {}): Collider {
    this.#check(object, options);
    if (isInstanced(object)) throw invalid(`${nameOf(object)} has instances: use addInstances`);
    object.updateWorldMatrix(true, false);
    this.#read(object, object.matrixWorld.elements, 0, -1);
    const fitted = options.shape === undefined ? fitShape(object, options) : asIs(options.shape);
    try {
      const collider = this.#addCollider(object, -1, fitted, options);
      const { x, y, z } = fitted.offset;
      this.#track(object, [collider], Float64Array.of(x, y, z));
      return collider;
    } finally {
      if (options.shape === undefined) fitted.shape.dispose();
    }
  }

  /**
   * Adds a collider for each instance of an InstancedMesh, up to its `count`, all with these options. Instances of the same scale
   * share a shape.
   *
   * @returns by instance
   * @throws HyperplaneError as `add` does; then none has been added
   */
  addInstances(mesh: InstancedMesh, options: ObjectColliderOptions = {}): Collider[] {
    this.#check(mesh, options);
    if (!isInstanced(mesh)) throw invalid(`${nameOf(mesh)} is no InstancedMesh: use add`);
    mesh.updateWorldMatrix(true, false);
    const vertices = options.shape === undefined ? verticesOf(mesh) : new Float64Array(0);
    const shapes = new Map<string, FittedShape>();
    const colliders: Collider[] = [];
    const offsets = new Float64Array(3 * mesh.count);
    try {
      for (let i = 0; i < mesh.count; i++) {
        this.#readInstance(mesh, i);
        const fitted =
          options.shape === undefined ? this.#fitScaled(mesh, vertices, shapes, options) : asIs(options.shape);
        offsets.set([fitted.offset.x, fitted.offset.y, fitted.offset.z], 3 * i);
        colliders.push(this.#addCollider(mesh, i, fitted, options));
      }
    } catch (error) {
      for (const collider of colliders) this.world.remove(collider);
      throw error;
    } finally {
      // The colliders hold them from here on.
      for (const { shape } of shapes.values()) shape.dispose();
    }
    this.#track(mesh, colliders, offsets);
    return colliders;
  }

  /** Removes the colliders of an object, or of all instances of an InstancedMesh. Does nothing for one that is not here. */
  remove(object: Object3D): void {
    const source = this.#sourceOf.get(object);
    if (source === undefined) return;
    this.#sourceOf.delete(object);
    const last = this.#sources.pop() as Source;
    if (last !== source) {
      this.#sources[source.place] = last;
      last.place = source.place;
    }
    for (const collider of source.colliders) {
      if (!collider.removed) this.world.remove(collider);
      // Holding the object would keep it in memory.
      if (this.#owners[collider.index]?.collider === collider) this.#owners[collider.index] = undefined;
    }
  }

  /** The collider of an object, or of an instance; null for one that is not here. */
  colliderOf(object: Object3D, instance = 0): Collider | null {
    const collider = this.#sourceOf.get(object)?.colliders[instance];
    return collider === undefined || collider.removed ? null : collider;
  }

  /** What a collider stands for; null for one that was not added here. */
  ownerOf(collider: Collider): Owner | null {
    const owner = this.#owners[(collider as Collider | null | undefined)?.index ?? -1];
    return owner?.collider === collider ? owner : null;
  }

  /**
   * Takes over where the objects now are, into the rows of the world: call it once a frame, before `world.update()`. Matrices
   * are brought up to date on the way; colliders that were removed from the world itself are passed over.
   *
   * @param statics whether those that were added as static have been moved too; left out, they are not looked at
   * @throws HyperplaneError `invalid-argument` where a matrix is not finite, sheared, or scales to nothing; the rows of others
   * may have been written by then, but the world takes no notice of them before `update`
   */
  pull(statics = false): void {
    const { positions, quaternions } = this.world;
    const frame = this.#frame;
    for (let s = 0; s < this.#sources.length; s++) {
      const { object, isStatic, colliders, offsets } = this.#sources[s] as Source;
      if (isStatic && !statics) continue;
      object.updateWorldMatrix(true, false);
      const isMany = isInstanced(object);
      const count = isMany ? Math.min(colliders.length, object.instanceMatrix.count) : 1;
      for (let i = 0; i < count; i++) {
        const collider = colliders[i] as Collider;
        if (collider.removed) continue;
        if (isMany) this.#readInstance(object, i);
        else this.#read(object, object.matrixWorld.elements, 0, -1);
        const { index } = collider;
        moveBy(frame, offsets[3 * i] as number, offsets[3 * i + 1] as number, offsets[3 * i + 2] as number);
        positions[3 * index] = frame.px;
        positions[3 * index + 1] = frame.py;
        positions[3 * index + 2] = frame.pz;
        quaternions[4 * index] = frame.qx;
        quaternions[4 * index + 1] = frame.qy;
        quaternions[4 * index + 2] = frame.qz;
        quaternions[4 * index + 3] = frame.qw;
      }
    }
  }

  #check(object: Object3D, options: ObjectColliderOptions): void {
    checkObject(object);
    checkFit(options);
    if (this.#sourceOf.get(object)?.colliders.some(({ removed }) => !removed)) {
      throw invalid(`${nameOf(object)} has been added already`);
    }
  }

  /** Splits a matrix into `#frame`. */
  #read(object: Object3D, elements: ArrayLike<number>, at: number, instance: number): void {
    if (!readFrame(elements, at, this.#frame)) throw frameError(elements, at, nameOf(object, instance));
  }

  #readInstance(mesh: InstancedMesh, instance: number): void {
    const matrix = this.#matrix;
    matrix.fromArray(mesh.instanceMatrix.array, 16 * instance).premultiply(mesh.matrixWorld);
    this.#read(mesh, matrix.elements, 0, instance);
  }

  /** The shape around a mesh's vertices at the scale in `#frame`. */
  #fitScaled(
    mesh: InstancedMesh,
    vertices: Float64Array,
    shapes: Map<string, FittedShape>,
    options: ObjectColliderOptions,
  ): FittedShape {
    const { sx, sy, sz } = this.#frame;
    // Matrices of instances have 32 bits: what differs by rounding only is the same.
    const key = [sx, sy, sz].map((scale) => scale.toPrecision(6)).join(" ");
    let fitted = shapes.get(key);
    if (fitted === undefined) {
      const scaled = vertices.map((number, i) => number * (i % 3 === 0 ? sx : i % 3 === 1 ? sy : sz));
      fitted = fitVertices(scaled, options, nameOf(mesh));
      shapes.set(key, fitted);
    }
    return fitted;
  }

  /** At the pose in `#frame`. */
  #addCollider(object: Object3D, instance: number, fitted: FittedShape, options: ObjectColliderOptions): Collider {
    const { fit: _, maxVertices: __, shape: ___, ...rest } = options;
    const frame = this.#frame;
    moveBy(frame, fitted.offset.x, fitted.offset.y, fitted.offset.z);
    const collider = this.world.add({
      ...rest,
      shape: fitted.shape,
      position: [frame.px, frame.py, frame.pz],
      quaternion: [frame.qx, frame.qy, frame.qz, frame.qw],
    });
    this.#owners[collider.index] = { object, instance, collider };
    return collider;
  }

  #track(object: Object3D, colliders: readonly Collider[], offsets: Float64Array): void {
    // What was removed from the world behind our back is forgotten here.
    this.remove(object);
    const isStatic = colliders[0]?.static ?? false;
    const source: Source = { place: this.#sources.length, object, isStatic, colliders, offsets };
    this.#sources.push(source);
    this.#sourceOf.set(object, source);
  }
}

/** Moves a frame along its own axes. */
function moveBy(frame: RigidFrame, x: number, y: number, z: number): void {
  const { qx, qy, qz, qw } = frame;
  // v + 2 w (q x v) + 2 q x (q x v)
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  frame.px += x + qw * tx + qy * tz - qz * ty;
  frame.py += y + qw * ty + qz * tx - qx * tz;
  frame.pz += z + qw * tz + qx * ty - qy * tx;
}

const asIs = (shape: Shape): FittedShape => ({ shape, offset: { x: 0, y: 0, z: 0 } as Vec3 });
