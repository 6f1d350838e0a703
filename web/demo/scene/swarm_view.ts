/** Many boxes in one InstancedMesh, each in one of three colours. */

import {
  BoxGeometry,
  Color,
  type ColorRepresentation,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  MeshLambertMaterial,
} from "three";

/** The state of a box. */
export const Mark = { plain: 0, touching: 1, open: 2 } as const;

export class SwarmView {
  readonly object: InstancedMesh<BoxGeometry, MeshLambertMaterial>;
  /** By box, one of `Mark`. */
  readonly marks: Uint8Array;
  private readonly colors = [new Color(), new Color(), new Color()] as const;

  constructor(readonly count: number) {
    this.object = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshLambertMaterial(), count);
    this.object.instanceMatrix.setUsage(DynamicDrawUsage);
    this.object.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage);
    // Culling would need new bounds every frame.
    this.object.frustumCulled = false;
    this.marks = new Uint8Array(count);
  }

  setColors(plain: ColorRepresentation, touching: ColorRepresentation, open: ColorRepresentation): void {
    this.colors[0].set(plain);
    this.colors[1].set(touching);
    this.colors[2].set(open);
    this.paint();
  }

  /** Copies poses. @param rows by box, its row in `positions` and `quaternions` @param size the sizes of a box */
  place(
    from: number,
    to: number,
    rows: Uint32Array,
    positions: Float64Array,
    quaternions: Float32Array,
    size: (box: number) => { readonly width: number; readonly height: number; readonly depth: number },
  ): void {
    const out = this.object.instanceMatrix.array;
    for (let i = from; i < to; i++) {
      const row = rows[i] as number;
      const x = quaternions[4 * row] as number;
      const y = quaternions[4 * row + 1] as number;
      const z = quaternions[4 * row + 2] as number;
      const w = quaternions[4 * row + 3] as number;
      const { width, height, depth } = size(i);
      const at = 16 * i;
      out[at] = (1 - 2 * (y * y + z * z)) * width;
      out[at + 1] = 2 * (x * y + z * w) * width;
      out[at + 2] = 2 * (x * z - y * w) * width;
      out[at + 4] = 2 * (x * y - z * w) * height;
      out[at + 5] = (1 - 2 * (x * x + z * z)) * height;
      out[at + 6] = 2 * (y * z + x * w) * height;
      out[at + 8] = 2 * (x * z + y * w) * depth;
      out[at + 9] = 2 * (y * z - x * w) * depth;
      out[at + 10] = (1 - 2 * (x * x + y * y)) * depth;
      out[at + 12] = positions[3 * row] as number;
      out[at + 13] = positions[3 * row + 1] as number;
      out[at + 14] = positions[3 * row + 2] as number;
      out[at + 15] = 1;
    }
    this.object.instanceMatrix.needsUpdate = true;
  }

  /** Colours the boxes by their marks. */
  paint(): void {
    const attribute = this.object.instanceColor;
    if (attribute === null) return;
    const out = attribute.array;
    for (let i = 0; i < this.count; i++) {
      const { r, g, b } = this.colors[this.marks[i] as 0 | 1 | 2];
      out[3 * i] = r;
      out[3 * i + 1] = g;
      out[3 * i + 2] = b;
    }
    attribute.needsUpdate = true;
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.geometry.dispose();
    this.object.material.dispose();
    this.object.dispose();
  }
}
