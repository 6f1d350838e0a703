/** The walker of "Character" and "Level": a capsule that is moved by a `Character`, and crouches. */

import {
  Capsule,
  Character,
  type CharacterGround,
  type CharacterHit,
  type CharacterOptions,
  type Collider,
  type Vec3,
  type World,
} from "hyperplane";
import { type BufferGeometry, CapsuleGeometry, ConeGeometry, Group, Mesh, MeshLambertMaterial, Vector3 } from "three";
import { themeColor } from "../shell/theme.js";
import { bodySize } from "./course_data.js";
import { turnTowards } from "./steering.js";

/** The time of a step. */
export const stepSeconds = 1 / 60;
/** Metres from its middle to its lower end. */
export const bodyReach = bodySize.radius + bodySize.height / 2;
const gravity = 18;
const jumpSpeed = 6;

/** Options that may change while it walks. */
export type WalkerOptions = Pick<CharacterOptions, (typeof optionNames)[number]>;
const optionNames = ["skin", "maxSlope", "stepHeight", "snapDistance", "mask"] as const;

/** What one wants of a step besides walking. */
export interface Wants {
  /** Crouch. It stays low where there is no room above it. */
  readonly low?: boolean;
  /** Move by the velocity as it is, up and down too. */
  readonly fly?: boolean;
}

export class Walker {
  readonly group = new Group();
  /** Of the last step, in metres per second, platform included. */
  readonly velocity = new Vector3();
  readonly shape = new Capsule(bodySize.radius, bodySize.height);
  private readonly low = new Capsule(bodySize.radius, bodySize.lowHeight);
  private readonly body: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly nose: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly geometries: readonly [tall: BufferGeometry, low: BufferGeometry];
  /** Made anew when an option changes. */
  private character: Character | null = null;
  private options: WalkerOptions = {};
  private jumps = false;

  constructor() {
    const { radius, height, lowHeight } = bodySize;
    this.geometries = [new CapsuleGeometry(radius, height, 8, 28), new CapsuleGeometry(radius, lowHeight, 8, 28)];
    this.body = new Mesh(this.geometries[0], new MeshLambertMaterial());
    this.nose = new Mesh(new ConeGeometry(0.12, 0.26, 16), new MeshLambertMaterial());
    this.nose.position.z = radius + 0.07;
    this.nose.rotation.x = Math.PI / 2;
    this.group.add(this.body, this.nose);
    this.dress();
  }

  get position(): Vector3 {
    return this.group.position;
  }
  get grounded(): boolean {
    return this.character?.grounded ?? false;
  }
  get ground(): CharacterGround<Collider, Vec3> | null {
    return this.character?.ground ?? null;
  }
  get hits(): readonly CharacterHit<Collider, Vec3>[] {
    return this.character?.hits ?? [];
  }
  get crushed(): boolean {
    return this.character?.crushed ?? false;
  }
  get crouches(): boolean {
    return this.character?.shape === this.low;
  }
  /** Metres from its middle to its lower end, as it is now. */
  get reach(): number {
    return bodySize.radius + (this.crouches ? bodySize.lowHeight : bodySize.height) / 2;
  }

  /** Puts it upright at a place, at rest in the air. */
  place(x: number, y: number, z: number): void {
    this.position.set(x, y, z);
    this.velocity.set(0, 0, 0);
    this.character = null;
    this.jumps = false;
    this.dress();
  }

  jump(): void {
    this.jumps = true;
  }

  /** One step, after the platforms have moved. @param walk velocity in metres per second, horizontal unless it flies */
  step(world: World, walk: Vector3, seconds: number, options: WalkerOptions, { low, fly = false }: Wants = {}): void {
    const character = this.characterIn(world, options);
    character.setShape(low ? this.low : this.shape);
    if (this.jumps) character.jump(jumpSpeed);
    this.jumps = false;
    character.step(seconds, walk, { fly });
    this.position.copy(character.position);
    this.velocity.copy(character.velocity);
    this.group.rotation.y += character.yaw;
    if (walk.lengthSq() > 0) turnTowards(this.group, walk, seconds);
    this.dress();
  }

  private characterIn(world: World, options: WalkerOptions): Character {
    const isSame = optionNames.every((name) => options[name] === this.options[name]);
    if (this.character && isSame) return this.character;
    const { shape, position } = this;
    const character = new Character(world, { shape, position, gravity, ...options });
    if (this.character) character.restore(this.character.save(), this.character.shape);
    this.character = character;
    this.options = options;
    return character;
  }

  /** Draws it as it is, upright or low. */
  private dress(): void {
    this.body.geometry = this.geometries[this.crouches ? 1 : 0];
    this.nose.position.y = this.crouches ? 0.1 : 0.25;
  }

  recolor(): void {
    this.body.material.color.set(themeColor("a-scene"));
    this.nose.material.color.set(themeColor("b-scene"));
  }

  dispose(): void {
    this.shape.dispose();
    this.low.dispose();
    for (const geometry of [...this.geometries, this.nose.geometry]) geometry.dispose();
    for (const { material } of [this.body, this.nose]) material.dispose();
    this.group.removeFromParent();
  }
}
