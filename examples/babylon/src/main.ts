/** A capsule walks over hills and around crates, by the arrow keys. */

import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { FollowCamera } from "@babylonjs/core/Cameras/followCamera.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { Scene } from "@babylonjs/core/scene.js";
import { Box, Capsule, init, moveAndSlide, World } from "hyperplane";
import { poseOf, shapeOf, vector } from "./hyperplane_babylon.js";

const SPEED = 5;
const hill = (x: number, z: number) => 0.8 * Math.sin(0.4 * x) * Math.cos(0.4 * z);

await init();
const engine = new Engine(document.querySelector("canvas") as HTMLCanvasElement, true);
const scene = new Scene(engine);
new HemisphericLight("sky", new Vector3(0.3, 1, -0.4), scene);

function paint(mesh: Mesh, color: string): Mesh {
  const material = new StandardMaterial(color, scene);
  material.diffuseColor = Color3.FromHexString(color);
  material.specularColor = Color3.Black();
  mesh.material = material;
  return mesh;
}

const ground = paint(
  CreateGround("ground", { width: 30, height: 30, subdivisions: 60, updatable: true }, scene),
  "#8fae6b",
);
const vertices = ground.getVerticesData(VertexBuffer.PositionKind) as Float32Array;
for (let i = 0; i < vertices.length; i += 3) vertices[i + 1] = hill(vertices[i], vertices[i + 2]);
ground.updateVerticesData(VertexBuffer.PositionKind, vertices);
ground.createNormals(true);

const world = new World();
world.add({ shape: shapeOf(ground, { sides: "front" }), ...poseOf(ground), static: true });
for (let i = 0; i < 4; i++) {
  const crate = paint(CreateBox("crate", { width: 2, height: 2, depth: 1 }, scene), "#c98b4b");
  crate.position.set(5, hill(5, 5 * i - 5) + 0.5, 5 * i - 5);
  crate.rotation.y = 0.5 * i;
  world.add({ shape: new Box(2, 2, 1), ...poseOf(crate), static: true });
}

const body = new Capsule(0.4, 1);
const player = paint(CreateCapsule("player", { radius: 0.4, height: 1.8 }, scene), "#e4572e");
player.position.y = 1.5;
const camera = new FollowCamera("camera", new Vector3(0, 8, -12), scene, player);
Object.assign(camera, { radius: 12, heightOffset: 6, rotationOffset: 180 });

const held = new Set<string>();
addEventListener("keydown", ({ code }) => held.add(code));
addEventListener("keyup", ({ code }) => held.delete(code));
const pressed = (code: string) => Number(held.has(code));

let falling = 0;
engine.runRenderLoop(() => {
  const seconds = Math.min(engine.getDeltaTime() / 1000, 0.05);
  falling += 9.8 * seconds;
  const wish = {
    x: SPEED * seconds * (pressed("ArrowRight") - pressed("ArrowLeft")),
    y: -falling * seconds,
    z: SPEED * seconds * (pressed("ArrowUp") - pressed("ArrowDown")),
  };
  const { position, grounded } = moveAndSlide(world, body, { position: player.position }, wish);
  if (grounded) falling = 0;
  player.position = vector(position);
  scene.render();
});
addEventListener("resize", () => engine.resize());
// For the console.
Object.assign(globalThis, { player, hill });
