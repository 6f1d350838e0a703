/**
 * The scene of the topic "World": two rooms with a door, shapes of every kind, a turning beam, a rolling ball, and a walker.
 * Everything is a three.js object; SceneColliders copies the poses into the world.
 */

import { Box, Capsule, type Collider, Compound, Cone, Cylinder, Ellipsoid, HalfSpace } from "hyperplane";
import type { ObjectColliderOptions } from "hyperplane/three";
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  SphereGeometry,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { themeColor } from "../shell/theme.js";
import type { Mix } from "./legend.js";
import { mixedColor, Scenery } from "./scenery.js";

/** The layers, one bit each. */
export const layers = { ground: 1, solid: 2, ghost: 4, sensor: 8, walker: 16 } as const;
export type LayerName = keyof typeof layers;

const walkerRadius = 0.32;
const walkerHeight = 0.7;
const wallHeight = 1.1;
const doorWidth = 1.7;
/** Slightly lower than the wall that it slides into. */
const doorHeight = 1.04;
const doorSpeed = 3;
/** Contacts with a shorter horizontal part of the normal are ground or ceiling, and do not push. */
const leastHorizontal = 0.2;
/** Half the extents of both rooms together, in metres. */
export const rooms = { x: 5.2, z: 4.4 } as const;
export const start = { x: -3.9, z: 2.8 } as const;

export const opacities = { ghost: 0.45, sensor: 0.22 } as const;
export const solidColor: Mix = ["b-scene", "scene", 0.42];

type Triple = readonly [number, number, number];

/** The boxes of the arch: sizes, and place in its frame. */
const archBoxes: readonly { readonly size: Triple; readonly at: Triple }[] = [
  { size: [0.3, 1.6, 0.3], at: [-0.8, -0.15, 0] },
  { size: [0.3, 1.6, 0.3], at: [0.8, -0.15, 0] },
  { size: [1.9, 0.3, 0.3], at: [0, 0.8, 0] },
];

export class Playground extends Scenery<LayerName | "wall" | "door"> {
  readonly walker = new Group();
  readonly walkerCollider: Collider;
  readonly sensor: Collider;
  private readonly door: Mesh;
  private readonly beam: Mesh;
  private readonly ball: Mesh;
  private readonly posts: InstancedMesh;
  private doorOpen = 0;
  /** Seconds; starts such that the ball is out of the way of the first walk. */
  private time = 0.9;

  constructor() {
    const see = (opacity: number) => new MeshLambertMaterial({ transparent: true, opacity, depthWrite: false });
    super({
      ground: new MeshLambertMaterial(),
      wall: new MeshLambertMaterial(),
      solid: new MeshLambertMaterial(),
      door: new MeshLambertMaterial(),
      walker: new MeshLambertMaterial(),
      ghost: see(opacities.ghost),
      sensor: see(opacities.sensor),
    });
    this.buildRooms();
    this.buildThings();
    this.posts = this.buildPosts();
    this.door = this.add("door", new BoxGeometry(0.16, doorHeight, doorWidth), "solid", [0, doorHeight / 2, 0]);
    this.door.material = this.materials.door;
    this.beam = this.add("turning beam", new BoxGeometry(2.6, 0.4, 0.3), "solid", [3.2, 0.5, 0.1]);
    this.ball = this.add("rolling ball", new SphereGeometry(0.4, 32, 20), "solid", [-1.1, 0.4, 0], { fit: "sphere" });
    const sensor = this.add("door sensor", new BoxGeometry(3, 0.8, doorWidth), "sensor", [0, 0.4, 0], {
      static: true,
      sensor: true,
    });
    this.sensor = this.colliders.colliderOf(sensor) as Collider;

    this.outline("floor", "door sensor", "rolling ball", "egg");
    this.label("sensor", 0.9, 0.5, 0.6);
    this.label("ghosts", 1.8, 1.3, 2.9);

    this.walker.name = "walker";
    this.walker.position.set(start.x, walkerRadius + walkerHeight / 2, start.z);
    const body = new Mesh(this.keep(new CapsuleGeometry(walkerRadius, walkerHeight, 8, 24)), this.materials.walker);
    const nose = new Mesh(this.keep(new ConeGeometry(0.13, 0.3, 16)), this.materials.door);
    nose.position.set(0, 0.25, walkerRadius + 0.08);
    nose.rotation.x = Math.PI / 2;
    this.walker.add(body, nose);
    this.group.add(this.walker);
    const shape = new Capsule(walkerRadius, walkerHeight);
    this.walkerCollider = this.colliders.add(this.walker, {
      shape,
      layer: layers.walker,
      mask: layers.solid | layers.sensor,
    });
    this.shapes.push(shape);
    this.advance(0, true, false);
    this.update();
  }

