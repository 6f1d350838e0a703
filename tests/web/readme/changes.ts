import { Box, Capsule, defineLayers, init, Sphere, World } from "hyperplane";

await init();
const layers = defineLayers("player", "enemy", "pickup");
const world = new World();
const player = world.add({ shape: new Capsule(0.3, 1.2), position: [0, 0.9, 0], layer: layers.player });
const enemies = layers.enemy | layers.pickup;
const bat = world.add({ shape: new Sphere(0.3), position: [0.4, 1.2, 0], layer: layers.enemy });
const coin = world.add({ shape: new Sphere(0.2), position: [0.3, 0.3, 0], layer: layers.pickup, sensor: true });
world.update();

// One collider's share of the lists.
for (const { depth } of world.contactsOf(player)) console.log(depth.toFixed(2)); // 0.20
console.log(world.touchingOf(player).length); // 2: the coin, too

// A collider is a pose: what else is where the player is?
const options = { exclude: player, mask: enemies, sensors: true };
console.log(world.overlap(player.shape, player, options).length); // 2

// Found and out of the way, without giving up its place.
coin.enabled = false;
console.log(world.overlap(player.shape, player, options).length); // 1

// The bat becomes a ghost, grows, and is gone.
bat.sensor = true;
bat.shape = new Box(1, 1, 1);
bat.position.y += 0.5; // as a write to world.positions: seen by the next update
world.update();
console.log(world.contacts.count, world.touchingOf(player)[0] === bat); // 0 true
bat.remove();

// Lists are read like arrays; a loop over contacts reuses its object, copies keep.
console.log(world.touching.at(0)?.b === bat, [...world.contacts].length, world.ended.at(0)?.b === coin); // true 0 true
