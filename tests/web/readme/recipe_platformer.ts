import { Capsule, Chain, ConvexPolygon, init, moveAndSlide, Rectangle, World } from "hyperplane/2d";

await init();
const world = new World();
world.add({ shape: new Rectangle(40, 1), position: [0, -0.5], static: true }); // the ground
world.add({ shape: new ConvexPolygon([0, 0, 3, 0, 3, 1.5]), position: [4, 0], static: true }); // a slope
world.add({ shape: new Rectangle(6, 1.5), position: [10, 0.75], static: true }); // its plateau
world.add({ shape: new Chain([-6, 2, -2, 2], { sides: "front" }), static: true }); // a ledge to jump through

const hero = { body: new Capsule(0.3, 0.8), position: { x: 0, y: 0.71 }, fall: 0, grounded: true };

/** A frame of a sixtieth of a second. @param walk -1, 0 or 1 */
function step(walk: number, jump = false) {
  const seconds = 1 / 60;
  if (hero.grounded) hero.fall = jump ? -11 : 0;
  hero.fall += 25 * seconds;
  const delta = { x: 5 * walk * seconds, y: -hero.fall * seconds };
  const moved = moveAndSlide(world, hero.body, hero, delta, { stepHeight: 0.2, snapDistance: 0.2 });
  // Its head met a ceiling.
  if (hero.fall < 0 && moved.hits.some(({ normal }) => normal.y < -0.5)) hero.fall = 0;
  hero.position = moved.position;
  hero.grounded = moved.grounded;
}

for (let i = 0; i < 100; i++) step(1);
console.log(hero.position.x.toFixed(1), hero.position.y.toFixed(1)); // 8.3 2.2: up the slope, onto the plateau
for (let i = 0; i < 146; i++) step(-1);
step(0, true);
for (let i = 0; i < 50; i++) step(0);
console.log(hero.position.x.toFixed(1), hero.position.y.toFixed(1), hero.grounded); // -3.8 2.7 true: onto the ledge, from below