  /** A mesh with its collider, which meets only the walker. */
  private add(
    name: string,
    geometry: BufferGeometry,
    layer: LayerName,
    at: readonly [number, number, number],
    options: ObjectColliderOptions = {},
    place?: (mesh: Mesh) => void,
  ): Mesh {
    return this.addMesh(name, geometry, layer, at, { layer: layers[layer], mask: layers.walker, ...options }, place);
  }

  private buildRooms(): void {
    const { x, z } = rooms;
    const fixed = { static: true };
    const paint = (mesh: Mesh) => {
      mesh.material = this.materials.wall;
    };
    // A slab is drawn; the collider goes on without end, and its surface is the object's plane y = 0.
    const slab = new BoxGeometry(2 * x, 0.1, 2 * z).translate(0, -0.05, 0);
    this.add("floor", slab, "ground", [0, -0.005, 0], { ...fixed, shape: new HalfSpace() });
    const y = wallHeight / 2;
    const thick = 0.24;
    for (const side of [-1, 1]) {
      const long = new BoxGeometry(2 * x + 2 * thick, wallHeight, thick);
      this.add(side < 0 ? "far wall" : "near wall", long, "solid", [0, y, side * (z + thick / 2)], fixed, paint);
      this.add(
        side < 0 ? "left wall" : "right wall",
        new BoxGeometry(thick, wallHeight, 2 * z),
        "solid",
        [side * (x + thick / 2), y, 0],
        fixed,
        paint,
      );
      const length = z - doorWidth / 2;
      const middle = side * (doorWidth / 2 + length / 2);
      this.add("inner wall", new BoxGeometry(thick, wallHeight, length), "solid", [0, y, middle], fixed, paint);
    }
  }

  private buildThings(): void {
    const fixed = { static: true };
    this.add("crate", new BoxGeometry(1.1, 1, 1), "solid", [-3.6, 0.5, -2.9], fixed, (mesh) => mesh.rotateY(0.5));
    this.add("small crate", new BoxGeometry(0.6, 0.6, 0.6), "solid", [-2.3, 0.3, -3.7], fixed, (m) => m.rotateY(1.1));
    this.buildArch();
    const pillar = { ...fixed, shape: new Cylinder(0.5, 1.4) };
    this.add("pillar", new CylinderGeometry(0.5, 0.5, 1.4, 40), "solid", [-1.9, 0.7, 3], pillar);
    this.add("boulder", rock(), "solid", [3.5, 0.55, -2.9], { ...fixed, fit: "hull" }, (mesh) =>
      mesh.scale.set(1.1, 0.8, 0.9),
    );
    const cone = { ...fixed, shape: new Cone(0.6, 1.3) };
    this.add("cone", new ConeGeometry(0.6, 1.3, 40), "solid", [1.4, 0.65, -3.3], cone);
    const egg = { ...fixed, shape: new Ellipsoid(0.9, 0.5, 0.55) };
    this.add("egg", new SphereGeometry(1, 40, 24), "solid", [4.1, 0.5, 3.3], egg, (mesh) =>
      mesh.scale.set(0.9, 0.5, 0.55),
    );
    this.add("ghost box", new BoxGeometry(0.9, 0.9, 0.9), "ghost", [1.3, 0.46, 2.4], fixed, (mesh) =>
      mesh.rotateY(0.4),
    );
    const ghost = { ...fixed, shape: new Cylinder(0.45, 0.9) };
    this.add("ghost barrel", new CylinderGeometry(0.45, 0.45, 0.9, 40), "ghost", [2.3, 0.46, 3.4], ghost);
  }

