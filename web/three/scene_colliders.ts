import { type InstancedMesh, Matrix4, type Object3D } from "three";
import { type Collider, type ColliderOptions, type Shape, type Vec3, World } from "../src/api.js";
import { invalid, nameClass, show } from "../src/errors.js";
import type { OptionNames } from "../src/options.js";
import {
  checkFit,
  checkObject,
  FIT_OPTIONS,
  type FitOptions,
  type FittedShape,
  fitShape,
  fitVertices,
  isInstanced,
  verticesOf,
} from "./fit.js";
import { frameError, nameOf, newFrame, type RigidFrame, readFrame } from "./rigid_frame.js";

/** Options of an object's collider. Its shape is fitted to the object's meshes, or given. */
export interface ObjectColliderOptions extends Omit<ColliderOptions, "shape" | "position" | "quaternion">, FitOptions {
  /**
   * Replaces the fitted shape, in the object's rigid frame; the object's scale does not apply to it. Held by the collider, so it
   * may be disposed of afterwards. `fit` and `maxVertices` are then ignored.
   */
  readonly shape?: Shape;
}

const OBJECT_OPTIONS: OptionNames<ObjectColliderOptions> = {
  ...FIT_OPTIONS,
  shape: true,
  static: true,
  sensor: true,
  continuous: true,
  layer: true,
  mask: true,
  userData: true,
};

/** The owner of a collider. */
export interface Owner {
  /** The object, or the InstancedMesh. */
  readonly object: Object3D;
  /** Index of the instance in an InstancedMesh; -1 for other objects: call `colliderOf` without it then. */
  readonly instance: number;
}

/** An object with its collider, or an InstancedMesh with all of its colliders. */
interface Source {
  /** Index in the list of all sources. */
  place: number;
  readonly object: Object3D;
  readonly isStatic: boolean;
  /** By instance, or the only one. Removed colliders stay in the list. */
  readonly colliders: readonly Collider[];
  /** By collider: x, y, z from the object's origin to the shape's. */
  readonly offsets: Float64Array;
}

interface OwnerOf extends Owner {
  readonly collider: Collider;
}

/**
 * Keeps the colliders of a world at the poses of three.js objects: meshes, groups, and the instances of InstancedMeshes.
 *
 * `pull` copies the matrices of all objects into the world at once, without garbage; then `world.update()` finds the contacts,
 * and `ownerOf` leads from a collider back to its object. Sizes are read when an object is added: after a change of scale,
 * remove the object and add it again.
 */
export class SceneColliders {
  static {
    nameClass(SceneColliders, "SceneColliders");
  }

  /** The world of the colliders. */
  readonly world: World;

  /** In no particular order. */
  readonly #sources: Source[] = [];
  readonly #sourceOf = new Map<Object3D, Source>();
  /** By row. */
  readonly #owners: (OwnerOf | undefined)[] = [];
  readonly #frame: RigidFrame = newFrame();
  readonly #matrix = new Matrix4();

  /**
   * @param world may contain other colliders
   * @throws HyperplaneError `invalid-argument` for any other value
   */
  constructor(world: World) {
    if (!(world instanceof World)) throw invalid(`world must be a World, got ${show(world)}`);
    this.world = world;
  }

  /**
   * Adds one collider for an object and its descendants, at the object's present pose. `pull` skips static objects by default.
   *
   * @returns the collider, at the object's pose moved by `FittedShape.offset`
   * @throws HyperplaneError like `World.add` and `fitShape`; `invalid-argument` for an object that was added before, or an
   * InstancedMesh
   */
  add(object: Object3D, options: ObjectColliderOptions = {}): Collider {
    this.#check(object, options);
    if (isInstanced(object)) throw invalid(`${nameOf(object)} has instances: use addInstances`);
    object.updateWorldMatrix(true, false);
    this.#read(object, object.matrixWorld.elements, 0, -1);
    const fitted = options.shape === undefined ? fitShape(object, fitOf(options)) : asIs(options.shape);
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
   * Adds a collider for each instance of an InstancedMesh, up to its `count`, all with the same options. Instances of equal
   * scale share a shape.
   *
   * @returns the colliders by instance
   * @throws HyperplaneError like `add`; no collider has then been added
   */
  addInstances(mesh: InstancedMesh, options: ObjectColliderOptions = {}): Collider[] {
    this.#check(mesh, options);
    if (!isInstanced(mesh)) throw invalid(`${nameOf(mesh)} is not an InstancedMesh: use add`);
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
      // The colliders hold on to their shapes.
      for (const { shape } of shapes.values()) shape.dispose();
    }
    this.#track(mesh, colliders, offsets);
    return colliders;
  }

