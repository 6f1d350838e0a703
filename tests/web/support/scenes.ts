import {
  BatchedMesh,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  TorusKnotGeometry,
  Vector3,
} from "three";
import type { Random } from "./random.js";

/**
 * Random scenes of three.js: nested groups, mirrored and unequal scales, instances, batches, groups of materials, draw
 * ranges.
 */

/**
 * A pose with a scale that is mirrored now and then, and unequal along the axes unless it `hasChildren`, which it
 * would shear.
 */
export function place(random: Random, object: Object3D, reach: number, hasChildren = false): void {
  object.position.set(...random.vector(reach));
  object.quaternion.set(...random.quaternion());
  const size = random.number(0.4, 1.6);
  const axis = () => (hasChildren ? size : random.number(0.4, 1.6));
  object.scale.set(axis() * (random.number() < 0.4 ? -1 : 1), axis(), axis());
}

function matrixOf(random: Random, reach: number): Matrix4 {
  const object = new Group();
  place(random, object, reach);
  return object.matrix.compose(object.position, object.quaternion, object.scale).clone();
}

/** The same geometry with its positions between other numbers. */
function interleaved(geometry: BufferGeometry): BufferGeometry {
  const positions = geometry.getAttribute("position");
  const buffer = new InterleavedBuffer(new Float32Array(5 * positions.count), 5);
  const attribute = new InterleavedBufferAttribute(buffer, 3, 1);
  for (let i = 0; i < positions.count; i++) {
    attribute.setXYZ(i, positions.getX(i), positions.getY(i), positions.getZ(i));
  }
  return geometry.clone().setAttribute("position", attribute);
}

/** Triangles anywhere, without an index, normals and texture coordinates. */
function soupOf(random: Random): BufferGeometry {
  const positions = new Float32Array(90).map(() => random.number(-1, 1));
  return new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
}

export function geometryOf(random: Random): BufferGeometry {
  const kind = random.integer(5);
  if (kind === 0) return new BoxGeometry(1, 2, 1.5);
  if (kind === 4) return soupOf(random);
  if (kind === 1) return new IcosahedronGeometry(1, 1);
  if (kind === 2) return new TorusKnotGeometry(0.8, 0.25, 24, 5);
  return interleaved(new TorusKnotGeometry(0.9, 0.2, 16, 4, 3, 2));
}

function meshOf(random: Random, material: Material): Mesh {
  const geometry = geometryOf(random);
  const count = geometry.index?.count ?? geometry.getAttribute("position").count;
  const kind = random.integer(4);
  if (kind === 0) {
    // Whole triangles: three's Raycaster also sees one that goes past the end, which is not drawn.
    // Shifted by one corner, the triangles of a solid overlap or have no area.
    const start = random.integer(count / 2);
    const first = geometry.hasAttribute("uv") ? start - (start % 3) : start;
    geometry.setDrawRange(first, 3 * (4 + random.integer(Math.floor((count - first) / 3) - 3)));
  }
  if (kind !== 1) return new Mesh(geometry, material);
  geometry.clearGroups();
  const third = Math.floor(count / 9) * 3;
  geometry.addGroup(third, third, 1);
  geometry.addGroup(0, third, 0);
  return new Mesh(geometry, [material, new MeshBasicMaterial({ side: DoubleSide })]);
}

function instancedOf(random: Random, material: Material, reach: number): InstancedMesh {
  const mesh = new InstancedMesh(geometryOf(random), material, 1 + random.integer(6));
  for (let i = 0; i < mesh.count; i++) mesh.setMatrixAt(i, matrixOf(random, reach));
  return mesh;
}

function batchedOf(random: Random, material: Material, reach: number): BatchedMesh {
  const mesh = new BatchedMesh(8, 4000, 12000, material);
  const geometries = [new TorusKnotGeometry(0.8, 0.25, 24, 5), new BoxGeometry(1, 1, 2), new BoxGeometry(2, 1, 1)];
  const ids = geometries.map((geometry) => mesh.addGeometry(geometry));
  for (let i = 0; i < 6; i++) {
    mesh.setMatrixAt(mesh.addInstance(ids[random.integer(ids.length)] as number), matrixOf(random, reach));
  }
  mesh.deleteInstance(random.integer(6));
  return mesh;
}

/** A tree of groups with meshes of every kind. */
export function sceneOf(random: Random, material: Material, reach = 6): Group {
  const root = new Group();
  place(random, root, reach, true);
  for (let i = 0; i < 6; i++) {
    const group = new Group();
    place(random, group, reach, true);
    root.add(group);
    const kind = random.integer(3);
    const child =
      kind === 0 ? instancedOf(random, material, reach) : kind === 1 ? batchedOf(random, material, reach) : null;
    const mesh = child ?? meshOf(random, material);
    if (child === null) place(random, mesh, reach);
    mesh.name = String(i);
    mesh.visible = random.number() < 0.7;
    group.add(mesh);
  }
  root.updateMatrixWorld();
  return root;
}

/** A ray towards the scene, from anywhere around it. */
export function rayInto(random: Random, reach: number): { origin: Vector3; direction: Vector3 } {
  const origin = new Vector3(...random.vector(3 * reach));
  const direction = new Vector3(...random.vector(reach)).sub(origin).normalize();
  return { origin, direction };
}

/** A ray past the middle of an edge or a diagonal of a mesh or an instance, from anywhere around the scene. */
export function rayAt(random: Random, root: Object3D, reach: number): { origin: Vector3; direction: Vector3 } {
  const meshes: Mesh[] = [];
  root.traverse((object) => object instanceof Mesh && meshes.push(object));
  const mesh = meshes[random.integer(meshes.length)] as Mesh;
  const { count } = mesh.geometry.getAttribute("position");
  const vertex = () => mesh.getVertexPosition(random.integer(Math.min(count, 24)), new Vector3());
  const target = vertex().lerp(vertex(), random.number(0.2, 0.8));
  // Off the edges, where three's Raycaster finds two faces.
  target.add(new Vector3(...random.vector(0.1)));
  const matrix = new Matrix4();
  if (mesh instanceof InstancedMesh) mesh.getMatrixAt(random.integer(mesh.count), matrix);
  target.applyMatrix4(matrix.premultiply(mesh.matrixWorld));
  const origin = new Vector3(...random.vector(3 * reach));
  return { origin, direction: target.sub(origin).normalize() };
}
