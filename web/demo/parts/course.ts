/** The course of the topic "Character", drawn: course_data.ts with meshes, colliders and labels. */

import {
  Box,
  type CharacterHit,
  type Collider,
  type Shape as ColliderShape,
  Cylinder,
  Sphere,
  TriangleMesh,
  type Vec3,
} from "hyperplane";
import type { ObjectColliderOptions } from "hyperplane/three";
import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Mesh,
  MeshLambertMaterial,
  Shape,
  SphereGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { themeColor } from "../shell/theme.js";
import {
  type CourseMaterial,
  crates,
  deckHeight,
  discHeight,
  discRadius,
  type Form,
  fastestCrate,
  hoodThickness,
  onTrack,
  type Piece,
  type Placed,
  type PlatformName,
  pieces,
  platformNames,
  platforms,
  swing,
  type Triple,
  trackLength,
} from "./course_data.js";
import type { Mix } from "./legend.js";
import { mixedColor, Scenery } from "./scenery.js";

export const roofOpacity = 0.35;
/** Of what the usual settings do not climb. */
export const steepColor: Mix = ["overlap", "scene", 0.55];
export const crateColor: Mix = ["b-scene", "ink", 0.45];
export const ladderColor = "apart";

/** A crate, and where it begins. */
interface Crate {
  readonly mesh: Mesh;
  readonly start: Vector3;
}

export class Course extends Scenery<CourseMaterial> {
  private readonly platforms = new Map<PlatformName, Mesh>();
  private readonly crates = new Map<Collider, Crate>();
  private readonly ladders = new Set<Collider>();
  private seconds = 0;

  constructor() {
    super({
      ground: new MeshLambertMaterial(),
      wall: new MeshLambertMaterial(),
      solid: new MeshLambertMaterial(),
      steep: new MeshLambertMaterial(),
      roof: new MeshLambertMaterial({ transparent: true, opacity: roofOpacity, depthWrite: false }),
      platform: new MeshLambertMaterial(),
      crate: new MeshLambertMaterial(),
      ladder: new MeshLambertMaterial(),
    });
    for (const piece of pieces) {
      const isLadder = piece.form.kind === "ladder";
      const mesh = this.build(piece, { static: true, sensor: isLadder });
      if (isLadder) this.ladders.add(this.colliders.colliderOf(mesh) as Collider);
    }
    for (const name of platformNames) this.platforms.set(name, this.build(platforms[name], {}));
    for (const piece of crates) {
      const mesh = this.build(piece, {});
      this.crates.set(this.colliders.colliderOf(mesh) as Collider, { mesh, start: mesh.position.clone() });
    }
    this.outline("dome", "floor");
    // Shows how the disc turns.
    const stripe = new Mesh(this.keep(new BoxGeometry(2 * discRadius - 0.2, 0.01, 0.14)), this.materials.solid);
    stripe.position.y = discHeight / 2 + 0.005;
    this.platforms.get("disc")?.add(stripe);
    this.hang();
    this.laySleepers();
    this.label("25\u00b0", -5.2, 0.9, 2.2);
    this.label("55\u00b0", -2.9, 0.9, 1.3);
    this.label("20 cm", -5.2, 0.9, -2.6);
    this.label("40 cm", -2.9, 1.1, -2);
    this.label("ferry", 0.2, deckHeight + 0.35, -0.2);
    this.label("fast lift", 5.4, 0.5, 0.2);
    this.label("corner", 0.15, 1.2, -2.9);
    this.label("low ceiling", 1.4, 1.6, 2.3);
    this.label("disc", 2.9, 0.5, -3.3);
    this.label("crates", -0.1, 0.85, 2.4);
    this.label("dome", 5.2, 0.9, 3.7);
    this.label("swing", swing.x, 0.1, swing.z + 1.3);
    this.label("doors", -1.8, 0.1, -6);
    this.label("ladder", 2.9, 1.6, -6.9);
    this.label("piston", 0.6, 0.1, -6.4);
    this.label("train", -0.5, 0.1, -9.9);
    this.moveTo(0);
  }

  /** Draws what the swing hangs from: it stops nobody. */
  private hang(): void {
    const rod = this.keep(new CylinderGeometry(0.025, 0.025, swing.length));
    for (const [x, z] of [-1, 1].flatMap((x) => [-1, 1].map((z) => [0.6 * x, 0.5 * z] as const))) {
      const mesh = new Mesh(rod, this.materials.wall);
      mesh.position.set(x / 2, swing.length / 2, z);
      mesh.rotation.z = Math.atan2(x, swing.length);
      this.platforms.get("swing")?.add(mesh);
    }
  }

  private laySleepers(): void {
    const count = 26;
    const sleeper = new BoxGeometry(0.16, 0.012, 1);
    const sleepers = Array.from({ length: count }, (_, i) => {
      const { at, angle } = onTrack((i / (count - 1)) * trackLength, 0, 0.006);
      return sleeper
        .clone()
        .rotateY(angle)
        .translate(...at);
    });
    this.group.add(new Mesh(this.keep(mergeGeometries(sleepers)), this.materials.wall));
  }

