import { Matrix4, Mesh, MeshBasicMaterial, type Object3D } from "three";
import { extentOf, joinedCorners, joinedVertices, piecesBelow } from "../three/pieces.js";
import { type MODELS, readBytes } from "./files.js";

/** Files with models, read by the loaders of three.js. They run without a page: materials and pictures are left out. */

export interface Model {
  /** x, y, z of each vertex, in the frame of the file. */
  readonly vertices: Float64Array;
  /** Three vertices a triangle. */
  readonly indices: Uint32Array;
  /** Its meshes and their instances, in the order of their triangles. */
  readonly meshes: readonly { readonly name: string; readonly triangles: number }[];
}

type Bytes = Uint8Array<ArrayBuffer>;

/** By the file's extension. */
type Extension = (typeof MODELS)[number];

const readers: { readonly [E in Extension]: (bytes: Bytes) => Promise<Object3D> } = {
  ".glb": readGlb,
  ".obj": readObj,
  ".ply": readPly,
  ".stl": readStl,
};

/** All triangles of a file, at their places. @throws Error that names the file and what is wrong */
export async function readModel(file: string, extension: Extension): Promise<Model> {
  const bytes = await readBytes(file);
  let model: Model;
  try {
    const object = await readers[extension](bytes);
    object.updateMatrixWorld(true);
    const pieces = piecesBelow(object, new Matrix4());
    const meshes = pieces.map((piece) => ({ name: piece.mesh.name, triangles: extentOf(piece).triangleCount }));
    model = { vertices: joinedVertices(pieces), indices: joinedCorners(pieces), meshes };
  } catch (cause) {
    throw new Error(`cannot read ${file}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  if (model.indices.length === 0) throw new Error(`${file} has no triangles`);
  return model;
}

async function readGlb(bytes: Bytes): Promise<Object3D> {
  const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
  const { MeshoptDecoder } = await import("three/addons/libs/meshopt_decoder.module.js");
  const loader = new GLTFLoader();
  loader.setMeshoptDecoder(MeshoptDecoder);
  // Textures would need a page.
  loader.register(() => ({ name: "plain_materials", loadMaterial: async () => new MeshBasicMaterial() }));
  const { scene, scenes } = await loader.parseAsync(bytes.buffer, "");
  // A file may be without a scene.
  const root = (scene as Object3D | undefined) ?? scenes[0];
  if (root === undefined) throw new Error("it has no scene");
  return root;
}

async function readObj(bytes: Bytes): Promise<Object3D> {
  const { OBJLoader } = await import("three/addons/loaders/OBJLoader.js");
  return new OBJLoader().parse(new TextDecoder().decode(bytes));
}

async function readPly(bytes: Bytes): Promise<Object3D> {
  const { PLYLoader } = await import("three/addons/loaders/PLYLoader.js");
  const geometry = new PLYLoader().parse(bytes.buffer);
  // Without faces it is a cloud of points.
  if (geometry.index === null) throw new Error("it has no faces");
  return new Mesh(geometry);
}

async function readStl(bytes: Bytes): Promise<Object3D> {
  const { STLLoader } = await import("three/addons/loaders/STLLoader.js");
  return new Mesh(new STLLoader().parse(bytes.buffer));
}
