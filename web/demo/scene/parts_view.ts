/** The drawing of a model and of its convex parts, which a slider moves apart, with balls that fall on them. */

import type { PartShape } from "hyperplane/decompose";
import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import { mostBalls } from "../parts/ball_rain.js";
import { mixedColor } from "../parts/scenery.js";
import { currentTheme, themeColor } from "../shell/theme.js";
import { polyhedronLook } from "./polyhedron.js";

/** A part: the vertices and faces of its hull, and the shape in its place. */
export interface ShownPart {
  readonly vertices: ArrayLike<number>;
  readonly faces: readonly (readonly number[])[];
  readonly shape: PartShape | null;
}

/** How far parts are moved from the middle at most, in times of their distance. */
const mostApart = 1.1;
/** Turns of the colour circle from one part to the next: neighbours in the list differ. */
const golden = 0.618034;
const modelOpacity = 0.28;
/** Degrees between two faces of the model below which their edge is not drawn. */
const leastEdge = 30;

export class PartsView {
  readonly group = new Group();
  private readonly model = new Mesh<BufferGeometry, MeshLambertMaterial>(
    new BufferGeometry(),
    new MeshLambertMaterial({ side: DoubleSide }),
  );
  private readonly parts: Mesh<BufferGeometry, MeshLambertMaterial>[] = [];
  private readonly middles: Vector3[] = [];
  private readonly lines = new LineBasicMaterial({ transparent: true, opacity: 0.5 });
  private readonly modelLines = new LineSegments<BufferGeometry, LineBasicMaterial>(
    new BufferGeometry(),
    new LineBasicMaterial({ transparent: true, opacity: 0.5 }),
  );
  private readonly balls = new InstancedMesh(new SphereGeometry(1, 14, 9), new MeshLambertMaterial(), mostBalls);

  constructor() {
    this.balls.count = 0;
    this.balls.frustumCulled = false;
    this.group.add(this.model, this.modelLines, this.balls);
  }

  /** Takes the geometry over. */
  setModel(geometry: BufferGeometry): void {
    this.model.geometry.dispose();
    this.modelLines.geometry.dispose();
    this.model.geometry = geometry;
    this.modelLines.geometry = new EdgesGeometry(geometry, leastEdge);
    this.setParts([]);
  }

  setParts(parts: readonly ShownPart[]): void {
    this.clearParts();
    for (const part of parts) {
      const { geometry, lines } = part.shape ? lookOf(part.shape) : polyhedronLook(part.vertices, part.faces);
      // Pushed back a little, so that the edges lie in front.
      const material = new MeshLambertMaterial({ polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 2 });
      const mesh = new Mesh(geometry, material);
      const edges = new BufferGeometry();
      edges.setAttribute("position", new Float32BufferAttribute([...lines], 3));
      mesh.add(new LineSegments(edges, this.lines));
      geometry.computeBoundingBox();
      this.middles.push(geometry.boundingBox?.getCenter(new Vector3()) ?? new Vector3());
      this.parts.push(mesh);
      this.group.add(mesh);
    }
    this.recolor();
  }

  /**
   * @param apart from 0 to 1 @param hasModel whether the model is seen beside the parts
   * @returns the height of the lowest part; Infinity without parts
   */
  arrange(apart: number, hasModel: boolean): number {
    const middle = this.middles.reduce((sum, at) => sum.add(at), new Vector3()).divideScalar(this.middles.length || 1);
    let lowest = Infinity;
    for (const [i, mesh] of this.parts.entries()) {
      mesh.position.subVectors(this.middles[i] as Vector3, middle).multiplyScalar(mostApart * apart);
      lowest = Math.min(lowest, mesh.position.y + (mesh.geometry.boundingBox?.min.y ?? 0));
    }
    const isAlone = this.parts.length === 0;
    this.model.visible = isAlone || hasModel;
    this.modelLines.visible = this.model.visible;
    this.model.material.transparent = !isAlone;
    this.model.material.opacity = isAlone ? 1 : modelOpacity;
    this.model.material.depthWrite = isAlone;
    this.model.material.needsUpdate = true;
    return lowest;
  }

  /** @param balls centre and radius of each, in metres */
  setBalls(balls: Iterable<{ readonly at: Vector3; readonly radius: number }>): void {
    let count = 0;
    for (const { at, radius } of balls) {
      matrix.makeScale(radius, radius, radius).setPosition(at);
      this.balls.setMatrixAt(count++, matrix);
    }
    this.balls.count = count;
    this.balls.instanceMatrix.needsUpdate = true;
  }

  recolor(): void {
    const light = currentTheme() === "dark" ? 0.5 : 0.62;
    for (const [i, mesh] of this.parts.entries())
      mesh.material.color.copy(new Color().setHSL((0.58 + i * golden) % 1, 0.55, light));
    this.lines.color.set(themeColor("ink"));
    this.modelLines.material.color.copy(mixedColor("ink-3", "scene", 0.3));
    this.model.material.color.copy(mixedColor("ink-3", "scene", 0.55));
    this.balls.material.color.set(themeColor("b-scene"));
  }

  private clearParts(): void {
    for (const mesh of this.parts) {
      mesh.removeFromParent();
      mesh.geometry.dispose();
      mesh.material.dispose();
      for (const child of mesh.children) (child as LineSegments).geometry.dispose();
    }
    this.parts.length = 0;
    this.middles.length = 0;
  }

  dispose(): void {
    this.clearParts();
    this.group.removeFromParent();
    for (const { geometry, material } of [this.model, this.modelLines, this.balls]) {
      geometry.dispose();
      material.dispose();
    }
    this.balls.dispose();
    this.lines.dispose();
  }
}

function lookOf(shape: PartShape): { readonly geometry: BufferGeometry; readonly lines: readonly number[] } {
  const geometry = geometryOf(shape);
  const [x, y, z] = shape.position;
  matrix.makeRotationFromQuaternion(quaternionOf(shape)).setPosition(x, y, z);
  geometry.applyMatrix4(matrix);
  const edges = new EdgesGeometry(geometry, leastEdge);
  const lines = Array.from(edges.getAttribute("position").array);
  edges.dispose();
  return { geometry, lines };
}

function geometryOf(shape: PartShape): BufferGeometry {
  switch (shape.type) {
    case "box":
      return new BoxGeometry(shape.width, shape.height, shape.depth);
    case "sphere":
      return new SphereGeometry(shape.radius, 32, 20);
    case "capsule":
      return new CapsuleGeometry(shape.radius, shape.height, 10, 28);
    case "cylinder":
      return new CylinderGeometry(shape.radius, shape.radius, shape.height, 32);
  }
}

const quaternionOf = ({ quaternion: [x, y, z, w] }: PartShape) => new Quaternion(x, y, z, w);
const matrix = new Matrix4();
