/**
 * The course of the topic "Mover": two ramps and two stairs onto a deck, a ferry to a second deck, a lift up a tower, a corner,
 * a sloping ceiling, a dome and a pillar.
 */

import { type Collider, Cylinder, Sphere } from "hyperplane";
import type { ObjectColliderOptions } from "hyperplane/three";
import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  type Mesh,
  MeshLambertMaterial,
  Shape,
  SphereGeometry,
  Vector3,
} from "three";
import { themeColor } from "../shell/theme.js";
import type { Mix } from "./legend.js";
import { mixedColor, Scenery } from "./scenery.js";

export const roofOpacity = 0.35;
/** Of what the usual settings do not climb. */
export const steepColor: Mix = ["overlap", "scene", 0.55];
/** Half the size of the floor. */
export const extent = { x: 6.8, z: 5 } as const;
export const deckHeight = 1.2;
export const towerHeight = 3.2;
const wallHeight = 0.5;
const fixed = { static: true } as const;

/** A moving platform. */
export interface Platform {
  readonly mesh: Mesh;
  readonly collider: Collider;
  /** Its translation in the last step. */
  readonly delta: Vector3;
  /** Writes its position at a time in seconds. */
  readonly move: (seconds: number, position: Vector3) => void;
}

type Material = "ground" | "wall" | "solid" | "steep" | "roof" | "platform";

export class Course extends Scenery<Material> {
  readonly ferry: Platform;
  readonly lift: Platform;
  private readonly platforms: readonly Platform[];

  constructor() {
    super({
      ground: new MeshLambertMaterial(),
      wall: new MeshLambertMaterial(),
      solid: new MeshLambertMaterial(),
      steep: new MeshLambertMaterial(),
      roof: new MeshLambertMaterial({ transparent: true, opacity: roofOpacity, depthWrite: false }),
      platform: new MeshLambertMaterial(),
    });
    this.buildFloor();
    this.buildDeck();
    this.buildThings();
    this.ferry = this.platform("ferry", [1.5, 0.2, 1.5], (seconds, at) => {
      at.set(0.2 - 1.22 * Math.cos((2 * Math.PI * seconds) / 7), deckHeight - 0.1, -0.2);
    });
    this.lift = this.platform("lift", [1.5, 0.16, 1.5], (seconds, at) => {
      at.set(5.4, -0.05 + (towerHeight - 0.03) * liftShare(seconds), -0.2);
    });
    this.platforms = [this.ferry, this.lift];
    this.outline("dome", "floor");
    this.label("25\u00b0", -5.2, 0.9, 2.2);
    this.label("55\u00b0", -2.9, 0.9, 1.3);
    this.label("20 cm", -5.2, 0.9, -2.6);
    this.label("40 cm", -2.9, 1.1, -2);
    this.label("ferry", 0.2, deckHeight + 0.35, -0.2);
    this.label("fast lift", 5.4, 0.5, 0.2);
    this.label("corner", 0.15, 1.2, -2.9);
    this.label("low ceiling", 1.4, 1.6, 2.3);
    this.label("dome", 5.2, 0.9, 3.7);
    this.moveTo(0);
  }

  private box(
    name: string,
    material: Material,
    [x, y, z]: readonly [number, number, number],
    at: readonly [number, number, number],
    options: ObjectColliderOptions = fixed,
    place?: (mesh: Mesh) => void,
  ): Mesh {
    return this.addMesh(name, new BoxGeometry(x, y, z), material, at, options, place);
  }

  private platform(name: string, size: readonly [number, number, number], move: Platform["move"]): Platform {
    const mesh = this.box(name, "platform", size, [0, 0, 0], {});
    const collider = this.colliders.colliderOf(mesh) as Collider;
    return { mesh, collider, delta: new Vector3(), move };
  }

  private buildFloor(): void {
    const { x, z } = extent;
    const y = wallHeight / 2;
    const thick = 0.2;
    this.box("floor", "ground", [2 * x, 0.4, 2 * z], [0, -0.2, 0]);
    for (const side of [-1, 1]) {
      const name = side < 0 ? ["far wall", "left wall"] : ["near wall", "right wall"];
      this.box(name[0] as string, "wall", [2 * x + 2 * thick, wallHeight, thick], [0, y, side * (z + thick / 2)]);
      this.box(name[1] as string, "wall", [thick, wallHeight, 2 * z], [side * (x + thick / 2), y, 0]);
    }
  }

