import { Box, Capsule, init, moveAndSlide, TriangleMesh, World } from "hyperplane";

await init();
// Both sides have the level, and never send it.
const corners = [-20, 0, -20, -20, 0, 20, 20, 0, 20, 20, 0, -20];
const level = new TriangleMesh(corners, [0, 1, 2, 0, 2, 3], { sides: "front" });
const body = new Capsule(0.3, 1.2);

// The server.
const server = new World();
server.add({ shape: level, static: true });
server.add({ shape: new Box(1, 4, 10), position: [3, 2, 0], static: true });
const player = server.add({ shape: body, position: [0, 0.91, 0] });
server.update();

// A client joins: it gets the world as bytes, and finds the shapes that it has.
const bytes = server.snapshot({ shapes: false });
const client = World.restore(bytes, { shapes: [level, body, new Box(1, 4, 10)] });
console.log(client.hash() === server.hash(), bytes.length < 1000); // true true

// The client predicts its own walk; the server computes the same walk, and gets the same bits.
const from = { x: 0, y: 0.91, z: 0 };
const wish = { x: 4, y: -0.01, z: 1 };
const predicted = moveAndSlide(client, body, { position: from }, wish, { exclude: client.at(player.index) ?? [] });
const checked = moveAndSlide(server, body, { position: from }, wish, { exclude: player });
console.log(predicted.position.x.toFixed(2)); // 2.19: the wall holds it
console.log(JSON.stringify(predicted.position) === JSON.stringify(checked.position)); // true
