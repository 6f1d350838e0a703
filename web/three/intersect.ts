/**
 * A ray of three.js against the colliders of objects, answered as three's Raycaster does.
 *
 * The world finds the colliders on the way, each with its first hit. The further triangles of a mesh follow from
 * casting again from just behind each hit, and those in the same place from a list. Face, uv and normal are computed
 * from the geometry, in the space of its vertices.
 */

import {
  BackSide,
  type Bone,
  type BufferAttribute,
  FrontSide,
  type InterleavedBufferAttribute,
  type Intersection,
  type Layers,
  Matrix4,
  Quaternion,
  Ray,
  type Raycaster,
  Triangle,
  Vector2,
  Vector3,
} from "three";
import { type Collider, type QueryOptions, type RayHit, raycast, type TriangleMesh, type World } from "../src/api.js";
import { invalid, isObject, show } from "../src/errors.js";
import { checkOptions, type OptionNames, readFlag } from "../src/options.js";
import { checkFilter } from "../src/world/filter.js";
import { type ColliderOwner, isShifted, pieceAt } from "./owner.js";
import { extentOf, faceIndexOf, hasInstance, isBatched, type Piece, runsAt } from "./pieces.js";
import { twinsOf } from "./twins.js";

/** Options of `SceneColliders.intersect`. The distance is limited by the raycaster; triangles have no inside to leave. */
export interface IntersectOptions extends Omit<QueryOptions, "maxDistance" | "solid"> {
  /** List the first intersection only, which is much faster. Default: false. */
  readonly first?: boolean;
}

const INTERSECT_OPTIONS: OptionNames<IntersectOptions> = {
  first: true,
  mask: true,
  sensors: true,
  exclude: true,
  filter: true,
  kinds: true,
};

/** An intersection of three.js, with the collider. */
export interface ColliderIntersection extends Intersection {
  /** The collider of the object. */
  collider: Collider;
  /**
   * The normal of the collider's shape: unit length, in world space, against the ray. `normal` is in the space of the
   * mesh.
   */
  worldNormal: Vector3;
  /** The bone, of a collider of a skeleton. */
  bone?: Bone;
}

/** A ray between a raycaster's near and far. */
interface Cast {
  readonly world: World;
  /** At the near distance. */
  readonly start: Vector3;
  /** Unit length. */
  readonly direction: Vector3;
  readonly near: number;
  /** From the start. */
  readonly length: number;
  readonly layers: Layers;
}

/** A hit of one collider, its distance from the start. */
interface Hit extends RayHit {
  readonly collider: Collider;
}

interface ColliderPose {
  readonly position: Vector3;
  readonly quaternion: Quaternion;
}

type FindOwner = (collider: Collider) => ColliderOwner | null;

/**
 * Advance past a hit, as a share of the coordinates: a few hundred times their rounding. Doubled while it does not
 * suffice.
 */
const STEP = 2 ** -44;

export function castThrough(
  world: World,
  raycaster: Raycaster,
  options: IntersectOptions,
  ownerOf: FindOwner,
): ColliderIntersection[] {
  const { ray, layers, near = 0, far = Number.POSITIVE_INFINITY } = (raycaster ?? {}) as Partial<Raycaster>;
  if (!isObject(ray?.origin) || !isObject(ray.direction) || !isObject(layers)) {
    throw invalid(`raycaster must be a Raycaster of three.js, got ${show(raycaster)}`);
  }
  checkOptions(options, INTERSECT_OPTIONS);
  const { first = false, filter, ...rest } = options;
  const onlyFirst = readFlag(first, "options.first");
  checkFilter(filter);
  const direction = new Vector3().copy(ray.direction).normalize();
  const before = Math.max(0, near);
  const start = new Vector3().copy(ray.origin).addScaledVector(direction, before);
  const cast: Cast = { world, start, direction, near: before, length: far - before, layers };
  if (!(cast.length >= 0)) return [];
  const query = { ...rest, maxDistance: cast.length };
  if (onlyFirst && filter === undefined) {
    // Most often the first collider has the first intersection.
    const hit = world.raycast(start, direction, query);
    if (hit === null) return [];
    const found = answersOf(cast, hit, ownerOf(hit.collider));
    if (found.length > 0) return found.slice(0, 1);
  }
  const isOwned = (collider: Collider) => ownerOf(collider) !== null && filter?.(collider) !== false;
  const answers: ColliderIntersection[] = [];
  for (const hit of world.raycastAll(start, direction, { ...query, filter: isOwned })) {
    const nearest = answers[0]?.distance ?? Number.POSITIVE_INFINITY;
    if (onlyFirst && nearest <= cast.near + hit.distance) break;
    const owner = ownerOf(hit.collider);
    for (const along of hitsAlong(cast, hit, owner)) {
      const found = answersOf(cast, along, owner);
      if (onlyFirst && found.length > 0) {
        if ((found[0] as ColliderIntersection).distance < nearest) answers[0] = found[0] as ColliderIntersection;
        break;
      }
      answers.push(...found);
    }
  }
  return answers.sort((a, b) => a.distance - b.distance);
}

