/** The drawing of the topic "Level": the level with baked shadows, sky, balls, normals, and the triangle under the pointer. */

import type { Contact, RayExplanation, Vec3, WorldRayHit } from "hyperplane";
import { WorldLines } from "hyperplane/three";
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Fog,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  SphereGeometry,
  Vector3,
} from "three";
import { mostBalls } from "../parts/ball_rain.js";
import { type CrateSlide, crateSize, type LevelRun, layers } from "../parts/level_run.js";
import { currentTheme, themeColor } from "../shell/theme.js";
import { Arrow } from "./arrow.js";
import { order } from "./order.js";
import { Segments } from "./segments.js";
import type { Stage } from "./stage.js";

/** The direction of the stage's key light. */
const sun = new Vector3(3, 6, 4);
/** Metres between a vertex and the origin of its ray to the sun. */
const lift = 0.06;
const shade = 0.62;
const hitNormalLength = 0.7;
const groundNormalLength = 0.8;
const pushLength = 0.6;
/** Of the contacts of balls: the green of the legend, readable in both themes. */
const normalColor = "#1fa37c";
/** Metres of air through which things are seen. */
const haze = { from: 45, to: 130 } as const;

export class LevelView {
  readonly shown = { normals: false, triangles: false, nodes: false };
  private readonly surface: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly wires: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly balls: InstancedMesh<SphereGeometry, MeshLambertMaterial>;
  private readonly shadow: Mesh<CircleGeometry, MeshBasicMaterial>;
  private readonly lines: WorldLines;
  private readonly ground = new Arrow(3, order.notes);
  private readonly hitArrow = new Arrow(3, order.notes);
  private readonly hitFace: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly hitEdges = new Segments({ width: 2.5, renderOrder: order.notes });
  private readonly rayNodes = new Segments({ width: 1, renderOrder: order.notes, opacity: 0.4 });
  private readonly rayTriangles = new Segments({ width: 1.5, renderOrder: order.notes, opacity: 0.9 });
  private readonly crate: Mesh<BoxGeometry, MeshLambertMaterial>;
  private readonly contacts = new Segments({ width: 2, renderOrder: order.marks });
  /** What the rule for internal edges leaves out. */
  private readonly pushes = new Segments({ width: 3, renderOrder: order.marks });
  private readonly corners = new Float64Array(9);
  private readonly colors = { plain: new Color(), touching: new Color() };

  constructor(
    private readonly stage: Stage,
    private readonly run: LevelRun,
  ) {
    const { geometry } = run.builtIn;
    this.bakeShadows();
    this.surface = new Mesh(geometry, new MeshLambertMaterial({ vertexColors: true }));
    this.wires = new Mesh(
      geometry,
      new MeshBasicMaterial({
        wireframe: true,
        transparent: true,
        opacity: 0.22,
        depthWrite: false,
        polygonOffset: true,
        polygonOffsetFactor: -1,
      }),
    );
    this.balls = new InstancedMesh(new SphereGeometry(1, 14, 9), new MeshLambertMaterial(), mostBalls);
    this.balls.instanceMatrix.setUsage(DynamicDrawUsage);
    this.balls.setColorAt(0, this.colors.plain);
    this.balls.instanceColor?.setUsage(DynamicDrawUsage);
    // Culling would need new bounds every frame.
    this.balls.frustumCulled = false;
    this.balls.count = 0;
    this.shadow = new Mesh(
      new CircleGeometry(0.34, 24),
      new MeshBasicMaterial({ color: 0, transparent: true, opacity: 0.28, depthWrite: false }),
    );
    this.hitFace = new Mesh(
      new BufferGeometry(),
      new MeshBasicMaterial({ transparent: true, opacity: 0.55, depthTest: false, side: DoubleSide }),
    );
    this.hitFace.geometry.setAttribute("position", new BufferAttribute(new Float32Array(9), 3));
    this.hitFace.frustumCulled = false;
    this.hitFace.renderOrder = order.notes;
    this.crate = new Mesh(
      new BoxGeometry(crateSize, crateSize, crateSize),
      new MeshLambertMaterial({ transparent: true, opacity: 0.45 }),
    );
    this.crate.visible = false;
    this.lines = new WorldLines(run.world, { bounds: false, pointSize: 0.04, normalLength: 0.6, normalColor });
    stage.scene.add(
      this.surface,
      this.wires,
      this.balls,
      this.shadow,
      run.walker.group,
      this.lines,
      this.ground.object,
      this.hitFace,
      this.rayNodes.object,
      this.rayTriangles.object,
      this.hitEdges.object,
      this.hitArrow.object,
      this.crate,
      this.contacts.object,
      this.pushes.object,
    );
    stage.grid.object.visible = false;
    stage.scene.fog = new Fog(0, haze.from, haze.to);
    this.showHit(null);
  }

