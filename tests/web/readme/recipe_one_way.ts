import { Capsule, Chain, init, moveAndSlide, World } from "hyperplane/2d";

await init();
const world = new World();
// "front" blocks only what comes from the left of the way from point to point: here from above.
world.add({ shape: new Chain([-2, 2, 2, 2], { sides: "front" }), static: true });

const body = new Capsule(0.3, 1);
const jump = moveAndSlide(world, body, { position: [0, 1] }, [0, 3]);
console.log(jump.position.y.toFixed(2), jump.hits.length); // 4.00 0
const fall = moveAndSlide(world, body, jump, [0, -3]);
console.log(fall.position.y.toFixed(2), fall.grounded); // 2.81 true

// Down again, while the player holds "down": leave the platform out.
const through = moveAndSlide(world, body, fall, [0, -1], { filter: () => false });
console.log(through.position.y.toFixed(2)); // 1.81
