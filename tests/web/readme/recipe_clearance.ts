import { Box, Capsule, init, timeOfImpact, World } from "hyperplane";

await init();
const world = new World();
world.addMany([
  { shape: new Box(4, 0.1, 4), position: [0, -0.05, 0], static: true },
  { shape: new Box(0.3, 1.2, 0.3), position: [1.5, 0.6, 0], static: true },
]);
const [WARNING, STOP] = [0.05, 0.01]; // m

// An arm of six links of 0.3 m on a column of 0.5 m, which is outside of the world, so that it is not in its own way.
const links = Array.from({ length: 6 }, () => new Capsule(0.05, 0.3));
/** Where the links are when each joint is bent by so much against the link before, in radians about z. */
function poses(bends: readonly number[]) {
  let [x, y, angle] = [0, 0.5, 0];
  return bends.map((bend) => {
    angle += bend;
    const [dx, dy] = [-Math.sin(angle) * 0.15, Math.cos(angle) * 0.15];
    const pose = { position: [x + dx, y + dy, 0], quaternion: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] };
    [x, y] = [x + 2 * dx, y + 2 * dy];
    return pose;
  });
}

/** What is nearest to the arm, in reach of the warning; negative where something overlaps. */
const nearest = (arm: ReturnType<typeof poses>) =>
  links
    .map((link, i) => world.nearest(link, arm[i] ?? {}, { maxDistance: WARNING }))
    .filter((found) => found !== null)
    .sort((a, b) => a.distance - b.distance)[0];

/** Whether nothing is met on the way, which a test of its ends would not tell. */
const isFree = (from: ReturnType<typeof poses>, to: ReturnType<typeof poses>) =>
  links.every((link, i) => {
    const sweep = { from: from[i] ?? {}, to: to[i] ?? {} };
    return [...world.colliders].every(
      (thing) => !thing.shape || timeOfImpact(link, sweep, thing.shape, { from: thing, to: thing }) === null,
    );
  });

// Bends forward, each joint by a tenth of a degree a step.
let arm = poses([0, 0, 0, 0, 0, 0]);
const states: string[] = [];
for (let step = 1; step < 300 && !states.includes("stop"); step++) {
  const next = poses(Array(6).fill((-step * Math.PI) / 1800));
  const gap = isFree(arm, next) ? nearest(next)?.distance : 0;
  const state = gap === undefined ? "free" : gap > STOP ? "warning" : "stop";
  if (!states.includes(state)) states.push(state, `${step / 10}`);
  arm = next;
}
console.log(...states); // free 0.1 warning 17.1 stop 17.5: degrees
