import {
  type BatchedMesh,
  type Bone,
  type InstancedMesh,
  Matrix4,
  type Object3D,
  type Raycaster,
  type SkinnedMesh,
} from "three";
import { type Collider, type ColliderOptions, type Shape, type TriangleMeshOptions, World } from "../src/api.js";
import { close, invalid, nameClass, show } from "../src/errors.js";
import { checkOptions, type OptionNames, readCount } from "../src/options.js";
import { disposeSymbol } from "../src/properties.js";
import { checkFilter } from "../src/world/filter.js";
import { checkFit, checkObject, FIT_OPTIONS, type FitOptions } from "./fit.js";
import { type HeldShape, HeldShapes } from "./held_shapes.js";
import { type ColliderIntersection, castThrough, type IntersectOptions } from "./intersect.js";
import { type ColliderOwner, type Owner, pieceAt } from "./owner.js";
import {
  drawsAny,
  faceIndexOf,
  geometryOf,
  instancesOf,
  isBatched,
  isMany,
  isMesh,
  updateBelow,
  updateWorld,
} from "./pieces.js";
import { place, pushPoses } from "./push.js";
import { frameError, isSameScale, nameOf, newFrame, type RigidFrame } from "./rigid_frame.js";
import { checkSkinned, fitBone, SKELETON_OPTIONS, type SkeletonOptions, verticesOfBones } from "./skeleton.js";
import {
  type Entry,
  type Member,
  matrixOf,
  newInstances,
  readBatch,
  readInstance,
  type Source,
  updateMatrices,
} from "./source.js";

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
  kinds: true,
  margin: true,
  userData: true,
};

/** Options of the colliders of a level. */
export interface LevelOptions
  extends TriangleMeshOptions,
    Pick<ColliderOptions, "sensor" | "layer" | "mask" | "margin" | "userData"> {
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
  margin: true,
  userData: true,
  filter: true,
};

/** A collider to be added. */
interface Draft {
  readonly instance: number;
  readonly held: HeldShape;
  readonly position: readonly number[];
  readonly quaternion: readonly number[];
}