/** The hits on the way of a ray through a collider. */
function* hitsAlong(cast: Cast, first: Hit, owner: ColliderOwner | null): Generator<Hit, void, undefined> {
  yield first;
  const { collider } = first;
  if (owner === null || owner.held.fit !== "mesh") return;
  const mesh = collider.shape as TriangleMesh;
  // The ray is inside of a solid from its first hit on.
  if (mesh.solid) return;
  const pose = poseOf(cast.world, collider);
  if (isShifted(owner)) {
    yield* restOfHits(cast, first, mesh, pose);
    return;
  }
  const twins = mesh.sides === "both" ? twinsOf(mesh) : null;
  for (const twin of twins?.get(first.triangle) ?? []) if (twin !== first.triangle) yield { ...first, triangle: twin };
  const { start, direction, length } = cast;
  const smallest = STEP * (length1(start) + length1(pose.position) + first.distance);
  const seen = new Set(twins?.get(first.triangle) ?? [first.triangle]);
  const origin = new Vector3();
  let step = smallest;
  for (let at = first.distance + step; at <= length; at += step) {
    const hit = raycast(
      collider.shape,
      pose,
      origin.copy(start).addScaledVector(direction, at),
      direction,
      length - at,
    );
    if (hit === null) return;
    at += hit.distance;
    if (seen.has(hit.triangle)) {
      step *= 2;
      continue;
    }
    step = smallest;
    for (const triangle of twins?.get(hit.triangle) ?? [hit.triangle]) {
      seen.add(triangle);
      yield { ...hit, collider, distance: at, triangle };
    }
  }
}

/**
 * The hits of a mesh but the first, by a look at each triangle: of several that lie across each other in one plane, a cast finds one.
 */
function restOfHits(cast: Cast, first: Hit, mesh: TriangleMesh, { position, quaternion }: ColliderPose): Hit[] {
  const toMesh = new Matrix4().compose(position, quaternion, ONE).invert();
  const ray = new Ray(cast.start.clone(), cast.direction.clone()).applyMatrix4(toMesh);
  const triangle = new Triangle();
  const [corners, point] = [new Float64Array(9), new Vector3()];
  const hits: Hit[] = [];
  for (let i = 0; i < mesh.triangleCount; i++) {
    mesh.triangle(i, corners);
    triangle.a.fromArray(corners, 0);
    triangle.b.fromArray(corners, 3);
    triangle.c.fromArray(corners, 6);
    if (i === first.triangle || ray.intersectTriangle(triangle.a, triangle.b, triangle.c, false, point) === null)
      continue;
    const distance = point.distanceTo(ray.origin);
    if (distance > cast.length) continue;
    const normal = triangle.getNormal(new Vector3()).applyQuaternion(quaternion);
    const place = point.clone().applyQuaternion(quaternion).add(position);
    hits.push({ ...first, distance, triangle: i, normal, point: place });
  }
  return hits.sort((a, b) => a.distance - b.distance);
}

const length1 = ({ x, y, z }: Vector3) => Math.abs(x) + Math.abs(y) + Math.abs(z);

function poseOf({ positions, quaternions }: World, { index }: Collider): ColliderPose {
  return {
    position: new Vector3().fromArray(positions, 3 * index),
    quaternion: new Quaternion().fromArray(quaternions, 4 * index).normalize(),
  };
}