  /** Removes the colliders of an object, or of all instances of an InstancedMesh. Ignores an object that was not added. */
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
      // A reference would keep the object in memory.
      if (this.#owners[collider.index]?.collider === collider) this.#owners[collider.index] = undefined;
    }
  }

  /**
   * The collider of an object or of an instance.
   *
   * @param instance index in an InstancedMesh. Default: 0, the only one of other objects
   * @returns null for an object that was not added, an instance out of range, or a removed collider
   */
  colliderOf(object: Object3D, instance = 0): Collider | null {
    const collider = this.#sourceOf.get(object)?.colliders[instance];
    return collider === undefined || collider.removed ? null : collider;
  }

  /**
   * The owner of a collider.
   *
   * @returns null for a collider that was not added here
   */
  ownerOf(collider: Collider): Owner | null {
    const owner = this.#owners[(collider as Collider | null | undefined)?.index ?? -1];
    return owner?.collider === collider ? owner : null;
  }

  /**
   * Copies the poses of the objects into the world. Call it once per frame, before `world.update()`. Updates the matrices of the
   * objects; skips colliders that were removed from the world.
   *
   * @param statics true to include objects that were added as static
   * @throws HyperplaneError `invalid-argument` for a matrix that is not finite, sheared, or has a zero scale; the poses of other
   * objects may have been written by then, which has no effect before `update` or `refit`; `disposed` for a disposed world
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
    checkFit(options, OBJECT_OPTIONS);
    if (this.#sourceOf.get(object)?.colliders.some(({ removed }) => !removed)) {
      throw invalid(`${nameOf(object)} was added before`);
    }
  }

  /** Reads the rigid frame of a matrix into `#frame`. */
  #read(object: Object3D, elements: ArrayLike<number>, at: number, instance: number): void {
    if (!readFrame(elements, at, this.#frame)) throw frameError(elements, at, nameOf(object, instance));
  }

  #readInstance(mesh: InstancedMesh, instance: number): void {
    const matrix = this.#matrix;
    matrix.fromArray(mesh.instanceMatrix.array, 16 * instance).premultiply(mesh.matrixWorld);
    this.#read(mesh, matrix.elements, 0, instance);
  }

  /** Fits a shape to the vertices of a mesh at the scale in `#frame`. */
  #fitScaled(
    mesh: InstancedMesh,
    vertices: Float64Array,
    shapes: Map<string, FittedShape>,
    options: ObjectColliderOptions,
  ): FittedShape {
    const { sx, sy, sz } = this.#frame;
    // Instance matrices have 32 bits: scales that differ by rounding share a shape.
    const key = [sx, sy, sz].map((scale) => scale.toPrecision(6)).join(" ");
    let fitted = shapes.get(key);
    if (fitted === undefined) {
      const scaled = vertices.map((number, i) => number * (i % 3 === 0 ? sx : i % 3 === 1 ? sy : sz));
      fitted = fitVertices(scaled, options, nameOf(mesh));
      shapes.set(key, fitted);
    }
    return fitted;
  }

  /** Adds a collider at the pose in `#frame`. */
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
    // Forgets an earlier source whose colliders were removed from the world.
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

const fitOf = ({ fit, maxVertices }: ObjectColliderOptions): FitOptions => ({ fit, maxVertices }) as FitOptions;
const asIs = (shape: Shape): FittedShape => ({ shape, offset: { x: 0, y: 0, z: 0 } as Vec3 });
