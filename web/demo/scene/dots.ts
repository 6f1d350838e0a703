/** Points as discs with a rim, of constant size in pixels. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  GreaterDepth,
  LessEqualDepth,
  Points,
  ShaderMaterial,
} from "three";

const vertexShader = `
uniform float size;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = size;
}`;

const fragmentShader = `
uniform vec3 color;
uniform vec3 rim;
uniform float opacity;
void main() {
  float r = 2.0 * length(gl_PointCoord - 0.5);
  float blur = fwidth(r);
  float cover = 1.0 - smoothstep(1.0 - blur, 1.0, r);
  gl_FragColor = vec4(mix(color, rim, smoothstep(0.62 - blur, 0.62 + blur, r)), opacity * cover);
  #include <colorspace_fragment>
}`;

export interface DotsOptions {
  readonly pixels: number;
  readonly renderOrder: number;
  readonly opacity?: number;
  /** As in SegmentsOptions. */
  readonly depth?: "over" | "visible" | "hidden";
}

export class Dots {
  readonly object: Points<BufferGeometry, ShaderMaterial>;
  private readonly color = { value: new Color() };
  private readonly rim = { value: new Color() };
  private readonly size = { value: 1 };
  private numbers = new Float32Array(3 * 8);

  constructor(options: DotsOptions) {
    const { pixels, renderOrder, opacity = 1, depth = "over" } = options;
    this.size.value = pixels * Math.min(devicePixelRatio, 2);
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: { color: this.color, rim: this.rim, size: this.size, opacity: { value: opacity } },
      transparent: true,
      depthTest: depth !== "over",
      depthFunc: depth === "hidden" ? GreaterDepth : LessEqualDepth,
      depthWrite: false,
    });
    this.object = new Points(new BufferGeometry(), material);
    this.object.geometry.setAttribute("position", new BufferAttribute(this.numbers, 3));
    this.object.renderOrder = renderOrder;
    this.object.frustumCulled = false;
  }

  set(points: readonly { readonly x: number; readonly y: number; readonly z: number }[]): void {
    if (3 * points.length > this.numbers.length) {
      this.numbers = new Float32Array(6 * points.length);
      this.object.geometry.dispose();
      this.object.geometry = new BufferGeometry();
      this.object.geometry.setAttribute("position", new BufferAttribute(this.numbers, 3));
    }
    for (const [i, p] of points.entries()) this.numbers.set([p.x, p.y, p.z], 3 * i);
    const attribute = this.object.geometry.getAttribute("position");
    attribute.needsUpdate = true;
    this.object.geometry.setDrawRange(0, points.length);
    this.object.visible = points.length > 0;
  }

  setSize(pixels: number): void {
    this.size.value = pixels * Math.min(devicePixelRatio, 2);
  }

  setColor(color: ColorRepresentation, rim: ColorRepresentation): void {
    this.color.value.set(color);
    this.rim.value.set(rim);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
    this.object.removeFromParent();
  }
}
