// A server that believes no client. It computes each move itself, and compares bits, not with a tolerance: a client that
// is honest has computed the same.
//
//   POST /join                          -> { id, position }
//   POST /move { id, wish, position }   -> 200 { position }, or 4xx { error, position }: go back there
//
// `wish` is where the player wanted to go, `position` where the client says that it came to.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { newLevel, SPEED, START, STEP, walk } from "./walk.js";

/** Seconds that a player may be ahead of the clock, for the network's sake. */
const SLACK = 0.25;
const LONGEST_BODY = 1000;

/** @typedef {{ position: { x: number, y: number, z: number }, since: number, moves: number }} Player */
/** @type {Map<string, Player>} */
const players = new Map();
const level = newLevel();
const seconds = () => performance.now() / 1000;

class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function join() {
  const id = randomUUID();
  players.set(id, { position: START, since: seconds(), moves: 0 });
  return { id, position: START };
}

function move({ id, wish, position }) {
  const player = players.get(id);
  if (!player) throw new Refusal(404, "no such player");
  if (!Number.isFinite(wish?.x) || !Number.isFinite(wish?.z)) throw new Refusal(400, "wish must have finite x and z");
  if (Math.hypot(wish.x, wish.z) > SPEED * STEP * 1.000001) throw new Refusal(403, "too far for one move");
  if ((player.moves + 1) * STEP > seconds() - player.since + SLACK) throw new Refusal(429, "too many moves");
  const walked = walk(level, player.position, wish);
  if (walked.x !== position?.x || walked.y !== position.y || walked.z !== position.z) {
    throw new Refusal(409, "that way leads elsewhere");
  }
  player.position = walked;
  player.moves++;
  return { position: walked };
}

async function read(request) {
  let text = "";
  for await (const part of request) {
    text += part;
    if (text.length > LONGEST_BODY) throw new Refusal(413, "too long");
  }
  try {
    return Object(JSON.parse(text || "{}"));
  } catch {
    throw new Refusal(400, "not JSON");
  }
}

const server = createServer(async (request, response) => {
  /** @type {any} */
  let message = {};
  let status = 200;
  let answer;
  try {
    message = await read(request);
    if (request.method !== "POST") throw new Refusal(405, "POST only");
    if (request.url === "/join") answer = join();
    else if (request.url === "/move") answer = move(message);
    else throw new Refusal(404, "no such address");
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error);
    status = error instanceof Refusal ? error.status : 500;
    answer = { error: status === 500 ? "internal error" : error.message, position: players.get(message.id)?.position };
  }
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
});

server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () => {
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${address.port}`);
});
