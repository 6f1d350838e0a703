import {
  Chain,
  Circle,
  Compound,
  ConvexPolygon,
  defineLayers,
  init,
  moveAndSlide,
  Polygon,
  Rectangle,
  World,
} from "hyperplane/2d";
import { Vector2 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

/** The habits of other libraries, in hyperplane/2d: points as vectors, options by the wrong name. */

beforeAll(() => init());

const outline = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];
const hole = [0.25, 0.25, 0.5, 0.25, 0.5, 0.5];

/** The forms in which others keep points. */
const forms = (numbers: readonly number[]) => {
  const vectors = Array.from({ length: numbers.length / 2 }, (_, i) => new Vector2().fromArray(numbers, 2 * i));
  return [vectors, vectors.map((v) => v.toArray()), vectors.map(({ x, y }) => ({ x, y }))];
};

describe("points", () => {
  it("may be vectors", () => {
    const polygon = new Polygon(outline, [hole]);
    const convex = new ConvexPolygon(outline, { radius: 0.5 });
    const chain = new World();
    chain.add({ shape: new Chain(outline, { closed: true }) });
    const holes = forms(hole);
    for (const [i, points] of forms(outline).entries()) {
      expect(new Polygon(points, [holes[i] as Vector2[]]).parts).toEqual(polygon.parts);
      expect(new Polygon(outline, [holes[i] as Vector2[]]).parts).toEqual(polygon.parts);
      expect(new ConvexPolygon(points, { radius: 0.5 }).vertices).toEqual(convex.vertices);
      const world = new World();
      world.add({ shape: new Chain(points, { closed: true }) });
      expect(world.hash()).toBe(chain.hash());
    }
  });

  it("are refused with the place that is wrong", () => {
    const square = forms([0, 0, 1, 0, 1, 1, 0, 1])[0] as Vector2[];
    const wrong: [() => unknown, string][] = [
      [() => new Polygon([...square, { x: 0, y: Number.NaN }]), "polygon: points[4].y must be a finite number"],
      [() => new Polygon([...square, 3 as never]), "polygon: points[4] must be an object with x and y"],
      [() => new Polygon(square, [[[0, 0], [1]]] as never), "polygon: holes[0][1][1] must be a number, got undefined"],
      [() => new Polygon([{ x: 1e12, y: 0 }, ...square]), "polygon: points[0] is out of range"],
      [() => new Polygon(square.slice(0, 2)), "degenerate-shape"],
      [() => new ConvexPolygon([{}] as never), "convex-polygon: points[0] must be an object with x and y"],
      [() => new Chain([{ x: 0 }] as never), "chain: points[0].y must be a number"],
      [() => new Chain(square[0] as never), "chain: points must be an array of numbers"],
    ];
    for (const [call, message] of wrong) expect(complaintOf(call)).toContain(message);
  });
});

describe("options", () => {
  it("that do not exist are rejected with a suggestion", () => {
    const world = new World();
    const shape = new Circle(1);
    const ray = [
      [5, 0],
      [-1, 0],
    ] as const;
    const sweep = { from: {}, to: { position: [1, 0] } } as const;
    type Call = (options: never) => unknown;
    const query = ["maxDistance", "mask", "sensors", "exclude", "filter"];
    const calls: [Call, string[]][] = [
      [(o) => new World(o), ["broadPhase", "capacity", "maxCandidates", "maxContacts"]],
      [
        (o: object) => world.add({ shape, ...o }),
        ["position", "angle", "static", "sensor", "continuous", "enabled", "layer", "mask", "userData"],
      ],
      [(o) => world.raycast(...ray, o), query],
      [(o) => world.raycastAll(...ray, o), query],
      [(o) => world.raycastBatch(new Float64Array([5, 0, -1, 0]), o), query],
      [(o) => world.castShape(shape, sweep, o), query],
      [(o) => world.overlap(shape, {}, o), query],
      [(o) => world.closest([0, 0], o), query],
      [
        (o) => moveAndSlide(world, shape, {}, [1, 0], o),
        ["up", "skin", "maxSlope", "stepHeight", "snapDistance", "mask", "exclude", "filter"],
      ],
      [(o) => new ConvexPolygon(outline, o), ["radius"]],
      [(o) => new Chain(outline, o), ["closed", "sides"]],
      [(o: object) => new Compound([{ shape, ...o }]), ["position", "angle"]],
    ];
    for (const [call, names] of calls) {
      for (const name of names) {
        const complain = (option: string) => complaintOf(() => call({ [option]: 1 } as never));
        expect(complain(`${name}x`), `${call}`).toMatch(
          /^invalid-argument.*there is no option \w+x: did you mean \w+\?/,
        );
        expect(complain(`is${name}`), `${call}`).toContain(`did you mean ${name}?`);
      }
      expect(complaintOf(() => call({ nonsense: 1 } as never))).toContain(
        "there is no option nonsense: the options are",
      );
    }
    expect(world.size).toBe(0);
  });

  it("are not a shape by itself", () => {
    const world = new World();
    expect(complaintOf(() => world.add(new Rectangle(1, 2) as never))).toBe(
      "invalid-argument: add takes an object with shape, position and angle, got an object of class Rectangle",
    );
    expect(world.size).toBe(0);
  });
});

it("has names for layers", () => {
  const layers = defineLayers("player", "wall");
  const world = new World();
  const add = (layer: number, mask: number) => world.add({ shape: new Circle(1), layer, mask });
  const [a, b] = [add(layers.player, layers.wall), add(layers.player, layers.wall)];
  const wall = add(layers.wall, layers.player);
  world.update();
  expect(world.touching.map((pair) => [pair.a, pair.b])).toEqual([
    [a, wall],
    [b, wall],
  ]);
  expect(world.raycast([0, 5], [0, -1], { mask: layers.wall })?.collider).toBe(wall);
});
