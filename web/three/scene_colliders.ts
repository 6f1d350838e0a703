import { type BatchedMesh, type InstancedMesh, Matrix4, type Object3D, type Raycaster } from "three";
import { type Collider, type ColliderOptions, type Shape, type TriangleMeshOptions, World } from "../src/api.js";
import { close, invalid, nameClass, show } from "../src/errors.js";
import { checkOptions, type OptionNames, readCount } from "../src/options.js";
import { checkFilter } from "../src/world/filter.js";
import { checkFit, checkObject, FIT_OPTIONS, type FitOptions } from "./fit.js";
import { type HeldShape, HeldShapes } from "./held_shapes.js";
import { type ColliderIntersection, castThrough, type IntersectOptions } from "./intersect.js";
import { type ColliderOwner, type Owner, pieceAt } from "./owner.js";
import { extentOf, hasInstance, instancesOf, isMany, isMesh, type Piece } from "./pieces.js";
import { frameError, moveBy, nameOf, newFrame, type RigidFrame, readFrame } from "./rigid_frame.js";

/** Options of an object's collider. Its shape is fitted to the object's meshes, or given. */
export interface ObjectColliderOptions extends Omit<ColliderOptions, "shape" | "position" | "quaternion">, FitOptions {
  /**
   * Replaces the fitted shape, in the object's rigid frame; the object's scale does not apply to it. Held by the
   * collider, so it may be disposed of afterwards. `fit` and its options are then ignored.
   */
  readonly shape?: Shape;
}

const OBJECT_OPTIONS: OptionNames<ObjectColliderOptions> = {
  ...FIT_OPTIONS,
  shape: true,
  static: true,
  sensor: true,
  continuous: true,
  enabled: true,
  layer: true,
  mask: true,
  userData: true,
};

/** Options of the colliders of a level. */
export interface LevelOptions
  extends TriangleMeshOptions,
    Pick<ColliderOptions, "sensor" | "layer" | "mask" | "userData"> {
  /** Return false to leave out an object and its descendants. */
  readonly filter?: (object: Object3D) => boolean;
}

const LEVEL_OPTIONS: OptionNames<LevelOptions> = {
  sides: true,
  thickness: true,
  solid: true,
  weld: true,
  sensor: true,
  layer: true,
  mask: true,
  userData: true,
  filter: true,
};

/** An object with its collider, or a mesh with the colliders of all of its instances. */
interface Source {
  /** Index in the list of all sources. */
  place: number;
  readonly object: Object3D;
  readonly isStatic: boolean;
  /** By instance, or the only one. Removed colliders stay in the list; null where a BatchedMesh has no instance. */
  readonly colliders: readonly (Collider | null)[];
  /** Of the colliders. */
  readonly shapes: readonly HeldShape[];
  /** By collider: x, y, z from the object's origin to the shape's. */
  readonly offsets: Float64Array;
}

/** A collider to be added. */
interface Draft {
  readonly held: HeldShape;
  readonly position: readonly number[];
  readonly quaternion: readonly number[];
}

/** An object to be added. */
interface Entry {
  readonly object: Object3D;
  /** -1: the object has none. */
  readonly instances: readonly number[];
  /** Makes the shape of an instance at the scale of a frame. */
  readonly hold: (instance: number, frame: RigidFrame) => HeldShape;
}

