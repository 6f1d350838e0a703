/** The visitor's own file for the topics "Level" and "Convex decomposition": a file dialog, files dropped onto the page, checks and loading. */

import { Group, type Light, type Material, type Mesh, type MeshPhysicalMaterial, type Object3D, Texture } from "three";
import { element } from "../shell/dom.js";
import type { Page } from "../shell/topic.js";

const mostMegabytes = 200;
const bytesPerMegabyte = 1e6;
/** Of a file's name in messages. */
const mostLetters = 40;
/** "glTF" and "JSON", as little-endian numbers. */
const binaryMagic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const headerBytes = 20;

/** Opacity of materials that would refract: refraction draws the scene twice. */
const glassOpacity = 0.4;

/** What a topic takes. */
export interface LevelFileKind {
  /** Of the file dialog. */
  readonly accept: string;
  readonly label: string;
  /** What a file cannot be, in a complaint. */
  readonly role: string;
  /** Reads extensions other than glTF's. */
  readonly readers?: { readonly [extension: string]: (file: File) => Promise<Object3D> };
}

const levelKind: LevelFileKind = {
  accept: ".glb,.gltf,model/gltf-binary,model/gltf+json",
  label: "Level file",
  role: "the level",
};

/** What a page can say about a file that it cannot take. */
export class LevelFileError extends Error {}

export class LevelFiles {
  private readonly input: HTMLInputElement;
  /** Counts the files: only the newest one becomes the level. */
  private turn = 0;

  /** @param onModel takes over a model, or throws to refuse it; the model is then disposed of here */
  constructor(
    private readonly page: Page,
    private readonly onModel: (model: Group, name: string) => void,
    private readonly kind = levelKind,
  ) {
    this.input = element("input", {
      hidden: true,
      attributes: { type: "file", accept: kind.accept, "aria-label": kind.label },
      on: { change: () => this.takeChosen() },
    });
    page.regions.controls.append(this.input);
    addEventListener("dragover", allowDrop);
    addEventListener("drop", this.takeDropped);
  }

  /** Opens the browser's file dialog. */
  choose(): void {
    this.input.click();
  }

  /** Ignores a file that is still loading. */
  cancel(): void {
    this.turn++;
  }

  dispose(): void {
    this.cancel();
    removeEventListener("dragover", allowDrop);
    removeEventListener("drop", this.takeDropped);
    this.input.remove();
  }

  private takeChosen(): void {
    const file = this.input.files?.[0];
    if (file) void this.load(file);
    // The same file may be chosen again.
    this.input.value = "";
  }

  private readonly takeDropped = (event: DragEvent): void => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void this.load(file);
  };

  private async load(file: File): Promise<void> {
    const turn = ++this.turn;
    const { page } = this;
    const name = file.name.length > mostLetters ? `${file.name.slice(0, mostLetters)}\u2026` : file.name;
    page.announce(`Loading ${name}.`);
    let model: Group | null = null;
    try {
      model = await readModel(file, this.kind);
      if (turn === this.turn) {
        this.onModel(model, name);
        return;
      }
    } catch (error) {
      if (turn === this.turn) page.note(complaintAbout(name, error, this.kind.role));
    }
    if (model) disposeModel(model);
  }
}

const allowDrop = (event: DragEvent) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
};

function complaintAbout(name: string, error: unknown, role: string): string {
  return `\u201c${name}\u201d ${reasonOf(error, role)}`;
}

function reasonOf(error: unknown, role: string): string {
  // The loader stumbles over them, and says nothing about the file.
  if (error instanceof TypeError || error instanceof RangeError) return "is not a valid model file.";
  const reason = error instanceof Error ? error.message : String(error);
  return error instanceof LevelFileError ? reason : `cannot be ${role}: ${reason}`;
}

// -------------------------------------------------------------------------------------------------------------- loading

/** The parts of a glTF file's description that are checked before the loader runs. */
interface Description {
  readonly asset?: { readonly version?: unknown };
  readonly extensionsRequired?: readonly string[];
  readonly buffers?: readonly { readonly uri?: string }[];
  readonly images?: readonly { readonly uri?: string }[];
}

/** @throws LevelFileError, and errors of the loader */
async function readModel(file: File, { readers = {} }: LevelFileKind): Promise<Group> {
  if (file.size > mostMegabytes * bytesPerMegabyte) {
    throw new LevelFileError(
      `is too large: ${Math.ceil(file.size / bytesPerMegabyte)} MB, and this page takes ${mostMegabytes} MB.`,
    );
  }
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
    if (!isWhole) throw new LevelFileError("is cut short.");
    if (data.getUint32(4, true) !== 2 || data.getUint32(16, true) !== jsonChunk) throw olderVersion();
    text = text.subarray(headerBytes, headerBytes + length);
  }
  try {
    const found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text)) as Description | null;
    if (found?.asset !== undefined) return found;
  } catch {
    // Neither text nor JSON.
  }
  throw new LevelFileError("is no glTF file. This page reads .glb files.");
}

const olderVersion = () => new LevelFileError("is not of glTF version 2.");

function check({ asset, extensionsRequired = [], buffers = [], images = [] }: Description): void {
  if (!String(asset?.version).startsWith("2")) throw olderVersion();
  const compressions = { draco: "Draco", meshopt: "meshopt", texture_basisu: "KTX2" };
  for (const [part, name] of Object.entries(compressions)) {
    if (!extensionsRequired.some((extension) => extension.includes(part))) continue;
    throw new LevelFileError(`is compressed with ${name}, which this page does not unpack. Export it without.`);
  }
  // Nothing is fetched from elsewhere.
  const isElsewhere = ({ uri }: { readonly uri?: string }) => uri !== undefined && !uri.startsWith("data:");
  if ([...buffers, ...images].some(isElsewhere)) {
    throw new LevelFileError("needs other files. Export it as a single .glb file.");
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
