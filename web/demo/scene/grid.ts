/** The ground: lines one metre apart that fade with distance, anti-aliased by screen-space derivatives. */

import { Color, DoubleSide, Mesh, PlaneGeometry, ShaderMaterial } from "three";
import { order } from "./order.js";

const reach = 26;

const vertexShader = `
varying vec2 place;
void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const fragmentShader = `
uniform vec3 color;
uniform float reach;
varying vec2 place;
float lines(float spacing, float strength) {
  vec2 at = place / spacing;
  vec2 width = fwidth(at);
  vec2 near = abs(fract(at - 0.5) - 0.5);
  vec2 line = smoothstep(width, width * 0.25, near);
  // Lines a few pixels apart would alias; they fade out before that.
  vec2 calm = 1.0 - smoothstep(0.15, 0.4, width);
  return strength * max(line.x * calm.x, line.y * calm.y);
}
void main() {
  float fade = 1.0 - smoothstep(0.15, 1.0, length(place) / reach);
  gl_FragColor = vec4(color, max(lines(1.0, 0.45), lines(5.0, 0.8)) * fade * fade);
  #include <colorspace_fragment>
}`;

export class Grid {
  readonly object: Mesh;
  private readonly color = { value: new Color() };

  constructor() {
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: { color: this.color, reach: { value: reach } },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    this.object = new Mesh(new PlaneGeometry(2 * reach, 2 * reach), material);
    this.object.rotation.x = -Math.PI / 2;
    this.object.renderOrder = order.ground;
  }

  setColor(color: string): void {
    this.color.value.set(color);
  }

  setHeight(y: number): void {
    this.object.position.y = y;
  }
}
