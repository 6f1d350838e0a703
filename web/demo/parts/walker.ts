/** The walker of "Mover" and "Level": a capsule moved by `moveAndSlide`. Its only physics are a walking speed and gravity. */

import { Capsule, type Collider, type MoverHit, type MoverOptions, moveAndSlide, type World } from "hyperplane";
import { type BufferGeometry, CapsuleGeometry, ConeGeometry, Group, Mesh, MeshLambertMaterial, Vector3 } from "three";
import { themeColor } from "../shell/theme.js";
import { turnTowards } from "./steering.js";

/** The time of a step. */
export const stepSeconds = 1 / 60;
export const bodySize = { radius: 0.3, height: 0.6 } as const;
/** Metres from its middle to its lower end. */
export const bodyReach = bodySize.radius + bodySize.height / 2;
const gravity = 18;
const jumpSpeed = 6;
/** Terminal speed of a fall, in metres per second. */
const fastestFall = 30;

/** Where a walker walks. */
export interface WalkerGround {
  readonly world: World;
  /** The moving platform that a collider belongs to, with its translation in the last step. */
  platformOf(collider: Collider | undefined): { readonly collider: Collider; readonly delta: Vector3 } | undefined;
}

export class Walker {
  readonly group = new Group();
  grounded = false;
  ground: MoverHit | null = null;
  hits: readonly MoverHit[] = [];
  /** Of the last step, in metres per second, platform included. */
  readonly velocity = new Vector3();
  readonly shape = new Capsule(bodySize.radius, bodySize.height);
  private readonly body: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly nose: Mesh<BufferGeometry, MeshLambertMaterial>;
  private verticalSpeed = 0;

  constructor() {
    const { radius, height } = bodySize;
    this.body = new Mesh(new CapsuleGeometry(radius, height, 8, 28), new MeshLambertMaterial());
    this.nose = new Mesh(new ConeGeometry(0.12, 0.26, 16), new MeshLambertMaterial());
    this.nose.position.set(0, 0.25, radius + 0.07);
    this.nose.rotation.x = Math.PI / 2;
    this.group.add(this.body, this.nose);
  }

  get position(): Vector3 {
    return this.group.position;
  }

  place(x: number, y: number, z: number): void {
    this.position.set(x, y, z);
    this.velocity.set(0, 0, 0);
    this.verticalSpeed = 0;
    this.grounded = false;
    this.ground = null;
    this.hits = [];
  }

  jump(): void {
    if (!this.grounded) return;
    this.verticalSpeed = jumpSpeed;
    this.grounded = false;
    this.ground = null;
  }

  /** One step, after the platforms have moved. @param walk horizontal velocity in metres per second */
  step(place: WalkerGround, walk: Vector3, seconds: number, options: MoverOptions): void {
    const { world } = place;
    const before = from.copy(this.position);
    const platform = place.platformOf(this.ground?.collider);
    // A platform carries the walker first; the walk then starts from there as if the platform stood still.
    if (platform && platform.delta.lengthSq() > 0) {
      const { position } = moveAndSlide(world, this.shape, { position: this.position }, platform.delta, {
        ...options,
        exclude: platform.collider,
        snapDistance: 0,
      });
      this.position.copy(position);
    }
    const { y: start } = this.position;
    this.verticalSpeed = Math.max(-fastestFall, this.verticalSpeed - gravity * seconds);
    delta.copy(walk).setY(this.verticalSpeed).multiplyScalar(seconds);
    const moved = moveAndSlide(world, this.shape, { position: this.position }, delta, options);
    this.position.copy(moved.position);
    this.grounded = moved.grounded;
    this.ground = moved.ground;
    this.hits = moved.hits;
    // A ceiling ends a jump and steep ground slows a fall, but depenetration adds no upward speed.
    const speed = (moved.position.y - start) / seconds;
    if (moved.grounded) this.verticalSpeed = 0;
    else if (this.verticalSpeed > 0) this.verticalSpeed = Math.max(0, Math.min(this.verticalSpeed, speed));
    else this.verticalSpeed = Math.min(0, Math.max(this.verticalSpeed, speed));
    this.velocity.copy(this.position).sub(before).divideScalar(seconds);
    if (walk.lengthSq() > 0) turnTowards(this.group, walk, seconds);
  }

  recolor(): void {
    this.body.material.color.set(themeColor("a-scene"));
    this.nose.material.color.set(themeColor("b-scene"));
  }

  dispose(): void {
    this.shape.dispose();
    for (const { geometry, material } of [this.body, this.nose]) {
      geometry.dispose();
      material.dispose();
    }
    this.group.removeFromParent();
  }
}

const from = new Vector3();
const delta = new Vector3();
