import { Box, init, World } from "hyperplane";

await init();
const world = new World<string>();
world.add({ shape: new Box(4, 3, 0.01), position: [0, 1.5, -20], static: true, userData: "pane" });
world.add({ shape: new Box(40, 9, 1), position: [0, 4.5, -60], static: true, userData: "wall" });

// A bullet is a point with a speed: no collider. Each frame, one ray for the way of each.
const bullets = [0, 3, 30].map((x) => ({ position: { x, y: 1.6, z: 0 }, velocity: { x: 0, y: 0, z: -900 } }));
const hits: string[] = [];

function frame(seconds: number) {
  for (const bullet of [...bullets]) {
    const { position, velocity } = bullet;
    const way = Math.hypot(velocity.x, velocity.y, velocity.z) * seconds;
    const hit = world.raycast(position, velocity, { maxDistance: way });
    if (hit !== null) {
      hits.push(`${hit.collider.userData} at ${hit.point.z.toFixed(1)}`);
      bullets.splice(bullets.indexOf(bullet), 1);
    }
    position.x += velocity.x * seconds;
    position.y += velocity.y * seconds;
    position.z += velocity.z * seconds;
    velocity.y -= 9.81 * seconds;
  }
}

for (let i = 0; i < 10; i++) frame(1 / 60);
console.log(hits.join(", ")); // pane at -20.0, wall at -59.5
console.log(bullets.length); // 1
