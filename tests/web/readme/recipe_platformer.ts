import { Capsule, Chain, Character, ConvexPolygon, init, Rectangle, World } from "hyperplane/2d";

await init();
const world = new World();
world.add({ shape: new Rectangle(40, 1), position: [0, -0.5], static: true }); // the ground
world.add({ shape: new ConvexPolygon([0, 0, 3, 0, 3, 1.5]), position: [4, 0], static: true }); // a slope
world.add({ shape: new Rectangle(6, 1.5), position: [10, 0.75], static: true }); // its plateau
world.add({ shape: new Chain([-6, 2, -2, 2], { sides: "front" }), static: true }); // a ledge to jump through

const lengths = { gravity: 25, stepHeight: 0.2, snapDistance: 0.2 };
const hero = new Character(world, { shape: new Capsule(0.3, 0.8), position: [0, 0.71], ...lengths });

/** A frame of a sixtieth of a second. @param walk -1, 0 or 1 */
function step(walk: number, jump = false) {
  if (jump) hero.jump(11);
  world.update();
  hero.step(1 / 60, [5 * walk, 0]);
}

for (let i = 0; i < 110; i++) step(1);
console.log(hero.position.x.toFixed(1), hero.position.y.toFixed(1)); // 8.8 2.2: up the slope, onto the plateau
for (let i = 0; i < 152; i++) step(-1);
step(0, true);
for (let i = 0; i < 60; i++) step(0);
console.log(hero.position.x.toFixed(1), hero.position.y.toFixed(1), hero.grounded); // -3.5 2.7 true: onto the ledge, from below
