/** What the player sees. It reads the game and changes nothing in it. */

import {
  ACESFilmicToneMapping,
  type BoxGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  TorusGeometry,
  Vector3,
  WebGLRenderer,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { type Game, HALF, type Mover, RADIUS, type Touchable } from "./game.js";
import { all, type Kind, TILE } from "./level.js";

const GOLD = 0xffc83d;
/** Of the doors and plates of each group. */
const GROUPS = [0xffffff, 0xe4572e, 0x3fa7d6];
const paint = (color: number, rest = {}) => new MeshStandardMaterial({ color, roughness: 0.6, ...rest });

export class View {
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(45, 1, 0.1, 200);
  readonly #renderer: WebGLRenderer;
  readonly #sun = new DirectionalLight(0xfff1dc, 2.6);
  readonly #hero = new Group();
  readonly #figure = new Group();
  /** Metres walked: of the bobbing. */
  #walked = 0;
  readonly #movers = new Map<Mover, Mesh>();
  readonly #coins = new Map<Touchable, Mesh>();
  readonly #plates = new Map<Touchable, Mesh>();
  readonly #focus = new Vector3();
  #goal = new Mesh();
  #time = 0;

  constructor(canvas: HTMLCanvasElement, game: Game) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.toneMapping = ACESFilmicToneMapping;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#light();
    this.#addLevel();
    this.#addHero();
    this.show(game);
  }

  /** Shows another run of the same level. */
  show(game: Game): void {
    for (const mesh of [...this.#movers.values(), ...this.#coins.values(), ...this.#plates.values(), this.#goal]) {
      mesh.removeFromParent();
    }
    for (const things of [this.#movers, this.#coins, this.#plates]) things.clear();
    for (const mover of game.movers) this.#movers.set(mover, this.#add(meshOf(mover)));
    const coin = new CylinderGeometry(0.42, 0.42, 0.12, 32).rotateX(Math.PI / 2);
    const gold = paint(GOLD, { metalness: 0.2, roughness: 0.3, emissive: GOLD, emissiveIntensity: 0.3 });
    for (const thing of game.coins) this.#coins.set(thing, this.#add(new Mesh(coin, gold), thing, 0.6));
    for (const thing of game.plates) {
      const color = GROUPS[thing.piece.group] ?? 0;
      const plate = new Mesh(new CylinderGeometry(0.7, 0.8, 0.12, 32), paint(color, { emissive: color }));
      this.#plates.set(thing, this.#add(plate, thing, 0.06));
    }
    this.#goal = this.#add(
      new Mesh(new TorusGeometry(0.9, 0.12, 16, 48), paint(GOLD, { emissive: GOLD })),
      game.goal,
      1,
    );
    const glow = new MeshBasicMaterial({ color: GOLD, transparent: true, opacity: 0.18, depthWrite: false });
    this.#goal.add(new Mesh(new CylinderGeometry(0.75, 0.75, 8, 32, 1, true).translate(0, 3, 0), glow));
    this.#focus.copy(game.position);
  }

  /** @param seconds since the frame before */
  draw(game: Game, seconds: number): void {
    this.#time += seconds;
    this.#walk(game, seconds);
    for (const [{ collider }, mesh] of this.#movers) mesh.position.copy(collider.position);
    for (const [{ touched }, coin] of this.#coins) {
      coin.rotation.y += seconds * (touched ? 15 : 2.5);
      if (touched) coin.position.y += 4 * seconds;
      coin.scale.setScalar(touched ? Math.max(0.001, coin.scale.x - 2.5 * seconds) : 1);
    }
    for (const [{ touched }, plate] of this.#plates) {
      plate.scale.y = touched ? 0.3 : 1;
      (plate.material as MeshStandardMaterial).emissiveIntensity = touched ? 0.8 : 0.15;
    }
    this.#goal.rotation.y = this.#time;
    this.#follow(seconds);
    this.#renderer.render(this.#scene, this.#camera);
  }

  #walk({ position, walk }: Game, seconds: number): void {
    this.#hero.position.copy(position);
    const speed = Math.hypot(walk.x, walk.z);
    if (speed > 0.1) {
      const turn = Math.atan2(walk.x, walk.z) - this.#hero.rotation.y;
      const shortTurn = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
      this.#hero.rotation.y += shortTurn * (1 - Math.exp(-15 * seconds));
    }
    this.#walked += speed * seconds;
    const stride = Math.sin(3.5 * this.#walked) * Math.min(1, speed / 3);
    this.#figure.rotation.z = 0.08 * stride;
    this.#figure.position.y = 0.06 * stride * stride;
  }

  #follow(seconds: number): void {
    const { clientWidth: width, clientHeight: height } = this.#renderer.domElement;
    const ratio = Math.min(devicePixelRatio, 2);
    const size = this.#renderer.getSize(new Vector3() as never) as { x: number; y: number };
    if (size.x !== width || size.y !== height) {
      this.#renderer.setPixelRatio(ratio);
      this.#renderer.setSize(width, height, false);
      this.#camera.aspect = width / height;
      this.#camera.updateProjectionMatrix();
    }
    this.#focus.lerp(this.#hero.position, 1 - Math.exp(-6 * seconds));
    // A tall screen sees less to the sides, and is farther away.
    const far = Math.max(1, Math.min(1.3 / this.#camera.aspect, 1.8));
    this.#camera.position.copy(this.#focus).add({ x: 0, y: 12.5 * far, z: 7.5 * far });
    this.#camera.lookAt(this.#focus);
    this.#sun.target.position.copy(this.#focus);
    this.#sun.position.copy(this.#focus).add({ x: -8, y: 18, z: 6 });
  }

  #light(): void {
    const { shadow } = this.#sun;
    this.#sun.castShadow = true;
    shadow.mapSize.set(2048, 2048);
    Object.assign(shadow.camera, { left: -16, right: 16, top: 16, bottom: -16, near: 1, far: 50 });
    shadow.normalBias = 0.04;
    this.#scene.add(new HemisphereLight(0xdbe6ff, 0x8a6a5c, 1.4), this.#sun, this.#sun.target);
  }

  #addLevel(): void {
    const add = (
      kind: Kind,
      geometry: BoxGeometry | CylinderGeometry | SphereGeometry,
      height: number,
      colors: number[],
    ) => {
      const pieces = all(kind);
      const mesh = new InstancedMesh(geometry, paint(0xffffff), pieces.length);
      mesh.castShadow = mesh.receiveShadow = true;
      pieces.forEach(({ position: { x, y, z } }, i) => {
        mesh.setMatrixAt(i, new Matrix4().makeTranslation(x, y + height, z));
        mesh.setColorAt(i, new Color(colors[((x + z) / TILE) % colors.length]));
      });
      this.#scene.add(mesh);
    };
    add("floor", new RoundedBoxGeometry(TILE, 1, TILE, 3, 0.06), -0.5, [0xf4ead5, 0xe6d5b8]);
    add("wall", new RoundedBoxGeometry(TILE, 1, TILE, 3, 0.1), 0.5, [0x7c8ec9]);
    add("post", new CylinderGeometry(0.45, 0.45, 1.2, 32), 0.6, [0x7c8ec9]);
    add("bump", new SphereGeometry(1, 48, 24).scale(0.95, 0.35, 0.95), 0, [0xb7c68b]);
  }

  #addHero(): void {
    const body = new Mesh(new CapsuleGeometry(RADIUS, 2 * (HALF - RADIUS), 12, 32), paint(0xfafafa));
    const visor = new Mesh(new SphereGeometry(0.24, 32, 24).scale(1.1, 0.62, 0.6), paint(0x1b2442, { roughness: 0.2 }));
    visor.position.set(0, 0.24, 0.24);
    const pack = new Mesh(new RoundedBoxGeometry(0.44, 0.5, 0.2, 3, 0.08), paint(0xe4572e));
    pack.position.set(0, -0.02, -0.36);
    for (const part of [body, visor, pack]) part.castShadow = true;
    this.#hero.add(this.#figure.add(body, visor, pack));
    this.#scene.add(this.#hero);
  }

  #add(mesh: Mesh, thing?: Touchable, height = 0): Mesh {
    mesh.castShadow = mesh.receiveShadow = true;
    if (thing) mesh.position.copy(thing.piece.position).add({ x: 0, y: height, z: 0 });
    this.#scene.add(mesh);
    return mesh;
  }
}

function meshOf({ piece }: Mover): Mesh {
  if (piece.kind === "door") {
    return new Mesh(new RoundedBoxGeometry(1.96, 1.1, 1.96, 3, 0.15), paint(GROUPS[piece.group] ?? 0));
  }
  const deck = new Mesh(new RoundedBoxGeometry(TILE, 0.5, TILE, 3, 0.1), paint(0x4fb286));
  const ring = new Mesh(new TorusGeometry(0.6, 0.06, 8, 40).rotateX(Math.PI / 2), paint(0xe9fff4));
  ring.position.y = 0.25;
  return deck.add(ring);
}
