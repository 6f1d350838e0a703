/**
 * The hash of answers of `hyperplane/2d` about seeded shapes of every kind, and of a world of them. It uses only operations that are exact everywhere (no
 * sine, no hypot), so Node and every browser must return the same 16 digits.
 *
 * @param {typeof import("hyperplane/2d")} plane
 * @returns {{ hash: string, contacts: number }}
 */
export function goldenPlane(plane) {
  const { Capsule, Chain, Circle, Compound, ConvexPolygon, Ellipse, Polygon, Rectangle, Segment, World } = plane;
  let state = 20_252;
  const number = (low, high) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return low + (state >>> 0) * 2 ** -32 * (high - low);
  };
  const point = () => [number(-1, 1), number(-1, 1)];
  const pose = () => ({ position: point(), angle: number(-20, 20) });
  const shapes = [];
  for (let i = 0; i < 6; i++) {
    shapes.push(new Circle(number(0.1, 0.8)), new Rectangle(number(0.1, 2), number(0.1, 2)));
    shapes.push(new Capsule(number(0.1, 0.5), number(0.1, 1)), new Ellipse(number(0.1, 1), number(0.1, 1)));
    shapes.push(new Segment(point(), point()));
    for (const count of [3, 9, 60]) {
      const points = Array.from({ length: 2 * count }, () => number(-1, 1));
      shapes.push(new ConvexPolygon(points, { radius: i % 3 === 0 ? 0.2 : 0 }));
    }
  }
  // FNV-1a over the bytes of all numbers, in two halves of 32 bits with different starts.
  const hash = [0x811c9dc5, 0x01000193];
  const bytes = new DataView(new ArrayBuffer(8));
  const add = (value) => {
    if (typeof value === "object" && value !== null) return Object.values(value).forEach(add);
    bytes.setFloat64(0, Number(value));
    for (let i = 0; i < 8; i++) {
      for (const half of [0, 1]) hash[half] = Math.imul(hash[half] ^ bytes.getUint8(i), 0x01000193 + 2 * half);
    }
  };
  let contacts = 0;
  for (let i = 0; i < 500; i++) {
    const [a, b] = [shapes[(7 * i) % shapes.length], shapes[(11 * i + 5) % shapes.length]];
    const [poseA, poseB, toA, toB] = [pose(), pose(), pose(), pose()];
    const contact = plane.collide(a, poseA, b, poseB);
    if (contact !== null) contacts++;
    add(contact);
    add(plane.distance(a, poseA, b, poseB));
    add(plane.raycast(a, poseA, poseB.position, toB.position));
    add(plane.closestPoint(b, poseB, toA.position));
    add(plane.support(b, poseB, toA.position));
    add(plane.timeOfImpact(a, { from: poseA, to: toA }, b, { from: poseB, to: toB }));
  }
  // A floor that cannot be cut into one part, and a hundred bodies that fall through it.
  const world = new World();
  const comb = [-12, -3, 12, -3, 12, 0, 9, -2, 6, 0, 3, -2, 0, 0, -3, -2, -6, 0, -9, -2, -12, 0];
  world.add({ shape: new Polygon(comb), static: true });
  world.add({ shape: new Chain([-9, 3, 0, 2, 9, 3], { sides: "front" }), static: true });
  shapes.push(
    new Compound([
      { shape: shapes[0], position: [1, 0] },
      { shape: shapes[1], angle: 0.5 },
    ]),
  );
  for (let i = 0; i < 100; i++) {
    const [x, y] = [number(-11, 11), number(-3, 8)];
    world.add({ shape: shapes[i % shapes.length], position: [x, y], angle: number(-9, 9), continuous: i % 7 === 0 });
  }
  for (let frame = 0; frame < 20; frame++) {
    const { positions, angles } = world;
    for (let row = 2; row < 102; row++) {
      positions[2 * row + 1] -= 0.25;
      angles[row] += 0.125;
    }
    world.update();
    contacts += world.contacts.count;
    const half = world.hash();
    add(Number.parseInt(half.slice(0, 8), 16));
    add(Number.parseInt(half.slice(8), 16));
    add(plane.moveAndSlide(world, shapes[2], { position: [frame - 10, 1] }, [0.5, -0.5]).position);
  }
  return { hash: hash.map((half) => (half >>> 0).toString(16).padStart(8, "0")).join(""), contacts };
}