/**
 * Keeps the colliders of a world at the poses of three.js objects: meshes, groups, the instances of InstancedMeshes and
 * BatchedMeshes, and whole levels.
 *
 * `pull` copies the matrices of all objects into the world at once, without garbage; then `world.update()` finds the
 * contacts, and `ownerOf` leads from a collider back to its object. Sizes are read when an object is added: after a
 * change of scale, remove the object and add it again.
 *
 * Fitted shapes are shared by meshes and instances of equal geometry, scale and options, and disposed of when the last
 * of their objects is removed here.
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
  /** The sources of a level by its root. */
  readonly #levels = new Map<Object3D, readonly Source[]>();
  /** By row. */
  readonly #owners: (ColliderOwner | undefined)[] = [];
  readonly #shapes = new HeldShapes();
  readonly #frame: RigidFrame = newFrame();
  readonly #matrix = new Matrix4();

  /**
   * @param world may contain other colliders
   * @throws HyperplaneError `invalid-argument` for any other value
   */
  constructor(world: World) {
    if (!(world instanceof World)) throw invalid(`world must be a World, got ${show(world)}`);
    this.world = world;
    close(this);
  }

  /**
   * Adds one collider for an object and its descendants, at the object's present pose. `pull` skips static objects by
   * default.
   *
   * @returns the collider, at the object's pose moved by `FittedShape.offset`
   * @throws HyperplaneError like `World.add` and `fitShape`; `invalid-argument` for an object that was added before,
   * or one with instances
   */
  add(object: Object3D, options: ObjectColliderOptions = {}): Collider {
    this.#check(object, options);
    if (isMany(object)) throw invalid(`${nameOf(object)} has instances: use addInstances`);
    const { shape } = options;
    object.updateWorldMatrix(true, shape === undefined);
    const hold = (_: number, frame: RigidFrame) =>
      shape === undefined ? this.#shapes.holdObject(object, frame, options) : this.#shapes.holdGiven(shape);
    return this.#enter([{ object, instances: [-1], hold }], colliderOptions(options)).colliders[0] as Collider;
  }

  /**
   * Adds a collider for each instance of an InstancedMesh, up to its `count`, or of a BatchedMesh, also invisible
   * ones, all with the same options. Instances of equal geometry and scale share a shape.
   *
   * @returns the colliders by instance; deleted instances of a BatchedMesh are left out
   * @throws HyperplaneError like `add`; no collider has then been added
   */
  addInstances(mesh: InstancedMesh | BatchedMesh, options: ObjectColliderOptions = {}): Collider[] {
    this.#check(mesh, options);
    if (!isMany(mesh)) throw invalid(`${nameOf(mesh)} is not an InstancedMesh or a BatchedMesh: use add`);
    const { shape } = options;
    mesh.updateWorldMatrix(true, false);
    const hold = (instance: number, frame: RigidFrame) =>
      shape === undefined ? this.#shapes.holdMesh(mesh, instance, frame, options) : this.#shapes.holdGiven(shape);
    return this.#enter([{ object: mesh, instances: instancesOf(mesh), hold }], colliderOptions(options)).colliders;
  }

  /**
   * Adds every mesh of an object and its descendants as a static collider with the fit "mesh": one a mesh, and one an
   * instance of an InstancedMesh or a BatchedMesh. As three's Raycaster and `Box3.setFromObject` do, it includes
   * invisible objects, all levels of an LOD, and skinned meshes at their present pose; meshes that draw no triangle
   * are left out, but triangles without any area are an error. Each mesh is an object of its own for `ownerOf`,
   * `colliderOf`, `pull(true)` and `remove`; `remove(root)` removes all of them.
   *
   * @param root updates the matrices of its parents and descendants
   * @returns the colliders, in the order of `Object3D.traverse`, then by instance
   * @throws HyperplaneError like `add`, in the name of the object; nothing has then been added
   */
  addLevel(root: Object3D, options: LevelOptions = {}): Collider[] {
    checkObject(root);
    checkOptions(options, LEVEL_OPTIONS);
    const { filter, sides, thickness, solid, weld, ...rest } = options;
    checkFilter(filter);
    const fit = { fit: "mesh", sides, thickness, solid, weld } as FitOptions;
    root.updateWorldMatrix(true, true);
    const entries: Entry[] = [];
    const collect = (object: Object3D) => {
      if (filter?.(object) === false) return;
      if (isMesh(object)) {
        this.#checkNew(object);
        const instances = instancesOf(object).filter((instance) => drawsAny({ mesh: object, instance }));
        const hold = (instance: number, frame: RigidFrame) => this.#shapes.holdMesh(object, instance, frame, fit);
        if (instances.length > 0) entries.push({ object, instances, hold });
      }
      for (const child of object.children) collect(child);
    };
    collect(root);
    const { colliders, sources } = this.#enter(entries, { ...rest, static: true });
    this.#levels.set(root, sources);
    return colliders;
  }

  /**
   * Removes the colliders of an object, of all of its instances, or of a level. Ignores an object that was not added.
   */
  remove(object: Object3D): void {
    const source = this.#sourceOf.get(object);
    if (source !== undefined) this.#removeSource(source);
    const level = this.#levels.get(object) ?? [];
    this.#levels.delete(object);
    for (const part of level) if (this.#sourceOf.get(part.object) === part) this.#removeSource(part);
  }

  #removeSource(source: Source): void {
    this.#sourceOf.delete(source.object);
    const last = this.#sources.pop() as Source;
    if (last !== source) {
      this.#sources[source.place] = last;
      last.place = source.place;
    }
    for (const collider of source.colliders) {
      if (collider === null) continue;
      if (!collider.removed) this.world.remove(collider);
      // A reference would keep the object in memory.
      if (this.#owners[collider.index]?.collider === collider) this.#owners[collider.index] = undefined;
    }
    for (const held of source.shapes) this.#shapes.release(held);
  }

  /**
   * The collider of an object or of an instance.
   *
   * @param instance index in an InstancedMesh or a BatchedMesh. Default: 0, the only one of other objects
   * @returns null for an object that was not added, an instance out of range, or a removed collider
   */
  colliderOf(object: Object3D, instance = 0): Collider | null {
    const collider = this.#sourceOf.get(object)?.colliders[instance] ?? null;
    return collider === null || collider.removed ? null : collider;
  }

  /**
   * The owner of a collider and, of a triangle or a part that a query or a contact names, the mesh and its `faceIndex`.
   *
   * @param triangle as `triangle` of a hit, or `triangleA` or `triangleB` of a contact. Default: -1, none
   * @param part as `part`, `partA` or `partB`. Default: -1, none
   * @returns null for a collider that was not added here
   * @throws HyperplaneError `invalid-argument` for a triangle or a part that is no whole number from -1 on
   */
  ownerOf(collider: Collider, triangle = -1, part = -1): Owner | null {
    const owner = this.#ownerOf(collider);
    readCount(triangle, "triangle", -1, MAX_FEATURE);
    readCount(part, "part", -1, MAX_FEATURE);
    if (owner === null || (triangle < 0 && part < 0)) return owner;
    const found = pieceAt(owner, triangle, part);
    if (found === null) return owner;
    const { piece, triangle: local } = found;
    const { mesh } = piece;
    const instance = owner.instance < 0 ? piece.instance : owner.instance;
    const faceIndex = local < 0 ? -1 : extentOf(piece).firstTriangle + local;
    return { object: owner.object, instance, mesh, faceIndex };
  }

  /**
   * The colliders of objects that a three.js Raycaster hits, as its `intersectObject` lists them: with point, face, uv
   * and material, nearest first, within its `near` and `far`, for objects on its layers. A collider with the fit
   * "mesh" is hit at each triangle on the way that faces as its material asks, one that is `solid` and all others at
   * their first point, without a face. Invisible objects are hit, invisible instances of a BatchedMesh are not.
   *
   * Sees the poses of the last `world.update` or `refit`. Unlike three.js, it lists a hit on an edge once, not for
   * each of its triangles; so it does where different triangles of a mesh overlap in one plane. `sides: "front"` hides
   * back faces.
   *
   * @returns a new list; empty for no hit
   * @throws HyperplaneError `invalid-argument`, also for a ray without a direction; `disposed`, `out-of-memory`
   */
  intersect(raycaster: Raycaster, options: IntersectOptions = {}): ColliderIntersection[] {
    return castThrough(this.world, raycaster, options, (collider) => this.#ownerOf(collider));
  }

  #ownerOf(collider: Collider): ColliderOwner | null {
    const owner = this.#owners[(collider as Collider | null | undefined)?.index ?? -1];
    return owner?.collider === collider ? owner : null;
  }

  /**
   * Copies the poses of the objects into the world. Call it once per frame, before `world.update()`. Updates the
   * matrices of the objects; skips colliders that were removed from the world, and instances that are gone.
   *
   * @param statics true to include objects that were added as static
   * @throws HyperplaneError `invalid-argument` for a matrix that is not finite, sheared, or has a zero scale; the
   * poses of other objects may have been written by then, which has no effect before `update` or `refit`; `disposed`
   * for a disposed world
   */
  pull(statics = false): void {
    const { positions, quaternions } = this.world;
    const frame = this.#frame;
    for (let s = 0; s < this.#sources.length; s++) {
      const { object, isStatic, colliders, offsets } = this.#sources[s] as Source;
      if (isStatic && !statics) continue;
      object.updateWorldMatrix(true, false);
      for (let i = 0; i < colliders.length; i++) {
        const collider = colliders[i] as Collider | null;
        if (collider === null || collider.removed) continue;
        if (!hasInstance(object, i)) continue;
        this.#read(object, isMany(object) ? i : -1);
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
    this.#checkNew(object);
  }

  #checkNew(object: Object3D): void {
    if (this.#sourceOf.get(object)?.colliders.some((collider) => collider?.removed === false)) {
      throw invalid(`${nameOf(object)} was added before`);
    }
  }

  /** Reads the rigid frame of an object or of its instance into `#frame`. */
  #read(object: Object3D, instance: number): void {
    let matrix = object.matrixWorld;
    if (instance >= 0) {
      matrix = this.#matrix;
      (object as InstancedMesh | BatchedMesh).getMatrixAt(instance, matrix);
      matrix.premultiply(object.matrixWorld);
    }
    const { elements } = matrix;
    if (!readFrame(elements, 0, this.#frame)) throw frameError(elements, 0, nameOf(object, instance));
  }

  /** Adds objects: all, or none if one of them throws. */
  #enter(
    entries: readonly Entry[],
    options: Omit<ColliderOptions, "shape">,
  ): { colliders: Collider[]; sources: Source[] } {
    const drafts: Draft[] = [];
    const colliders: Collider[] = [];
    try {
      for (const { object, instances, hold } of entries) {
        for (const instance of instances) {
          this.#read(object, instance);
          // A copy of the same layout: `pull` is without garbage only if engines see one kind of frame.
          const frame = Object.assign(newFrame(), this.#frame);
          const held = hold(instance, frame);
          moveBy(frame, held.offset.x, held.offset.y, held.offset.z);
          const { px, py, pz, qx, qy, qz, qw } = frame;
          drafts.push({ held, position: [px, py, pz], quaternion: [qx, qy, qz, qw] });
        }
      }
      for (const { held, position, quaternion } of drafts) {
        colliders.push(this.world.add({ ...options, shape: held.shape, position, quaternion }));
      }
    } catch (error) {
      for (const collider of colliders) this.world.remove(collider);
      for (const { held } of drafts) this.#shapes.release(held);
      throw error;
    }
    let next = 0;
    const sources = entries.map(({ object, instances }) => {
      const end = next + instances.length;
      const held = drafts.slice(next, end).map((draft) => draft.held);
      const source = this.#track(object, instances, colliders.slice(next, end), held);
      next = end;
      return source;
    });
    return { colliders, sources };
  }

  #track(
    object: Object3D,
    instances: readonly number[],
    added: readonly Collider[],
    shapes: readonly HeldShape[],
  ): Source {
    // Forgets an earlier source whose colliders were removed from the world.
    const former = this.#sourceOf.get(object);
    if (former !== undefined) this.#removeSource(former);
    const rows = Math.max(0, instances.at(-1) ?? -1) + Math.sign(instances.length);
    const colliders: (Collider | null)[] = new Array(rows).fill(null);
    const offsets = new Float64Array(3 * rows);
    for (const [i, instance] of instances.entries()) {
      const collider = added[i] as Collider;
      const held = shapes[i] as HeldShape;
      const row = Math.max(0, instance);
      colliders[row] = collider;
      offsets.set([held.offset.x, held.offset.y, held.offset.z], 3 * row);
      const mesh = isMesh(object) ? object : null;
      this.#owners[collider.index] = { object, instance, mesh, faceIndex: -1, collider, held };
    }
    const isStatic = added[0]?.static ?? false;
    const source: Source = { place: this.#sources.length, object, isStatic, colliders, shapes, offsets };
    this.#sources.push(source);
    this.#sourceOf.set(object, source);
    return source;
  }
}

/** Triangles and parts have 32-bit numbers. */
const MAX_FEATURE = 2 ** 32;

const drawsAny = (piece: Pick<Piece, "mesh" | "instance">) =>
  extentOf(piece).runs.some(({ start, end }) => end > start);

/** The options that are the collider's, not those of its shape. */
function colliderOptions(options: ObjectColliderOptions): Omit<ColliderOptions, "shape"> {
  const { fit, maxVertices, sides, thickness, solid, weld, shape, ...rest } = options;
  return rest;
}
