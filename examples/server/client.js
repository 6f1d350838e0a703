// A client: it walks at once, by the same code as the server, and tells it.  node client.js http://127.0.0.1:8080

import { setTimeout as wait } from "node:timers/promises";
import { newLevel, SPEED, STEP, walk } from "./walk.js";

const url = process.argv[2] ?? "http://127.0.0.1:8080";
const level = newLevel();

async function post(path, body) {
  const response = await fetch(url + path, { method: "POST", body: JSON.stringify(body) });
  return { ok: response.ok, ...(await response.json()) };
}

let { id, position } = await post("/join", {});
let refused = 0;
// Towards the wall, and along it.
for (let i = 0; i < 40; i++) {
  const wish = { x: 0.8 * SPEED * STEP, z: 0.6 * SPEED * STEP };
  position = walk(level, position, wish);
  const answer = await post("/move", { id, wish, position });
  if (!answer.ok) {
    refused++;
    console.log(answer.error);
  }
  position = answer.position;
  await wait(1000 * STEP);
}
console.log(`x ${position.x.toFixed(2)}, z ${position.z.toFixed(2)}, refused ${refused}`);