  private build({ name, material, form, at, turn }: Piece, options: ObjectColliderOptions): Mesh {
    return this.addMesh(name, geometryOf(form), material, at, { ...options, ...colliderOf(form) }, ({ rotation }) => {
      if (turn) rotation[turn.axis] = turn.angle;
    });
  }

  /** Where a platform is now. */
  placeOf(name: PlatformName): Placed {
    return platforms[name].placeAt(this.seconds);
  }

  /** Places everything as it is at a time, the crates where they began. */
  moveTo(seconds: number): void {
    for (const { mesh, start } of this.crates.values()) mesh.position.copy(start);
    this.advanceTo(seconds);
  }

  /** Moves the platforms to a time. */
  advanceTo(seconds: number): void {
    this.seconds = seconds;
    for (const [name, { position, rotation }] of this.platforms) {
      const { at, angle } = this.placeOf(name);
      position.set(...at);
      rotation[platforms[name].axis] = angle;
    }
    this.update();
  }

  /** Whether an upright body is at a ladder. */
  isAtLadder({ shape, position }: { readonly shape: ColliderShape; readonly position: Vector3 }): boolean {
    const found = this.world.overlap(shape, { position }, { sensors: true });
    return found.some((collider) => this.ladders.has(collider));
  }

  /** Moves the crates that a walker met, and those that they meet. */
  pushCrates(hits: readonly CharacterHit<Collider, Vec3>[], seconds: number): void {
    let isPushed = false;
    for (const { collider, normal, speed } of hits) {
      const crate = this.crates.get(collider);
      if (!crate) continue;
      const way = Math.min(speed, fastestCrate) * seconds;
      crate.mesh.position.addScaledVector(pushing.set(-normal.x, 0, -normal.z), way);
      isPushed = true;
    }
    for (let pass = 0; isPushed && pass < 2; pass++) {
      this.update();
      for (const [collider, { mesh }] of this.crates) {
        const { x, z } = this.world.separation(collider);
        mesh.position.add(pushing.set(x, 0, z));
      }
    }
    if (isPushed) this.update();
  }

  override recolor(): void {
    super.recolor();
    const { ground, wall, solid, steep, roof, platform, crate, ladder } = this.materials;
    ground.color.copy(mixedColor("surface", "line", 0.5));
    wall.color.copy(mixedColor("line-strong", "ink-3", 0.2));
    solid.color.copy(mixedColor("line", "line-strong", 0.4));
    steep.color.copy(mixedColor(...steepColor));
    roof.color.set(themeColor("touch"));
    platform.color.set(themeColor("b-scene"));
    crate.color.copy(mixedColor(...crateColor));
    ladder.color.set(themeColor(ladderColor));
  }
}

function geometryOf(form: Form): BufferGeometry {
  switch (form.kind) {
    case "box":
      return new BoxGeometry(...form.size);
    case "cylinder":
      return new CylinderGeometry(form.radius, form.radius, form.height, 64);
    case "ball":
      // Most of it is below the floor and not drawn.
      return new SphereGeometry(form.radius, 72, 20, 0, 2 * Math.PI, 0, 0.73);
    case "wedge":
      return ramp(form.width, form.height, form.run);
    case "hood":
      return hood(form.size);
    case "ladder":
      return ladder(form.size);
  }
}

function colliderOf(form: Form): ObjectColliderOptions {
  switch (form.kind) {
    case "box":
      return {};
    case "cylinder":
      return { shape: new Cylinder(form.radius, form.height) };
    case "ball":
      return { shape: new Sphere(form.radius) };
    case "wedge":
      return { fit: "hull" };
    case "hood":
      return { shape: new TriangleMesh(hood(form.size), { sides: "front", thickness: hoodThickness }) };
    case "ladder":
      return { shape: new Box(...form.size) };
  }
}

/** A wedge that rises along -z from its origin. */
function ramp(width: number, height: number, run: number): BufferGeometry {
  const side = new Shape().moveTo(0, 0).lineTo(run, 0).lineTo(run, height);
  return new ExtrudeGeometry(side, { depth: width, bevelEnabled: false })
    .translate(0, 0, -width / 2)
    .rotateY(Math.PI / 2);
}

/** A box without its bottom. */
function hood([x, y, z]: Triple): BufferGeometry {
  const geometry = new BoxGeometry(x, y, z);
  const [below] = geometry.groups.splice(3, 1);
  const indices = Array.from(geometry.index?.array ?? []);
  indices.splice(below?.start ?? 0, below?.count ?? 0);
  geometry.setIndex(indices);
  return geometry;
}

/** Two rails, and rungs between them. */
function ladder([x, y, z]: Triple): BufferGeometry {
  const thick = 0.06;
  const rails = [-1, 1].map((side) => new BoxGeometry(thick, y, thick).translate((side * (x - thick)) / 2, 0, -z / 4));
  const count = Math.floor(y / 0.28);
  const rungs = Array.from({ length: count }, (_, i) =>
    new BoxGeometry(x, thick / 2, thick / 2).translate(0, ((i + 0.5) / count - 0.5) * y, -z / 4),
  );
  return mergeGeometries([...rails, ...rungs]);
}

const pushing = new Vector3();