  /** A deck with two ramps and two stairs: one of each can be climbed, the others are too steep or too tall. */
  private buildDeck(): void {
    const hull = { ...fixed, fit: "hull" } as const;
    this.box("deck", "solid", [4.4, deckHeight, 1.6], [-4, deckHeight / 2, -0.2]);
    const wedge = (name: string, material: Material, degrees: number, x: number) => {
      const run = deckHeight / Math.tan((degrees * Math.PI) / 180);
      this.addMesh(name, ramp(1.6, deckHeight, run), material, [x, 0, 0.6 + run], hull);
    };
    wedge("ramp, 25\u00b0", "solid", 25, -5.2);
    wedge("ramp, 55\u00b0", "steep", 55, -2.9);
    const stairs = (name: string, material: Material, count: number, depth: number, x: number) => {
      for (let i = 1; i < count; i++) {
        const height = (deckHeight * i) / count;
        this.box(`${name} ${i}`, material, [1.6, height, depth], [x, height / 2, -1 - depth * (count - i - 0.5)]);
      }
    };
    stairs("stair", "solid", 6, 0.34, -5.2);
    stairs("tall stair", "steep", 3, 0.6, -2.9);
    this.box("second deck", "solid", [1.6, deckHeight, 1.6], [3, deckHeight / 2, -0.2]);
    this.box("tower", "solid", [1.6, towerHeight, 1.8], [5.4, towerHeight / 2, -1.86]);
  }

  private buildThings(): void {
    for (const side of [-1, 1]) {
      this.box(
        side < 0 ? "corner, left" : "corner, right",
        "wall",
        [0.24, 0.9, 2.4],
        [0.15 + side * 0.78, 0.45, -2.9],
        fixed,
        (mesh) => {
          mesh.rotation.y = side * 0.62;
        },
      );
    }
    this.box("ceiling", "roof", [1.7, 0.12, 3], [1.7, 1.42, 2.7], fixed, (mesh) => {
      mesh.rotation.x = -0.3;
    });
    const pillar = { ...fixed, shape: new Cylinder(0.4, 1.2) };
    this.addMesh("pillar", new CylinderGeometry(0.4, 0.4, 1.2, 40), "wall", [-1, 0.6, 2.9], pillar);
    const dome = { ...fixed, shape: new Sphere(2.5) };
    // Most of the sphere is below the floor and not drawn.
    const drawn = new SphereGeometry(2.5, 72, 20, 0, 2 * Math.PI, 0, 0.73);
    this.addMesh("dome", drawn, "solid", [4.7, -1.9, 3.3], dome);
  }

  /** Places the platforms at a time, with no translation. */
  moveTo(seconds: number): void {
    this.advanceTo(seconds);
    for (const { delta } of this.platforms) delta.set(0, 0, 0);
  }

  /** Moves the platforms to a time, and records their translations. */
  advanceTo(seconds: number): void {
    for (const { mesh, delta, move } of this.platforms) {
      delta.copy(mesh.position).negate();
      move(seconds, mesh.position);
      delta.add(mesh.position);
    }
    this.update();
  }

  platformOf(collider: Collider | undefined): Platform | undefined {
    return this.platforms.find((platform) => platform.collider === collider);
  }

  override recolor(): void {
    super.recolor();
    const { ground, wall, solid, steep, roof, platform } = this.materials;
    ground.color.copy(mixedColor("surface", "line", 0.5));
    wall.color.copy(mixedColor("line-strong", "ink-3", 0.2));
    solid.color.copy(mixedColor("line", "line-strong", 0.4));
    steep.color.copy(mixedColor(...steepColor));
    roof.color.set(themeColor("touch"));
    platform.color.set(themeColor("b-scene"));
  }
}

/** The height of the lift, from 0 at the bottom to 1 at the top: a rest, a fast rise, a rest, a fast descent. */
function liftShare(seconds: number): number {
  const rest = 1.6;
  const rise = 0.7;
  const at = seconds % (2 * (rest + rise));
  const share =
    at < rest ? 0 : at < rest + rise ? (at - rest) / rise : at < 2 * rest + rise ? 1 : (2 * (rest + rise) - at) / rise;
  return share * share * (3 - 2 * share);
}

/** A wedge that rises along -z from its origin. */
function ramp(width: number, height: number, run: number): BufferGeometry {
  const side = new Shape().moveTo(0, 0).lineTo(run, 0).lineTo(run, height);
  return new ExtrudeGeometry(side, { depth: width, bevelEnabled: false })
    .translate(0, 0, -width / 2)
    .rotateY(Math.PI / 2);
}
