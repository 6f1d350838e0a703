/**
 * The Minkowski difference of two shapes, B - A, with the origin, and the simplex of GJK or the polytope of EPA.
 *
 * The surface is the hull of support points in many directions: nearly exact for polyhedra, close for round shapes. Where the
 * algorithm works on cores (a sphere is a point with a radius), the difference of the cores is drawn as the body, and the
 * difference of the shapes as a shell around it.
 */

import { ConvexHull } from "hyperplane";
import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  IcosahedronGeometry,
  Mesh,
  MeshBasicMaterial,
  Vector3,
} from "three";
import type { DifferencePoint, Step } from "../parts/gjk_steps.js";
import { themeColor } from "../shell/theme.js";
import { Arrow } from "./arrow.js";
import { Dots } from "./dots.js";
import { Label } from "./label.js";
import { order } from "./order.js";
import { PlaneView } from "./plane_view.js";
import { polyhedronLook } from "./polyhedron.js";
import { Segments } from "./segments.js";
import { ShapeView } from "./shape_view.js";
import type { Stage } from "./stage.js";

const headPixels = 14;
const mostLabels = 8;

/** Directions spread evenly over the sphere. */
export const directions: readonly Vector3[] = (() => {
  const geometry = new IcosahedronGeometry(1, 6);
  const { array } = geometry.getAttribute("position");
  const seen = new Map<string, Vector3>();
  for (let i = 0; i < array.length; i += 3) {
    const v = new Vector3(array[i], array[i + 1], array[i + 2]);
    seen.set(
      v
        .toArray()
        .map((c) => c.toFixed(4))
        .join(),
      v,
    );
  }
  geometry.dispose();
  return [...seen.values()];
})();

export class DifferenceView {
  private readonly object = new Group();
  private readonly body = new ShapeView();
  private readonly shell = new ShapeView();
  /** The difference of the cores where it has no volume: a segment or a parallelogram. */
  private readonly flat = new Segments({ width: 1.6, renderOrder: order.notes });
  private readonly origin = new Dots({ pixels: 11, renderOrder: order.marks });
  private readonly originLabel = new Label("label-origin", "origin");
  private readonly built = new Segments({ width: 2.4, renderOrder: order.notes });
  private readonly patch: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly nearest: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly corners = new Dots({ pixels: 9, renderOrder: order.marks });
  private readonly support = new Dots({ pixels: 12, renderOrder: order.marks });
  private readonly plane = new PlaneView();
  private readonly arrow = new Arrow(3.5, order.marks);
  private readonly labels: Label[];
  private readonly stops: (() => void)[];
  private step: Step | null = null;
  private radius = 0;
  /** Points of the difference, for fitting the view. */
  points: readonly Vector3[] = [];