/**
 * Keeps the colliders of a world at the poses of three.js objects: meshes, groups, the instances of InstancedMeshes and
 * BatchedMeshes, the bones of SkinnedMeshes, and whole levels.
 *
 * `pull` copies the matrices of all objects into the world at once, without garbage; then `world.update()` finds the
 * contacts, and `ownerOf` leads from a collider back to its object; `push` copies poses the other way. An object or instance that
 * `pull` finds at another scale gets a shape fitted anew, unless its shape was given. What is scaled to 0 is not there: `pull`
 * disables its collider until it has a size again. Descendants are read when a shape is fitted: after one has moved or grown, remove
 * the object and add it again.
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
  /** The sources of a level by its root. Weak: objects of a level may be removed one by one. */
  #levels = new WeakMap<Object3D, readonly Source[]>();
  /** By row. */
  readonly #owners: (ColliderOwner | undefined)[] = [];
  readonly #shapes = new HeldShapes();
  readonly #frame: RigidFrame = newFrame();
  readonly #matrix = new Matrix4();
  readonly #fresh: number[] = [];
  readonly #changed: Member[] = [];

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
    if (shape === undefined) updateBelow(object);
    else updateWorld(object);
    const hold = (_: number, frame: RigidFrame) =>
      shape === undefined ? this.#shapes.holdObject(object, frame, options) : this.#shapes.holdGiven(shape);
    return this.#enter([{ object, instances: [-1], hold }], colliderOptions(options))[0] as Collider;
  }

  /**
   * Adds a collider for each instance of an InstancedMesh, up to its `count`, or of a BatchedMesh, also invisible
   * ones, all with the same options. Instances of equal geometry and scale share a shape. `pull` adds colliders for instances
   * that come later, with a raised `count` or by `addInstance`, and disables those of instances that are gone. A new instance with
   * the id of a deleted one gets a collider of its own; `setGeometryIdAt` changes the shape.
   *
   * @returns the colliders by instance; deleted instances of a BatchedMesh are left out, and those scaled to 0, which get theirs
   * when they have a size
   * @throws HyperplaneError like `add`; no collider has then been added
   */
  addInstances(mesh: InstancedMesh | BatchedMesh, options: ObjectColliderOptions = {}): Collider[] {
    this.#check(mesh, options);
    if (!isMany(mesh)) throw invalid(`${nameOf(mesh)} is not an InstancedMesh or a BatchedMesh: use add`);
    const { shape } = options;
    updateWorld(mesh);
    const hold = (instance: number, frame: RigidFrame) =>
      shape === undefined ? this.#shapes.holdMesh(mesh, instance, frame, options) : this.#shapes.holdGiven(shape);
    return this.#enter([{ object: mesh, instances: instancesOf(mesh), hold, isOpen: true }], colliderOptions(options));
  }

  /**
   * Adds a collider for each bone of a skinned mesh that moves vertices: hitboxes for an animated character. A bone has the
   * vertices in which it has the most weight, and its shape encloses them at rest, in the bone's space; `pull` moves it with the
   * bone. `ownerOf` and `intersect` name the `bone`, `colliderOf(mesh, i)` has the collider of `mesh.skeleton.bones[i]`.
   *
   * Neighbouring bones overlap: give the colliders a `layer` of their own and a `mask` without it.
   *
   * @returns the colliders in the order of the bones; those without vertices, and those scaled to 0, have none
   * @throws HyperplaneError like `add`; `invalid-argument` for a mesh without skin weights. No collider has then been added
   */
  addSkeleton(mesh: SkinnedMesh, options: SkeletonOptions = {}): Collider[] {
    checkSkinned(mesh);
    checkOptions(options, SKELETON_OPTIONS);
    const { fit = "capsule", maxVertices, filter, ...rest } = options;
    checkFit(maxVertices === undefined ? { fit } : { fit, maxVertices });
    if (fit === ("mesh" as string) || fit === ("parts" as string)) throw invalid(`a bone cannot have the fit "${fit}"`);
    checkFilter(filter);
    this.#checkNew(mesh);
    const { bones } = mesh.skeleton;
    const vertices = verticesOfBones(mesh);
    const instances = bones.flatMap((bone, i) =>
      (vertices[i] as number[]).length > 0 && filter?.(bone) !== false ? [i] : [],
    );
    const hold = (i: number, frame: RigidFrame) =>
      this.#shapes.holdFitted(fitBone(vertices[i] as number[], frame, options), fit, frame);
    const entry: Entry = { object: mesh, instances, hold, bones };
    updateMatrices(entry);
    return this.#enter([entry], rest);
  }

  /**
   * Adds every mesh of an object and its descendants as a static collider with the fit "mesh": one a mesh, and one an
   * instance of an InstancedMesh or a BatchedMesh. As three's Raycaster and `Box3.setFromObject` do, it includes
   * invisible objects, all levels of an LOD, and skinned meshes at their present pose; meshes that draw no triangle
   * are left out, but triangles without any area are an error. Each mesh is an object of its own for `ownerOf`,
   * `colliderOf`, `pull(true)` and `remove`; `remove(root)` removes all of them. Meshes sheared by rotation within a parent
   * of unequal scale get the shear in their triangles.
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
    updateBelow(root);
    const entries: Entry[] = [];
    const collect = (object: Object3D) => {
      if (filter?.(object) === false) return;
      if (isMesh(object)) {
        this.#checkNew(object);
        const instances = instancesOf(object).filter((instance) => drawsAny({ mesh: object, instance }));
        const hold = (instance: number, frame: RigidFrame) => this.#shapes.holdMesh(object, instance, frame, fit);
        if (instances.length > 0) entries.push({ object, instances, hold, canShear: true });
      }
      for (const child of object.children) collect(child);
    };
    collect(root);
    const colliders = this.#enter(entries, { ...rest, static: true });
    // Another call may have added the same root before, with another filter.
    const before = (this.#levels.get(root) ?? []).filter((part) => this.#sourceOf.get(part.entry.object) === part);
    this.#levels.set(root, [...before, ...entries.map(({ object }) => this.#sourceOf.get(object) as Source)]);
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
    for (const part of level) if (this.#sourceOf.get(part.entry.object) === part) this.#removeSource(part);
  }

  /** Removes everything that was added, with its shapes. Other colliders of the world stay. */
  clear(): void {
    this.#levels = new WeakMap();
    for (const source of [...this.#sources]) this.#removeSource(source);
  }

  /** As `clear`. The world stays; it is its owner's to dispose of. */
  dispose(): void {
    this.clear();
  }

  /** Calls `dispose`; for `using` declarations. */
  [disposeSymbol](): void {
    this.dispose();
  }

  #removeSource(source: Source): void {
    this.#sourceOf.delete(source.entry.object);
    const last = this.#sources.pop() as Source;
    if (last !== source) {
      this.#sources[source.place] = last;
      last.place = source.place;
    }
    for (const member of source.members) if (member !== undefined) this.#drop(member);
  }

  #drop({ collider, held }: Member): void {
    if (!collider.removed) collider.remove();
    // A reference would keep the object in memory.
    if (this.#owners[collider.index]?.collider === collider) this.#owners[collider.index] = undefined;
    this.#shapes.release(held);
  }

  /**
   * The collider of an object, of an instance or of a bone.
   *
   * @param instance index in an InstancedMesh, a BatchedMesh or a skeleton. Default: 0, the only one of other objects
   * @returns null for an object that was not added, an instance out of range, or a removed collider
   */
  colliderOf(object: Object3D, instance = 0): Collider | null {
    const collider = this.#sourceOf.get(object)?.members[instance]?.collider ?? null;
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
    const { piece, triangle: local, extent } = found;
    const { mesh } = piece;
    const instance = owner.instance < 0 ? piece.instance : owner.instance;
    const faceIndex = extent === null ? -1 : faceIndexOf(extent, local);
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
   * back faces. Nor does it miss the outline of sheared meshes, for which three's bounding spheres are too small.
   *
   * @returns a new list; empty for no hit
   * @throws HyperplaneError `invalid-argument`, also for a ray without a direction; `disposed`, `out-of-memory`
   */
  intersect(raycaster: Raycaster, options: IntersectOptions = {}): ColliderIntersection[] {
    return castThrough(this.world, raycaster, options, (collider) => this.#ownerOf(collider));
  }

  #ownerOf(collider: Collider): ColliderOwner | null {
    const owner = this.#owners[(collider as Collider | null | undefined)?.index ?? -1];
    return owner !== undefined && owner.collider === collider ? owner : null;
  }

  /**
   * Copies the poses of the objects into the world, and refits it: queries and `moveAndSlide` see them at once, contacts with the next
   * `world.update()`. Call it once per frame, before anything that depends on these poses. Updates the matrices of the objects; skips
   * colliders that were removed from the world. Disables colliders of what is scaled to 0 and of instances that are gone, and enables
   * them when they are back; adds colliders for new instances; fits the shapes of what has another scale, which costs as much as adding
   * unless an equal shape is in use.
   *
   * @param statics true to include objects that were added as static
   * @throws HyperplaneError `invalid-argument` for a matrix that is not finite, or sheared; the
   * poses of other objects may have been written by then, which has no effect before `update` or `refit`. As `World.refit`, and as
   * `fitShape` for shapes of another scale
   */
  pull(statics = false): void {
    const frame = this.#frame;
    const fresh = this.#fresh;
    const sources = this.#sources;
    // Of the source before: siblings mostly follow each other.
    let parent: Object3D | null = null;
    for (let s = 0; s < sources.length; s++) {
      const source = sources[s] as Source;
      if (source.isStatic && !statics) continue;
      const { object } = source.entry;
      updateMatrices(source.entry, object.parent === parent);
      parent = object.parent;
      // Adding may move the rows, so it comes first.
      if (isBatched(object)) {
        readBatch(source, fresh, this.#changed);
        for (const member of this.#changed) this.#fitAgain(source, member);
      } else newInstances(source, fresh);
      if (fresh.length === 0) continue;
      const [added = []] = this.#addAll([{ entry: source.entry, instances: fresh }], source.options);
      this.#track(source, added);
    }
    let { positions, quaternions } = this.world;
    const changed = this.#changed;
    changed.length = 0;
    for (let s = 0; s < sources.length; s++) {
      const source = sources[s] as Source;
      const { entry, isStatic, members } = source;
      if (isStatic && !statics) continue;
      for (let i = 0; i < members.length; i++) {
        const member = members[i];
        if (member === undefined || member.collider.removed) continue;
        const { collider, instance, isOff, geometry } = member;
        if (geometry < 0 || !readInstance(entry, instance, frame, this.#matrix)) {
          if (collider.enabled) changed.push(member);
          continue;
        }
        if (isOff && collider.enabled) member.isOff = false;
        else if (isOff) changed.push(member);
        const { scale } = member.held;
        if (scale !== null && !isSameScale(frame, scale) && collider.shape === member.held.shape) {
          this.#fitAgain(source, member);
          // A new shape may have moved the rows' memory.
          positions = this.world.positions;
          quaternions = this.world.quaternions;
        }
        const { index } = collider;
        place(frame, member.held);
        positions[3 * index] = frame.px;
        positions[3 * index + 1] = frame.py;
        positions[3 * index + 2] = frame.pz;
        quaternions[4 * index] = frame.qx;
        quaternions[4 * index + 1] = frame.qy;
        quaternions[4 * index + 2] = frame.qz;
        quaternions[4 * index + 3] = frame.qw;
      }
    }
    // Last, as it may move the rows' memory, and as an object may throw before. Enabling takes the pose in the row.
    for (let i = 0; i < changed.length; i++) {
      const member = changed[i] as Member;
      member.isOff = member.collider.enabled;
      member.collider.enabled = !member.isOff;
    }
    this.world.refit();
  }

  /**
   * Copies the poses of the colliders to their objects and instances, the other way of `pull`: what was resolved by `setPose`, a
   * separation or a write to the rows. Keeps scales; what has not moved keeps its numbers. Not to bones, which have their
   * animation. An object turned within a parent of unequal scale comes as close as its numbers allow.
   *
   * @param statics true to include objects that were added as static
   * @throws HyperplaneError `invalid-argument` for a matrix that is not finite, or sheared; `disposed` for a disposed world
   */
  push(statics = false): void {
    const sources = this.#sources.filter((source) => statics || !source.isStatic);
    pushPoses(this.world, sources);
  }

  #check(object: Object3D, options: ObjectColliderOptions): void {
    checkObject(object);
    checkFit(options, OBJECT_OPTIONS);
    this.#checkNew(object);
  }

  #checkNew(object: Object3D): void {
    if (this.#sourceOf.get(object)?.members.some((member) => member?.collider.removed === false)) {
      throw invalid(`${nameOf(object)} was added before`);
    }
  }

  /** Adds objects: all, or none if one of them throws. @returns the colliders */
  #enter(entries: readonly Entry[], options: Omit<ColliderOptions, "shape">): Collider[] {
    const added = this.#addAll(
      entries.map((entry) => ({ entry, instances: entry.instances })),
      options,
    );
    for (const [i, entry] of entries.entries()) {
      // Forgets an earlier source whose colliders were removed from the world.
      const former = this.#sourceOf.get(entry.object);
      if (former !== undefined) this.#removeSource(former);
      const isStatic = options.static ?? false;
      const source: Source = { place: this.#sources.length, entry, options, isStatic, members: [], bare: new Set() };
      this.#sources.push(source);
      this.#sourceOf.set(entry.object, source);
      this.#track(source, added[i] as Member[]);
    }
    return added.flat().map(({ collider }) => collider);
  }

  /** Adds colliders for instances, by entry: all, or none if one throws. */
  #addAll(
    wanted: readonly { readonly entry: Entry; readonly instances: readonly number[] }[],
    options: Omit<ColliderOptions, "shape">,
  ): Member[][] {
    const drafts: Draft[][] = [];
    const colliders: Collider[] = [];
    try {
      for (const { entry, instances } of wanted) {
        const list: Draft[] = [];
        drafts.push(list);
        for (const instance of instances) this.#draft(entry, instance, list);
      }
      for (const { held, position, quaternion } of drafts.flat()) {
        colliders.push(this.world.add({ ...options, shape: held.shape, position, quaternion }));
      }
    } catch (error) {
      for (const collider of colliders) collider.remove();
      for (const { held } of drafts.flat()) this.#shapes.release(held);
      throw error;
    }
    let next = 0;
    return drafts.map((list, i) => {
      const { object } = (wanted[i] as (typeof wanted)[number]).entry;
      return list.map(({ instance, held }) => {
        const geometry = isBatched(object) ? geometryOf(object, instance) : 0;
        return { instance, held, collider: colliders[next++] as Collider, isOff: false, geometry };
      });
    });
  }

  /** Gives a collider a shape of the scale that its instance has now and, in a BatchedMesh, of its geometry. */
  #fitAgain({ entry }: Source, member: Member): void {
    const { collider, held, instance } = member;
    // Otherwise when it has a size again.
    if (!readInstance(entry, instance, this.#frame, this.#matrix)) return;
    // Not what the program has given it since.
    if (held.fit !== null && !collider.removed && collider.shape === held.shape) {
      if (instance < 0) updateBelow(entry.object);
      const next = entry.hold(instance, Object.assign(newFrame(), this.#frame));
      try {
        collider.shape = next.shape;
      } catch (error) {
        this.#shapes.release(next);
        throw error;
      }
      this.#shapes.release(held);
      member.held = next;
      this.#owners[collider.index] = { ...(this.#owners[collider.index] as ColliderOwner), held: next };
    }
    if (isBatched(entry.object)) member.geometry = geometryOf(entry.object, instance);
  }

  /** Drafts the collider of an instance, unless that has no size. */
  #draft(entry: Entry, instance: number, into: Draft[]): void {
    if (!readInstance(entry, instance, this.#frame, this.#matrix)) {
      if (instance >= 0) return;
      throw frameError(matrixOf(entry, instance, this.#matrix).elements, 0, nameOf(entry.object));
    }
    // A copy of the same layout: `pull` is without garbage only if engines see one kind of frame.
    const frame = Object.assign(newFrame(), this.#frame);
    const held = entry.hold(instance, frame);
    place(frame, held);
    const { px, py, pz, qx, qy, qz, qw } = frame;
    into.push({ instance, held, position: [px, py, pz], quaternion: [qx, qy, qz, qw] });
  }

  #track({ entry, members, bare }: Source, added: readonly Member[]): void {
    const { object, bones } = entry;
    for (const member of added) {
      const { instance, collider, held } = member;
      const place = Math.max(0, instance);
      // Of a deleted instance whose id this one has got.
      const former = members[place];
      if (former !== undefined) this.#drop(former);
      members[place] = member;
      bare.delete(instance);
      const owner = { object, instance, mesh: isMesh(object) ? object : null, faceIndex: -1, collider, held };
      this.#owners[collider.index] = bones === undefined ? owner : { ...owner, bone: bones[instance] as Bone };
    }
  }
}

/** Triangles and parts have 32-bit numbers. */
const MAX_FEATURE = 2 ** 32;

/** The options that are the collider's, not those of its shape. */
function colliderOptions(options: ObjectColliderOptions): Omit<ColliderOptions, "shape"> {
  const { fit, maxVertices, sides, thickness, solid, weld, shape, ...rest } = options;
  return rest;
}
