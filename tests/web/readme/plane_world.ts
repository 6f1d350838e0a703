import { Capsule, Circle, init, moveAndSlide, Rectangle, World } from "hyperplane/2d";

await init();

const tiles = ["#.....#", "#...o.#", "#######"]; // from above
const world = new World();
const [tile, coin] = [new Rectangle(1, 1), new Circle(0.3)];
tiles.forEach((row, y) => {
  [...row].forEach((kind, x) => {
    if (kind === "#") world.add({ shape: tile, position: { x, y: -y }, static: true });
    if (kind === "o") world.add({ shape: coin, position: { x, y: -y }, sensor: true, userData: "coin" });
  });
});
const body = new Capsule(0.3, 0.3);
const player = world.add({ shape: body, position: { x: 1, y: 0 } });

let position = { x: 1, y: 0 };
for (let frame = 0; frame < 200; frame++) {
  const moved = moveAndSlide(world, body, { position }, { x: 0.03, y: -0.1 }, { exclude: player });
  position = moved.position;
  player.setPose(position);
  world.update();
  for (const { a } of world.began) if (a.userData === "coin") console.log("a coin at", a.index); // a coin at 3
}
console.log(position.x.toFixed(2), position.y.toFixed(2)); // 5.19 -1.04
console.log(world.raycast(position, [1, 0], { filter: (other) => other !== player })?.distance.toFixed(2)); // 0.31