  /** Two posts and a lintel: one mesh, and one collider with three parts, across the way to the door. */
  private buildArch(): void {
    const geometry = mergeGeometries(
      archBoxes.map(({ size, at }) => new BoxGeometry(...size).translate(at[0], at[1], at[2])),
    );
    const shape = new Compound(archBoxes.map(({ size, at }) => ({ shape: new Box(...size), position: at })));
    this.add("arch", geometry, "solid", [-2.35, 0.95, 1.4], { static: true, shape }, (mesh) => mesh.rotateY(-0.73));
  }

  /** A row of posts: one InstancedMesh with a collider per instance. */
  private buildPosts(): InstancedMesh {
    const count = 7;
    const geometry = this.keep(new BoxGeometry(0.22, 0.8, 0.22));
    const posts = new InstancedMesh(geometry, this.materials.solid, count);
    posts.name = "post";
    const matrix = new Matrix4();
    for (let i = 0; i < count; i++) {
      posts.setMatrixAt(
        i,
        matrix.makeRotationY(0.3 * i).setPosition(-4.8 + 0.5 * i, 0.4, 0.15 * Math.sin(2 * i) - 0.6),
      );
    }
    this.group.add(posts);
    this.colliders.addInstances(posts, { static: true, layer: layers.solid, mask: layers.walker });
    return posts;
  }

  set ghostsAreSolid(areSolid: boolean) {
    this.walkerCollider.mask = layers.solid | layers.sensor | (areSolid ? layers.ghost : 0);
  }

  /** In metres: up to this distance the walker touches. */
  set margin(margin: number) {
    this.walkerCollider.margin = margin;
  }

  get doorIsOpen(): boolean {
    return this.doorOpen > 0.9;
  }

  /** Whether the door is between open and shut. */
  get doorIsMoving(): boolean {
    return this.doorOpen > 0 && this.doorOpen < 1;
  }

  /** Moves the door, and with `things` the beam and the ball. */
  advance(seconds: number, things: boolean, isAtDoor: boolean): void {
    this.doorOpen = Math.min(1, Math.max(0, this.doorOpen + (isAtDoor ? 1 : -1) * doorSpeed * seconds));
    this.door.position.z = this.doorOpen * doorWidth;
    if (!things) return;
    this.time += seconds;
    this.beam.rotation.y = 0.9 * this.time;
    this.ball.position.z = 2.8 * Math.sin(0.8 * this.time);
    this.ball.rotation.x = this.ball.position.z / 0.4;
  }

  /**
   * Pushes the walker out of its contacts, over the ground. Each contact adds the part of its minimum translation vector that
   * the contacts before it do not cover: two walls that push the same way push once. Contacts within a margin have a negative
   * depth and push nobody.
   */
  pushOut(): void {
    let pushX = 0;
    let pushZ = 0;
    for (const { a, b, normal, depth } of this.world.contacts) {
      if (a !== this.walkerCollider && b !== this.walkerCollider) continue;
      const away = b === this.walkerCollider ? 1 : -1;
      const flat = Math.hypot(normal.x, normal.z);
      if (flat < leastHorizontal) continue;
      const x = (away * normal.x) / flat;
      const z = (away * normal.z) / flat;
      const missing = depth / flat - (pushX * x + pushZ * z);
      if (missing <= 0) continue;
      pushX += missing * x;
      pushZ += missing * z;
    }
    this.walker.position.x += pushX;
    this.walker.position.z += pushZ;
  }

  override recolor(): void {
    super.recolor();
    const { ground, wall, solid, door, walker, ghost, sensor } = this.materials;
    ground.color.set(themeColor("surface"));
    wall.color.copy(mixedColor("line-strong", "ink-3", 0.2));
    solid.color.copy(mixedColor(...solidColor));
    door.color.set(themeColor("b-scene"));
    walker.color.set(themeColor("a-scene"));
    ghost.color.set(themeColor("touch"));
    sensor.color.set(themeColor("apart"));
  }

  override dispose(): void {
    super.dispose();
    this.posts.dispose();
  }
}

/** A boulder: an icosphere with its vertices moved in and out. */
function rock(): BufferGeometry {
  const geometry = new IcosahedronGeometry(1, 1);
  const position = geometry.getAttribute("position");
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    // A function of the position alone, so that the copies of a vertex stay together.
    const size = 0.85 + 0.15 * Math.sin(7 * x + 3 * y) * Math.cos(5 * z - 2 * x);
    position.setXYZ(i, size * x, size * y, size * z);
  }
  geometry.computeVertexNormals();
  return geometry;
}
