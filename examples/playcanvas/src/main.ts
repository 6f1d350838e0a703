/** A ball between paddles that turn on a bar that turns, by the arrow keys. A click paints what it hits. */

import { Box, init, moveAndSlide, Sphere } from "hyperplane";
import {
  Application,
  Color,
  Entity,
  FILLMODE_FILL_WINDOW,
  KEY_DOWN,
  KEY_LEFT,
  KEY_RIGHT,
  KEY_UP,
  Keyboard,
  RESOLUTION_AUTO,
  StandardMaterial,
  Vec3,
} from "playcanvas";
import { NodeColliders, shapeOf } from "./hyperplane_playcanvas.js";

/** Metres per second. */
const SPEED = 4;
/** Of the ball, in metres. */
const RADIUS = 0.5;

await init();
const canvas = document.querySelector("canvas") as HTMLCanvasElement;
const app = new Application(canvas, { keyboard: new Keyboard(window), graphicsDeviceOptions: { antialias: true } });
app.setCanvasFillMode(FILLMODE_FILL_WINDOW);
app.setCanvasResolution(RESOLUTION_AUTO);
addEventListener("resize", () => app.resizeCanvas());

function paint(color: string): StandardMaterial {
  const material = new StandardMaterial();
  material.diffuse = new Color().fromString(color);
  material.update();
  return material;
}

/** A node that shows one of the engine's own meshes, which are 1 metre wide. */
function show(
  type: "box" | "sphere" | "torus",
  color: string,
  size: Vec3,
  parent: Entity = app.root as Entity,
): Entity {
  const entity = new Entity();
  entity.addComponent("render", { type, material: paint(color) });
  entity.setLocalScale(size);
  parent.addChild(entity);
  return entity;
}

/** A node without a mesh, that carries others. */
function carrier(x: number, y: number, z: number, parent: Entity = app.root as Entity): Entity {
  const entity = new Entity();
  entity.setLocalPosition(x, y, z);
  parent.addChild(entity);
  return entity;
}

const colliders = new NodeColliders();
function addBox(color: string, size: Vec3, parent?: Entity): Entity {
  const box = show("box", color, size, parent);
  colliders.add(box, new Box(size.x, size.y, size.z));
  return box;
}

addBox("#4a5672", new Vec3(20, 1, 14), carrier(4, -0.5, 0));
for (const side of [-1, 1]) {
  addBox("#3b4560", new Vec3(20.6, 1, 0.3), carrier(4, 0, 7.15 * side));
  addBox("#3b4560", new Vec3(0.3, 1, 14), carrier(4 + 10.15 * side, 0, 0));
}
const hub = carrier(0, 0.5, 0);
addBox("#c98b4b", new Vec3(6, 0.6, 0.4), hub);
const ends = [-3, 3].map((x) => carrier(x, 0, 0, hub));
const paddles = ends.map((end) => addBox("#e0b354", new Vec3(0.4, 0.8, 1.8), end));
// An oval ring of triangles.
const ring = show("torus", "#8fae6b", new Vec3(6, 4, 4), carrier(8, 0.5, 0));
for (const { mesh } of ring.render?.meshInstances ?? []) {
  if (mesh) colliders.add(ring, shapeOf(mesh, ring, { sides: "front" }), { static: true });
}

const ball = show("sphere", "#e4572e", new Vec3(2 * RADIUS, 2 * RADIUS, 2 * RADIUS), carrier(0, 0, 0));
ball.setPosition(2, 1, 5);
const body = new Sphere(RADIUS);

const light = new Entity();
light.addComponent("light", { type: "directional", intensity: 1.2 });
light.setEulerAngles(40, 30, 0);
app.root.addChild(light);
app.scene.ambientLight = new Color(0.4, 0.4, 0.45);
const camera = new Entity();
camera.addComponent("camera", { clearColor: new Color().fromString("#1d2433"), fov: 50 });
camera.setPosition(4, 13, 13);
camera.lookAt(4, 0, 0.5);
app.root.addChild(camera);

canvas.addEventListener("pointerdown", ({ offsetX, offsetY }) => {
  const from = camera.getPosition();
  const to = camera.camera?.screenToWorld(offsetX, offsetY, 1) ?? from;
  const hit = colliders.world.raycast(from, to.clone().sub(from));
  const render = (hit?.collider.userData as Entity | undefined)?.render;
  if (render) render.material = paint(`#${["e4572e", "4aa3df", "b05fc9", "f2f2f2"][Math.floor(4 * Math.random())]}`);
});

let falling = 0;
app.on("update", (elapsed: number) => {
  const seconds = Math.min(elapsed, 0.05);
  hub.rotateLocal(0, 30 * seconds, 0);
  for (const end of ends) end.rotateLocal(0, -90 * seconds, 0);
  colliders.pull();
  const pressed = (key: number) => Number(app.keyboard?.isPressed(key) ?? false);
  falling += 9.8 * seconds;
  const wish = {
    x: SPEED * seconds * (pressed(KEY_RIGHT) - pressed(KEY_LEFT)),
    y: -falling * seconds,
    z: SPEED * seconds * (pressed(KEY_DOWN) - pressed(KEY_UP)),
  };
  // A paddle that has turned into the ball pushes it out first.
  const { position, grounded } = moveAndSlide(colliders.world, body, { position: ball.getPosition() }, wish);
  if (grounded) falling = 0;
  ball.setPosition(position.x, position.y, position.z);
});
app.start();
// For the console.
Object.assign(globalThis, { ball, ring, paddles, camera });