/** What three.js lists for a hit: nothing where the mesh is not on the layers, is not drawn, or faces the other way. */
function answersOf(cast: Cast, hit: Hit, owner: ColliderOwner | null): ColliderIntersection[] {
  if (owner === null) return [];
  const found = pieceAt(owner, hit.triangle, hit.part);
  const { mesh = owner.object, instance = owner.instance } = found?.piece ?? {};
  if (!mesh.layers.test(cast.layers)) return [];
  if (isBatched(mesh) && !(hasInstance(mesh, instance) && mesh.getVisibleAt(instance))) return [];
  const worldNormal = new Vector3().copy(hit.normal);
  if (worldNormal.dot(cast.direction) > 0) worldNormal.negate();
  const answer: ColliderIntersection = {
    distance: cast.near + hit.distance,
    point: new Vector3().copy(hit.point),
    object: mesh,
    face: null,
    faceIndex: null,
    collider: hit.collider,
    worldNormal,
  };
  if (owner.bone !== undefined) answer.bone = owner.bone;
  else if (instance >= 0) answer[isBatched(mesh) ? "batchId" : "instanceId"] = instance;
  if (found === null || found.triangle < 0) return [answer];
  return facesAt(cast, hit, found.piece, found.triangle).map((face) => ({ ...answer, ...face }));
}

/** The faces of a triangle, one for each material that draws it, that the ray may hit. */
function facesAt(cast: Cast, hit: Hit, piece: Piece, triangle: number): Partial<ColliderIntersection>[] {
  const { mesh } = piece;
  const { index, attributes } = mesh.geometry;
  const extent = extentOf(piece);
  const faceIndex = faceIndexOf(extent, triangle);
  const { position, quaternion } = poseOf(cast.world, hit.collider);
  const toMesh = new Matrix4().compose(position, quaternion, ONE).multiply(piece.matrix).invert();
  const point = new Vector3().copy(hit.point).applyMatrix4(toMesh);
  const direction = cast.direction.clone().transformDirection(toMesh);
  return runsAt(extent, triangle).flatMap(({ at, materialIndex }) => {
    const material = Array.isArray(mesh.material) ? mesh.material[materialIndex] : mesh.material;
    const [a, b, c] = [0, 1, 2].map((k) => (index === null ? at + k : index.getX(at + k))) as [number, number, number];
    const corners = [a, b, c].map((i) => mesh.getVertexPosition(i, new Vector3())) as [Vector3, Vector3, Vector3];
    const face = { a, b, c, normal: Triangle.getNormal(...corners, new Vector3()), materialIndex };
    const wrongSide = face.normal.dot(direction) < 0 ? BackSide : FrontSide;
    if (material === undefined || material.side === wrongSide) return [];
    const barycoord = Triangle.getBarycoord(point, ...corners, new Vector3()) ?? new Vector3();
    const answer: Partial<ColliderIntersection> = { face, faceIndex, barycoord };
    const { uv, uv1, normal } = attributes;
    if (uv !== undefined) answer.uv = blend(uv, face, barycoord, new Vector2(), new Vector2());
    if (uv1 !== undefined) answer.uv1 = blend(uv1, face, barycoord, new Vector2(), new Vector2());
    if (normal !== undefined) {
      answer.normal = blend(normal, face, barycoord, new Vector3(), new Vector3());
      if (answer.normal.dot(direction) > 0) answer.normal.negate();
    }
    return [answer];
  });
}

const ONE = /* @__PURE__ */ new Vector3(1, 1, 1);

/**
 * An attribute between the corners of a face. Not all versions of three.js have a function for it.
 * @param corner scratch memory
 */
function blend<V extends Vector2 | Vector3>(
  attribute: BufferAttribute | InterleavedBufferAttribute,
  { a, b, c }: { readonly a: number; readonly b: number; readonly c: number },
  { x, y, z }: Vector3,
  out: V,
  corner: V,
): V {
  const add = (i: number, share: number) => {
    corner.fromBufferAttribute(attribute as BufferAttribute, i);
    out.add(corner.multiplyScalar(share) as Vector2 & Vector3);
  };
  add(a, x);
  add(b, y);
  add(c, z);
  return out;
}