  /** Darkens vertices that the sun does not reach: one batch of rays against the same mesh. */
  private bakeShadows(): void {
    const { geometry } = this.run.builtIn;
    const [points, normals, colors] = ["position", "normal", "color"].map((name) => geometry.getAttribute(name).array);
    if (!(points && normals && colors)) return;
    const count = points.length / 3;
    const rays = new Float64Array(6 * count);
    for (let i = 0; i < count; i++) {
      for (let axis = 0; axis < 3; axis++) {
        rays[6 * i + axis] = (points[3 * i + axis] as number) + lift * (normals[3 * i + axis] as number);
        rays[6 * i + 3 + axis] = sun.getComponent(axis);
      }
    }
    const { distances } = this.run.world.raycastBatch(rays, { mask: layers.level });
    for (let i = 0; i < count; i++) {
      if (!Number.isFinite(distances[i] as number)) continue;
      for (let axis = 0; axis < 3; axis++) colors[3 * i + axis] = shade * (colors[3 * i + axis] as number);
    }
  }

  /** Draws another level from now on. */
  showLevel(): void {
    const { own, builtIn } = this.run;
    this.surface.visible = own === null;
    this.wires.geometry = builtIn.geometry;
    if (own) this.stage.scene.add(own.model);
    this.showHit(null);
    this.draw();
  }

  /** Draws the state after a step. */
  draw(): void {
    const { run, lines, shown } = this;
    this.drawBalls();
    this.drawShadow();
    this.wires.visible = shown.triangles;
    if (shown.triangles) this.wires.geometry = run.level.geometry;
    lines.visible = shown.normals;
    if (shown.normals) lines.refresh();
    const { ground } = run.walker;
    if (shown.normals && ground) this.ground.setNormal(ground.point, ground.normal, groundNormalLength, 0.2);
    else this.ground.object.visible = false;
    this.stage.invalidate();
  }

  private drawBalls(): void {
    const { balls, colors, run } = this;
    const list = run.rain.balls;
    const { positions } = run.world;
    const out = balls.instanceMatrix.array;
    const paint = balls.instanceColor?.array;
    for (const [i, { collider, radius, isTouching }] of list.entries()) {
      const from = 3 * collider.index;
      const at = 16 * i;
      out.fill(0, at, at + 16);
      out[at] = out[at + 5] = out[at + 10] = radius;
      out[at + 12] = positions[from] as number;
      out[at + 13] = positions[from + 1] as number;
      out[at + 14] = positions[from + 2] as number;
      out[at + 15] = 1;
      if (paint) (isTouching ? colors.touching : colors.plain).toArray(paint, 3 * i);
    }
    balls.count = list.length;
    balls.instanceMatrix.needsUpdate = true;
    if (balls.instanceColor) balls.instanceColor.needsUpdate = true;
  }

  /** A disc on the ground below the walker. */
  private drawShadow(): void {
    const { run, shadow } = this;
    const hit = run.world.raycast(run.walker.position, down, { mask: layers.level, maxDistance: 6 });
    shadow.visible = hit !== null;
    if (hit === null) return;
    shadow.position.copy(hit.point).addScaledVector(normal.copy(hit.normal), 0.03);
    shadow.quaternion.setFromUnitVectors(ahead, normal);
  }

  /** Marks a hit of the pointer's ray: its normal, and its triangle if it has one. */
  showHit(hit: WorldRayHit | null): void {
    const isTriangle = hit !== null && hit.triangle >= 0;
    this.hitFace.visible = isTriangle;
    this.hitArrow.object.visible = false;
    if (isTriangle) {
      const p = this.run.level.mesh.triangle(hit.triangle, this.corners);
      const position = this.hitFace.geometry.getAttribute("position");
      position.array.set(p);
      position.needsUpdate = true;
      const edges: number[] = [];
      addEdges(edges, p);
      this.hitEdges.set(edges);
    } else this.hitEdges.set([]);
    if (hit) this.hitArrow.setNormal(hit.point, hit.normal, hitNormalLength, 0.2);
    this.stage.invalidate();
  }

