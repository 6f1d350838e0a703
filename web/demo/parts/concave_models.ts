/** The models of the topic "Convex decomposition", each about 4 m across and with its lowest point at 0. */

import { BoxGeometry, type BufferGeometry, LatheGeometry, TorusGeometry, TorusKnotGeometry, Vector2 } from "three";
import { TeapotGeometry } from "three/addons/geometries/TeapotGeometry.js";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { Preset } from "./presets.js";

export interface ConcaveModel extends Preset {
  readonly make: () => BufferGeometry;
}

/** Diagonal of every model, in metres. */
export const modelSize = 6;

export const concaveModels: readonly ConcaveModel[] = [
  {
    id: "teapot",
    label: "Teapot",
    hint: "The Utah teapot: a shell with a spout, a handle and a lid",
    make: () => new TeapotGeometry(1, 6),
  },
  {
    id: "knot",
    label: "Knot",
    hint: "A knotted tube without any flat face or edge to cut along",
    make: () => new TorusKnotGeometry(1, 0.3, 120, 12, 2, 3),
  },
  {
    id: "chair",
    label: "Chair",
    hint: "Eight boxes: the parts are exact",
    make: makeChair,
  },
  {
    id: "bowl",
    label: "Bowl",
    hint: "A thin round wall: the hardest shape, because it is curved everywhere",
    make: makeBowl,
  },
  {
    id: "arch",
    label: "Rock arch",
    hint: "A rough rock with a hole to walk through",
    make: makeArch,
  },
];

function makeChair(): BufferGeometry {
  const boxes: BufferGeometry[] = [];
  const add = (width: number, height: number, depth: number, x: number, y: number, z: number) =>
    boxes.push(new BoxGeometry(width, height, depth).translate(x, y, z));
  add(1, 0.1, 1, 0, 1, 0);
  for (const x of [-0.45, 0.45]) {
    for (const z of [-0.45, 0.45]) add(0.1, 0.95, 0.1, x, 0.475, z);
    add(0.1, 0.9, 0.1, x, 1.5, -0.45);
  }
  add(0.8, 0.3, 0.06, 0, 1.75, -0.45);
  return joined(boxes);
}

function makeBowl(): BufferGeometry {
  const steps = 14;
  const along = (radius: number, i: number) => {
    const angle = (i / steps) * 0.5 * Math.PI;
    return new Vector2(Math.max(1e-6, radius * Math.sin(angle)), 1 - radius * Math.cos(angle));
  };
  const outer = Array.from({ length: steps + 1 }, (_, i) => along(1, i));
  const inner = Array.from({ length: steps + 1 }, (_, i) => along(0.9, steps - i));
  return new LatheGeometry([...outer, ...inner], 40);
}

/** Half a ring whose surface rises and falls with the place. */
function makeArch(): BufferGeometry {
  const arch = new TorusGeometry(1, 0.38, 14, 36, Math.PI);
  const position = arch.getAttribute("position");
  const normal = arch.getAttribute("normal");
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const rough = Math.sin(5 * x + 2 * z) * Math.sin(4 * y - 3 * z + 1) + 0.5 * Math.sin(11 * x - 7 * y + 5 * z);
    const out = 0.06 * rough;
    position.setXYZ(i, x + out * normal.getX(i), 1.2 * (y + out * normal.getY(i)), 1.3 * (z + out * normal.getZ(i)));
  }
  arch.computeVertexNormals();
  return arch;
}

/** One geometry of several. */
export function joined(geometries: readonly BufferGeometry[]): BufferGeometry {
  const merged = mergeGeometries([...geometries]);
  for (const geometry of geometries) geometry.dispose();
  return merged;
}

/** Moves and scales a geometry to the models' size and place. */
export function normalize(geometry: BufferGeometry): BufferGeometry {
  geometry.computeBoundingBox();
  const box = geometry.boundingBox;
  if (!box || box.isEmpty()) return geometry;
  const [low, high] = [box.min, box.max];
  const scale = modelSize / (low.distanceTo(high) || 1);
  geometry.translate(-(low.x + high.x) / 2, -low.y, -(low.z + high.z) / 2);
  return geometry.scale(scale, scale, scale);
}
