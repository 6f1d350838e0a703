/** Draws what the worker says. It neither loads hyperplane nor waits for it. */

import {
  Color,
  DirectionalLight,
  HemisphereLight,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  SphereGeometry,
  WebGLRenderer,
} from "three";
import { type Answer, COUNT, RADIUS, type Request, ROOM } from "./room.js";

const canvas = document.querySelector("canvas") as HTMLCanvasElement;
const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
const camera = new PerspectiveCamera(45, 1, 0.1, 100);
camera.position.set(0, 11, 15);
camera.lookAt(0, 2, 0);

const scene = new Scene();
const sun = new DirectionalLight(0xffffff, 2);
sun.position.set(4, 10, 6);
const floor = new Mesh(
  new PlaneGeometry(ROOM, ROOM).rotateX(-Math.PI / 2),
  new MeshStandardMaterial({ color: 0x4a5672 }),
);
const balls = new InstancedMesh(
  new SphereGeometry(RADIUS, 20, 14),
  new MeshStandardMaterial({ roughness: 0.4 }),
  COUNT,
);
for (let i = 0; i < COUNT; i++) balls.setColorAt(i, new Color().setHSL((i * 0.618) % 1, 0.7, 0.6));
balls.frustumCulled = false;
scene.add(new HemisphereLight(0xffffff, 0x556688, 1.5), sun, floor, balls);

const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
let positions = new Float32Array(3 * COUNT);
let asked = performance.now();
/** For the console. */
const state = { answers: 0, contacts: 0, positions };
Object.assign(globalThis, { state });

function ask(): void {
  const now = performance.now();
  const request: Request = { seconds: (now - asked) / 1000, positions };
  asked = now;
  // Transferred: from here on the array is empty, until it comes back.
  worker.postMessage(request, [positions.buffer]);
}

worker.onmessage = ({ data }: MessageEvent<Answer>) => {
  ({ positions } = data);
  Object.assign(state, { answers: state.answers + 1, contacts: data.contacts, positions: positions.slice() });
  const matrix = new Matrix4();
  for (let i = 0; i < COUNT; i++) {
    balls.setMatrixAt(i, matrix.makeTranslation(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]));
  }
  balls.instanceMatrix.needsUpdate = true;
  requestAnimationFrame(() => {
    // The worker computes the next frame while this one is drawn.
    ask();
    draw();
  });
};

function draw(): void {
  const { clientWidth, clientHeight } = canvas;
  if (canvas.width !== clientWidth || canvas.height !== clientHeight) {
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
  }
  renderer.render(scene, camera);
}

ask();
