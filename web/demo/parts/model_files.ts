/** The visitor's own model for the topics "Level" and "Convex decomposition": checks, and loading. */

import { Group, type Light, type Material, type Mesh, type MeshPhysicalMaterial, type Object3D, Texture } from "three";
import { FileError, type FileKind } from "./own_files.js";

/** "glTF" and "JSON", as little-endian numbers. */
const binaryMagic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const headerBytes = 20;

/** Opacity of materials that would refract: refraction draws the scene twice. */
const glassOpacity = 0.4;

/** Reads extensions other than glTF's. */
export interface ModelReaders {
  readonly [extension: string]: (file: File) => Promise<Object3D>;
}

/** @param role what a file cannot be, in a complaint */
export const modelKind = (
  label: string,
  role: string,
  readers: ModelReaders = {},
  accept: readonly string[] = [],
): FileKind<Group> => ({
  accept: [".glb", ".gltf", "model/gltf-binary", "model/gltf+json", ...accept].join(),
  label,
  role,
  broken: "is not a valid model file.",
  read: (file) => readModel(file, readers),
  discard: disposeModel,
});

// -------------------------------------------------------------------------------------------------------------- loading

/** The parts of a glTF file's description that are checked before the loader runs. */
interface Description {
  readonly asset?: { readonly version?: unknown };
  readonly extensionsRequired?: readonly string[];
  readonly buffers?: readonly { readonly uri?: string }[];
  readonly images?: readonly { readonly uri?: string }[];
}

/** @throws FileError, and errors of the loader */
async function readModel(file: File, readers: ModelReaders): Promise<Group> {
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const reader = Object.hasOwn(readers, extension) ? readers[extension] : undefined;
  if (reader) return new Group().add(await reader(file));
  const bytes = await file.arrayBuffer();
  check(describe(bytes));
  // Loads with the first file only.
  const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
  const { scene, scenes } = await new GLTFLoader().parseAsync(bytes, "");
  const model = new Group();
  // A file may be without a scene.
  const root = (scene as Group | undefined) ?? scenes[0];
  if (root) model.add(root);
  simplify(model);
  return model;
}

function describe(bytes: ArrayBuffer): Description {
  const data = new DataView(bytes);
  let text = new Uint8Array(bytes);
  if (bytes.byteLength >= headerBytes && data.getUint32(0, true) === binaryMagic) {
    const length = data.getUint32(12, true);
    const isWhole = data.getUint32(8, true) <= bytes.byteLength && length <= bytes.byteLength - headerBytes;
    if (!isWhole) throw new FileError("is cut short.");
    if (data.getUint32(4, true) !== 2 || data.getUint32(16, true) !== jsonChunk) throw olderVersion();
    text = text.subarray(headerBytes, headerBytes + length);
  }
  try {
    const found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text)) as Description | null;
    if (found?.asset !== undefined) return found;
  } catch {
    // Neither text nor JSON.
  }
  throw new FileError("is no glTF file. This page reads .glb files.");
}

const olderVersion = () => new FileError("is not of glTF version 2.");

function check({ asset, extensionsRequired = [], buffers = [], images = [] }: Description): void {
  if (!String(asset?.version).startsWith("2")) throw olderVersion();
  const compressions = { draco: "Draco", meshopt: "meshopt", texture_basisu: "KTX2" };
  for (const [part, name] of Object.entries(compressions)) {
    if (!extensionsRequired.some((extension) => extension.includes(part))) continue;
    throw new FileError(`is compressed with ${name}, which this page does not unpack. Export it without.`);
  }
  // Nothing is fetched from elsewhere.
  const isElsewhere = ({ uri }: { readonly uri?: string }) => uri !== undefined && !uri.startsWith("data:");
  if ([...buffers, ...images].some(isElsewhere)) {
    throw new FileError("needs other files. Export it as a single .glb file.");
  }
}

/** Takes out lights, for which all materials would be compiled anew, and refraction. */
function simplify(model: Group): void {
  const lights: Object3D[] = [];
  model.traverse((object) => {
    if ((object as Partial<Light>).isLight) lights.push(object);
    for (const material of materialsOf(object) as MeshPhysicalMaterial[]) {
      if (!(material.transmission > 0)) continue;
      material.transmission = 0;
      material.transparent = true;
      material.opacity = Math.min(material.opacity, glassOpacity);
    }
  });
  for (const light of lights) light.removeFromParent();
}

export function materialsOf(object: Object3D): readonly Material[] {
  const { material } = object as Partial<Mesh>;
  return material === undefined ? [] : Array.isArray(material) ? material : [material];
}

/** Frees geometries, materials and textures of a model, and the pictures of the textures. */
export function disposeModel(model: Object3D): void {
  model.removeFromParent();
  model.traverse((object) => {
    const { geometry, skeleton, dispose } = object as Partial<
      Mesh & { skeleton: { dispose(): void }; dispose(): void }
    >;
    geometry?.dispose();
    skeleton?.dispose();
    dispose?.call(object);
    for (const material of materialsOf(object)) {
      for (const value of Object.values(material)) {
        if (!(value instanceof Texture)) continue;
        value.dispose();
        if (value.image instanceof ImageBitmap) value.image.close();
      }
      material.dispose();
    }
  });
}
