/** Small binary glTF files for the tests, made by code. */

export interface GlbMesh {
  readonly name: string;
  /** x, y, z of the corners of triangles, in metres. */
  readonly positions: readonly number[];
  /** Of the node. Default: none. */
  readonly translation?: readonly [number, number, number];
}

export interface GlbOptions {
  readonly extensionsRequired?: readonly string[];
  /** Default: true. */
  readonly doubleSided?: boolean;
}

/** A picture of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A file with a node for each mesh, all with one textured material. */
export function makeGlb(meshes: readonly GlbMesh[], options: GlbOptions = {}): Buffer {
  const { extensionsRequired = [], doubleSided = true } = options;
  const chunks = [...meshes.map(({ positions }) => Buffer.from(new Float32Array(positions).buffer)), padded(png, 0)];
  let byteOffset = 0;
  const bufferViews = chunks.map((chunk, i) => {
    const view = { buffer: 0, byteOffset, byteLength: i === meshes.length ? png.length : chunk.length };
    byteOffset += chunk.length;
    return view;
  });
  const extremes = (positions: readonly number[], pick: (...numbers: number[]) => number) =>
    [0, 1, 2].map((axis) => pick(...positions.filter((_, i) => i % 3 === axis).map(Math.fround)));
  const description = {
    asset: { version: "2.0" },
    ...(extensionsRequired.length > 0 && { extensionsRequired, extensionsUsed: extensionsRequired }),
    scene: 0,
    scenes: [{ nodes: meshes.map((_, i) => i) }],
    nodes: meshes.map(({ name, translation = [0, 0, 0] }, mesh) => ({ name, mesh, translation })),
    meshes: meshes.map(({ name }, i) => ({ name, primitives: [{ attributes: { POSITION: i }, material: 0 }] })),
    accessors: meshes.map(({ positions }, bufferView) => ({
      bufferView,
      componentType: 5126,
      type: "VEC3",
      count: positions.length / 3,
      ...(positions.length > 0 && { min: extremes(positions, Math.min), max: extremes(positions, Math.max) }),
    })),
    materials: [{ doubleSided, pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ bufferView: meshes.length, mimeType: "image/png" }],
    bufferViews,
    buffers: [{ byteLength: byteOffset }],
  };
  const json = padded(Buffer.from(JSON.stringify(description)), 0x20);
  const binary = Buffer.concat(chunks);
  const header = [0x46546c67, 2, 12 + 8 + json.length + 8 + binary.length];
  return Buffer.concat([
    words(header),
    words([json.length, 0x4e4f534a]),
    json,
    words([binary.length, 0x004e4942]),
    binary,
  ]);
}

const words = (numbers: readonly number[]) => Buffer.from(new Uint32Array(numbers).buffer);

const padded = (bytes: Buffer, filler: number) =>
  Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, filler)]);

/** Two triangles that face up: a square around the axis. @param half its size, in metres */
export function square(half: number, y: number): number[] {
  const [a, b, c, d] = [
    [-half, y, half],
    [half, y, half],
    [half, y, -half],
    [-half, y, -half],
  ] as const;
  return [...a, ...b, ...c, ...a, ...c, ...d];
}
