/** A plane, drawn as a pale disc with a rim. */

import { Color, type ColorRepresentation, DoubleSide, Mesh, PlaneGeometry, ShaderMaterial, Vector3 } from "three";
import { order } from "./order.js";

const vertexShader = `
varying vec2 place;
void main() {
  place = 2.0 * uv - 1.0;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const fragmentShader = `
uniform vec3 color;
varying vec2 place;
void main() {
  float r = length(place);
  float blur = fwidth(r);
  float inside = 1.0 - smoothstep(1.0 - blur, 1.0, r);
  float rim = smoothstep(1.0 - 3.0 * blur, 1.0 - 2.0 * blur, r);
  gl_FragColor = vec4(color, inside * mix(0.13, 0.6, rim));
  #include <colorspace_fragment>
}`;

const front = new Vector3(0, 0, 1);

export class PlaneView {
  readonly object: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly color = { value: new Color() };

  constructor() {
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: { color: this.color },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    this.object = new Mesh(new PlaneGeometry(2, 2), material);
    this.object.renderOrder = order.plane;
    this.object.visible = false;
  }

  set(center: Vector3, normal: Vector3, radius: number): void {
    this.object.visible = true;
    this.object.position.copy(center);
    this.object.quaternion.setFromUnitVectors(front, normal);
    this.object.scale.setScalar(radius);
  }

  setColor(color: ColorRepresentation): void {
    this.color.value.set(color);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
    this.object.removeFromParent();
  }
}