  /** Draws what the pointer's ray was tested against: nodes of the tree, and triangles. */
  showDescent(explanation: RayExplanation | null): void {
    const boxes: number[] = [];
    const edges: number[] = [];
    for (const { min, max } of explanation?.nodes ?? []) addBox(boxes, min, max);
    for (const i of explanation?.triangles ?? []) addEdges(edges, this.run.level.mesh.triangle(i, this.corners));
    this.rayNodes.set(boxes);
    this.rayTriangles.set(edges);
    this.stage.invalidate();
  }

  /** Draws the way of the crate with the normals of its contacts. @param hasRule false: and of what the rule leaves out */
  showSlide(slide: CrateSlide | null, hasRule: boolean): void {
    const last = slide?.places.at(-1);
    this.crate.visible = last !== undefined;
    if (last) {
      this.crate.position.copy(last.position);
      this.crate.quaternion.copy(last.quaternion);
    }
    this.contacts.set(normalsOf(slide?.contacts ?? []));
    this.pushes.set(normalsOf(hasRule ? [] : (slide?.pushes ?? [])));
    this.stage.invalidate();
  }

  recolor(): void {
    const { scene } = this.stage;
    const isDark = currentTheme() === "dark";
    const sky = new Color(isDark ? "#1b2433" : "#dbe8f2");
    scene.background = sky;
    scene.fog?.color.copy(sky);
    // The level has colours of its own, dimmed in the dark.
    this.surface.material.color.set(isDark ? "#8b93ad" : "#ffffff");
    this.wires.material.color.set(isDark ? "#ffffff" : "#20303a");
    this.colors.plain.set(themeColor("difference"));
    this.colors.touching.set(themeColor("b-scene"));
    this.ground.setColor(themeColor("apart"));
    this.hitFace.material.color.set(themeColor("touch"));
    this.hitEdges.setColor(themeColor("touch"));
    this.rayNodes.setColor(isDark ? "#ffffff" : "#20303a");
    this.rayTriangles.setColor(themeColor("difference"));
    this.hitArrow.setColor(themeColor("touch"));
    this.crate.material.color.set(themeColor("b-scene"));
    this.contacts.setColor(themeColor("apart"));
    this.pushes.setColor(themeColor("overlap"));
  }

  dispose(): void {
    const { stage, surface, wires, balls, shadow, hitFace, crate, lines } = this;
    stage.scene.fog = null;
    stage.scene.background = new Color(themeColor("scene"));
    stage.grid.object.visible = true;
    for (const { material } of [surface, wires, balls, shadow, hitFace, crate]) material.dispose();
    for (const { geometry } of [balls, shadow, hitFace, crate]) geometry.dispose();
    const segments = [this.hitEdges, this.rayNodes, this.rayTriangles, this.contacts, this.pushes];
    for (const object of [surface, wires, balls, shadow, hitFace, crate, lines]) object.removeFromParent();
    for (const { object } of segments) object.removeFromParent();
    balls.dispose();
    lines.dispose();
    for (const each of segments) each.dispose();
    this.ground.dispose();
    this.hitArrow.dispose();
  }
}

/** The normal of each contact, from the middle of its points. */
function normalsOf(contacts: readonly Contact[]): number[] {
  return contacts.flatMap(({ normal, points }) => {
    const middle = new Vector3();
    for (const { onA } of points) middle.addScaledVector(onA as Vector3, 1 / points.length);
    const end = middle.clone().addScaledVector(normal as Vector3, pushLength);
    return [...middle.toArray(), ...end.toArray()];
  });
}

/** Appends the edges of a triangle. @param corners x, y, z of each */
function addEdges(out: number[], corners: Float64Array): void {
  const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] = corners;
  out.push(ax, ay, az, bx, by, bz, bx, by, bz, cx, cy, cz, cx, cy, cz, ax, ay, az);
}

/** Appends the edges of a box. */
function addBox(out: number[], min: Vec3, max: Vec3): void {
  for (const [y, z] of pairs(min.y, max.y, min.z, max.z)) out.push(min.x, y, z, max.x, y, z);
  for (const [x, z] of pairs(min.x, max.x, min.z, max.z)) out.push(x, min.y, z, x, max.y, z);
  for (const [x, y] of pairs(min.x, max.x, min.y, max.y)) out.push(x, y, min.z, x, y, max.z);
}

const pairs = (a: number, b: number, c: number, d: number) =>
  [
    [a, c],
    [b, c],
    [a, d],
    [b, d],
  ] as const;

const down = new Vector3(0, -1, 0);
const ahead = new Vector3(0, 0, 1);
const normal = new Vector3();