  constructor(private readonly stage: Stage) {
    const sheet = (opacity: number) => {
      const material = new MeshBasicMaterial({
        transparent: true,
        opacity,
        depthTest: false,
        depthWrite: false,
        side: DoubleSide,
      });
      const mesh = new Mesh(new BufferGeometry(), material);
      mesh.renderOrder = order.notes;
      return mesh;
    };
    this.patch = sheet(0.14);
    this.nearest = sheet(0.4);
    this.labels = Array.from({ length: mostLabels }, () => new Label("label-step"));
    const { body, shell, flat, origin, originLabel, built, patch, nearest, corners, support, plane, arrow } = this;
    this.object.add(
      body.group,
      shell.group,
      flat.object,
      origin.object,
      originLabel.object,
      built.object,
      patch,
      nearest,
    );
    this.object.add(corners.object, support.object, plane.object, arrow.object);
    for (const label of this.labels) this.object.add(label.object);
    origin.set([new Vector3()]);
    originLabel.object.position.set(0, 0, 0);
    originLabel.leanTowards(-1, 1);
    stage.scene.add(this.object);
    stage.grid.object.visible = false;
    this.stops = [stage.onColors(() => this.recolor()), stage.onFrame(() => this.place())];
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    const { body, shell, flat, origin, built, corners, support, plane, arrow } = this;
    for (const part of [body, shell, flat, origin, built, corners, support, plane, arrow]) part.dispose();
    for (const mesh of [this.patch, this.nearest]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.object.clear();
    this.object.removeFromParent();
    this.stage.grid.object.visible = true;
  }

  /** @param outer support points in the order of `directions` @param radius rounding radius of the difference, 0 or more */
  setSurface(outer: readonly Vector3[], radius: number): void {
    const core = radius === 0 ? outer : outer.map((p, i) => p.clone().addScaledVector(directions[i] ?? p, -radius));
    this.points = outer;
    this.radius = radius;
    const isSolid = show(this.body, core);
    this.flat.set(isSolid ? [] : flatOutline(core));
    show(this.shell, radius === 0 ? null : outer);
    this.stage.invalidate();
  }

  setStep(step: Step | null): void {
    this.step = step;
    const points = step?.points ?? [];
    this.corners.set(points.map(({ point }) => point));
    this.support.set(step?.support ? [step.support.point] : []);
    const triangles = step ? trianglesOf(step) : [];
    this.built.set(step ? edgesOf(step) : []);
    fill(this.patch, triangles);
    fill(this.nearest, step && step.nearest !== null ? [facePoints(step, step.nearest)] : []);
    for (const [i, label] of this.labels.entries()) {
      const corner = step?.phase === "gjk" ? points[i] : undefined;
      label.visible = corner !== undefined;
      if (!corner) continue;
      label.set(String(i + 1));
      label.object.position.copy(corner.point);
      label.leanTowards(0, -1);
    }
    const through = step && step.closest.lengthSq() > 1e-12 ? step.support : null;
    this.plane.object.visible = through !== null;
    if (step && through) {
      // The plane through the support point, moved out by the radius: the whole difference lies on one side of it.
      const normal = step.closest.clone().normalize();
      const reach = Math.max(...this.points.map((p) => p.distanceTo(through.point)), 0.1);
      const out = step.phase === "gjk" ? -this.radius : this.radius;
      this.plane.set(normal.clone().multiplyScalar(through.point.dot(normal) + out), normal, 0.4 * reach);
    }
    this.stage.invalidate();
  }

  get planeIsShown(): boolean {
    return this.plane.object.visible;
  }

  private place(): void {
    const { step } = this;
    const visible = step !== null && step.closest.lengthSq() > 1e-12;
    if (visible) {
      this.arrow.set(new Vector3(), step.closest, headPixels * this.stage.metresPerPixel(step.closest));
    }
    this.arrow.object.visible = visible;
  }

  private recolor(): void {
    this.body.setColor(themeColor("difference"), 0.2);
    this.shell.setColor(themeColor("difference"), 0.16);
    this.flat.setColor(themeColor("difference"));
    this.origin.setColor(themeColor("ink"), themeColor("dot-rim"));
    for (const part of [this.built, this.corners, this.arrow, this.support, this.plane]) {
      if (part instanceof Dots)
        part.setColor(themeColor(part === this.support ? "apart" : "overlap"), themeColor("dot-rim"));
      else part.setColor(themeColor(part === this.plane ? "apart" : "overlap"));
    }
    this.patch.material.color.set(themeColor("overlap"));
    this.nearest.material.color.set(themeColor("overlap"));
  }
}

/** Shows the hull of points. @returns false where it has no volume */
function show(view: ShapeView, points: readonly Vector3[] | null): boolean {
  view.group.visible = false;
  if (!points) return false;
  try {
    const hull = new ConvexHull(points.flatMap((p) => p.toArray()));
    view.look = polyhedronLook(hull.vertices, hull.faces, true);
    view.fineness = 0.7;
    hull.dispose();
    view.group.visible = true;
  } catch {
    // No volume, such as the difference of a point and a segment.
  }
  return view.group.visible;
}

/** The sides of a segment or parallelogram, given as points that repeat its corners. */
function flatOutline(points: readonly Vector3[]): number[] {
  const corners: Vector3[] = [];
  for (const p of points) {
    if (!corners.some((corner) => corner.distanceToSquared(p) < 1e-12)) corners.push(p);
    if (corners.length > 4) return [];
  }
  const [first, ...others] = corners;
  if (!first || others.length === 0) return [];
  // In a parallelogram, the edges from the first corner add up to the opposite one.
  const opposite = others.find((p) => {
    const way = others.reduce((sum, q) => (q === p ? sum : sum.add(q).sub(first)), new Vector3());
    return others.length === 3 && way.distanceToSquared(p.clone().sub(first)) < 1e-10;
  });
  const sides = opposite
    ? others.filter((p) => p !== opposite).flatMap((p) => [first, p, p, opposite])
    : [first, others[0] ?? first];
  return sides.flatMap((p) => p.toArray());
}

function facePoints(step: Step, face: number): Vector3[] {
  return (step.faces[face] ?? []).flatMap((i) => step.points[i]?.point ?? []);
}

function trianglesOf(step: Step): Vector3[][] {
  if (step.phase === "epa") return [];
  const p = step.points.map(({ point }: DifferencePoint) => point);
  const [a, b, c, d] = p;
  if (!a || !b || !c) return [];
  return d
    ? [
        [a, b, c],
        [a, c, d],
        [a, d, b],
        [b, d, c],
      ]
    : [[a, b, c]];
}

function edgesOf(step: Step): number[] {
  const out: number[] = [];
  const add = (i: number, j: number) => {
    const from = step.points[i]?.point;
    const to = step.points[j]?.point;
    if (from && to) out.push(...from.toArray(), ...to.toArray());
  };
  if (step.phase === "gjk") {
    for (let i = 0; i < step.points.length; i++) for (let j = i + 1; j < step.points.length; j++) add(i, j);
  } else {
    for (const face of step.faces) {
      for (const [k, i] of face.entries()) {
        const j = face[(k + 1) % face.length] ?? i;
        if (i < j) add(i, j);
      }
    }
  }
  return out;
}

function fill(mesh: Mesh<BufferGeometry, MeshBasicMaterial>, triangles: readonly (readonly Vector3[])[]): void {
  mesh.geometry.dispose();
  mesh.geometry = new BufferGeometry();
  mesh.geometry.setAttribute(
    "position",
    new Float32BufferAttribute(
      triangles.flat().flatMap((p) => p.toArray()),
      3,
    ),
  );
  mesh.visible = triangles.length > 0;
}
