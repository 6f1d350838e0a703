import {
  Box,
  type Collider,
  Compound,
  type ContactCursor,
  ConvexHull,
  collide,
  distance,
  HeightField,
  HyperplaneError,
  init,
  moveAndSlide,
  raycast,
  Sphere,
  Triangle,
  TriangleMesh,
  Voxels,
  World,
} from "hyperplane";
import * as plane from "hyperplane/2d";
import { fitShape, SceneColliders, WorldLines } from "hyperplane/three";
import { Mesh, Object3D } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";

beforeAll(() => Promise.all([init(), plane.init()]));

const SQUARE = { columns: 2, rows: 2, width: 1, depth: 1 };
const CUBE = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1];
const RAY = [
  [5, 0, 0],
  [-1, 0, 0],
] as const;

/** Every function that takes options: its name, a call with them, and its options with a value that is right. */
function everyCall(): [string, (options: object) => unknown, Record<string, unknown>][] {
  const world = new World();
  const shape = new Box(1, 1, 1);
  const collider = world.add({ shape });
  const bytes = world.snapshot();
  const query = { maxDistance: 1, mask: 1, solid: false, filter: () => true };
  const sweep = { from: {}, to: { position: [1, 0, 0] } };
  const call = (f: (options: never) => unknown) => f as (options: object) => unknown;
  return [
    [
      "World",
      call((o) => new World(o)),
      { broadPhase: "bvh", capacity: 1, maxCandidates: 9, maxContacts: 9, measure: true },
    ],
    [
      "add",
      call((o) => world.add({ shape, ...(o as object) })),
      { shape, position: [9, 9, 9], static: true, sensor: true, continuous: true, layer: 1, mask: 1 },
    ],
    ["snapshot", call((o) => world.snapshot(o)), { shapes: false }],
    ["restore", call((o) => World.restore(bytes, o)), { measure: true, shapes: [shape] }],
    ["rollback", call((o) => world.rollback(bytes, o)), { shapes: [shape] }],
    ["raycast", call((o) => world.raycast(...RAY, o)), query],
    ["raycastAll", call((o) => world.raycastAll(...RAY, o)), query],
    ["raycastBatch", call((o) => world.raycastBatch(new Float64Array([5, 0, 0, -1, 0, 0]), o)), query],
    ["castShape", call((o) => world.castShape(shape, sweep, o)), query],
    ["castShapeAll", call((o) => world.castShapeAll(shape, sweep, o)), query],
    ["nearest", call((o) => world.nearest(shape, {}, o)), query],
    ["nearests", call((o) => world.nearests(shape, new Float64Array(0), o)), query],
    ["distance", call((o) => distance(shape, {}, shape, {}, o as { maxDistance: number })), { maxDistance: 1 }],
    ["collide", call((o) => collide(shape, {}, shape, {}, o)), { margin: 1 }],
    ["raycast of a shape", call((o) => raycast(shape, {}, ...RAY, 1, o)), { solid: false }],
    ["overlap", call((o) => world.overlap(shape, {}, o)), query],
    ["closest", call((o) => world.closest([0, 0, 0], o)), query],
    ["castShapes", call((o) => world.castShapes(shape, new Float64Array(0), o)), query],
    ["overlaps", call((o) => world.overlaps(shape, new Float64Array(0), o)), query],
    ["closests", call((o) => world.closests(new Float64Array(3), o)), query],
    [
      "moveAndSlide",
      call((o) => moveAndSlide(world, shape, { position: [5, 0, 0] }, [1, 0, 0], o)),
      {
        up: [0, 1, 0],
        skin: 0.1,
        maxSlope: 1,
        stepHeight: 1,
        snapDistance: 1,
        mask: 1,
        exclude: collider,
        filter: () => true,
      },
    ],
    ["ConvexHull", call((o) => new ConvexHull(CUBE, o)), { maxVertices: 8 }],
    [
      "TriangleMesh",
      call((o) => new TriangleMesh(CUBE, [0, 1, 2, 2, 1, 0], o)),
      { sides: "front", thickness: 0.5, solid: false, weld: 0.1 },
    ],
    [
      "HeightField",
      call((o) => new HeightField([0, 0, 0, 0], o === null ? o : { ...SQUARE, ...(o as object) })),
      { sides: "both", thickness: 0.5 },
    ],
    [
      "Voxels",
      call((o) => new Voxels(o === null ? o : { columns: 1, layers: 1, rows: 1, ...(o as object) })),
      { cellSize: 2, cells: [1] },
    ],
    [
      "Compound",
      call((o) => new Compound([{ shape, ...(o as object) }])),
      { shape, position: [1, 0, 0], quaternion: [0, 0, 0, 1] },
    ],
  ];
}

describe("options", () => {
  it("are left out where they are undefined, and refused where they are null", () => {
    let count = 0;
    for (const [name, call, options] of everyCall()) {
      expect(() => call(options), name).not.toThrow();
      for (const option of Object.keys(options)) {
        // Of a distance it is needed.
        if (option === "shape" || name === "distance") continue;
        expect(() => call({ [option]: undefined }), `${name}: ${option}`).not.toThrow();
        expect(() => call({ [option]: null }), `${name}: ${option}`).toThrow(HyperplaneError);
        count++;
      }
      if (!("shape" in options)) expect(() => call(null as never), name).toThrow(HyperplaneError);
    }
    expect(count).toBeGreaterThan(30);
  });

  it("say what to pass in place of a collider, an object or a shape", () => {
    const world = new World();
    const collider = world.add({ shape: new Sphere(1) });
    const [shape, mesh] = [new Sphere(1), new Mesh()];
    const say = (call: () => unknown, words: string) => expect(complaintOf(call)).toContain(words);
    say(
      () => collide(collider as never, {}, shape, {}),
      "a must be a shape of this package, got an object of class Collider: pass its shape",
    );
    say(() => moveAndSlide(world, collider as never, {}, [0, 0, 0]), ": pass its shape");
    say(
      () => (collide as (...all: unknown[]) => unknown)(shape, shape),
      "poseA must be an object with position and quaternion, got a shape",
    );
    say(() => collider.setPose(mesh as never), ": pass its position");
    say(() => collider.setPose([0, 0, 0], mesh as never), ": pass its quaternion");
    say(() => world.raycast(collider as never, [0, 1, 0]), ": pass its position");
  });

  it("of a distance need maxDistance, and those of a ray are the last argument", () => {
    const inPlane = new plane.Circle(1);
    for (const options of [{}, { maxDistance: undefined }, { maxDistance: null }] as never[]) {
      const message = /^invalid-argument: options\.maxDistance must be a length/;
      expect(complaintOf(() => distance(new Sphere(1), {}, new Sphere(1), {}, options))).toMatch(message);
      expect(complaintOf(() => plane.distance(inPlane, {}, inPlane, {}, options))).toMatch(message);
    }
    const solid = { solid: false };
    const cast = (...more: unknown[]) =>
      (raycast as (...all: unknown[]) => unknown)(new Sphere(1), {}, ...RAY, ...more);
    const castInPlane = (...more: unknown[]) =>
      (plane.raycast as (...all: unknown[]) => unknown)(inPlane, {}, [5, 0], [-1, 0], ...more);
    for (const call of [cast, castInPlane]) {
      expect(call(solid)).toEqual(call(10, solid));
      expect(call(solid, undefined)).toEqual(call(10, solid));
      for (const more of [solid, {}, 10, null]) {
        expect(complaintOf(() => call(solid, more))).toMatch(/^invalid-argument: nothing may follow options, got/);
      }
    }
  });

  it("that do not exist are rejected with a suggestion", () => {
    for (const [name, call, options] of everyCall()) {
      expect(
        complaintOf(() => call({ nonsense: 1 })),
        name,
      ).toMatch(/^invalid-argument.*nonsense/);
      // Every option with a letter too many, and with a prefix.
      for (const option of Object.keys(options)) {
        const isMentioned = /did you mean \w+\?/;
        expect(
          complaintOf(() => call({ [`${option}s`]: 1 })),
          name,
        ).toMatch(isMentioned);
      }
    }
    const world = new World();
    const shape = new Sphere(1);
    expect(complaintOf(() => world.add({ shape, isSensor: true } as never))).toMatch(/isSensor.*did you mean sensor/);
    expect(complaintOf(() => world.raycast(...RAY, { maxDist: 3 } as never))).toMatch(/did you mean maxDistance/);
    expect(complaintOf(() => world.raycast(...RAY, { isSensor: true } as never))).toMatch(/did you mean sensors\?/);
    expect(complaintOf(() => world.raycast(...RAY, { including: [] } as never))).toMatch(
      /including: the options are.*filter/,
    );
    expect(world.size).toBe(0);
    expect(complaintOf(() => fitShape(new Mesh(), { maxVertex: 3 } as never))).toMatch(/did you mean maxVertices/);
    expect(complaintOf(() => new SceneColliders(world).add(new Mesh(), { isStatic: true } as never))).toMatch(
      /did you mean static/,
    );
    expect(complaintOf(() => new WorldLines(world, { boundColor: 1 } as never))).toMatch(/did you mean boundsColor/);
    expect(complaintOf(() => new WorldLines(world, { bounds: null } as never))).toMatch(/^invalid-argument/);
  });

  it("may be objects of classes, with whatever else these have", () => {
    class Enemy {
      shape = new Sphere(1);
      position = [1, 0, 0];
      health = 100;
    }
    const world = new World();
    const enemy = world.add(new Enemy());
    const object = new Object3D();
    object.position.set(0.5, 0, 0);
    expect(world.overlap(enemy.shape, object)).toEqual([enemy]);
    expect(world.add(Object.assign(object, { shape: enemy.shape })).index).toBe(1);
  });
});

describe("whole numbers", () => {
  it("are asked for where an index or a count is meant", () => {
    const world = new World();
    for (const row of [Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY, 2 ** 32])
      expect(
        complaintOf(() => world.at(row)),
        String(row),
      ).toMatch(/^invalid-argument/);
    expect(world.at(7)).toBe(null);
    for (const maxVertices of [Number.POSITIVE_INFINITY, Number.NaN, 4.5, 3])
      expect(complaintOf(() => new ConvexHull(CUBE, { maxVertices }))).toMatch(/^invalid-argument/);
  });
});

describe("words of other libraries", () => {
  const flat = () => new plane.World();

  it("lead to the option that is meant", () => {
    const shape = new Sphere(1);
    const words: [string, string][] = [
      ["rotation", "quaternion"],
      ["layers", "layer"],
      ["isTrigger", "sensor"],
      ["halfExtents", "shape"],
      ["geometry", "shape"],
      ["translation", "position"],
      ["collisionGroups", "layer"],
      ["bodyType", "static"],
      ["ccdEnabled", "continuous"],
      ["angle", "quaternion"],
      ["mesh", "shape"],
      ["x", "position"],
      ["name", "userData"],
    ];
    for (const [word, option] of words) {
      const options = { shape, [word]: 1 };
      expect(complaintOf(() => new World().add(options))).toContain(
        `there is no option ${word}: did you mean ${option}?`,
      );
    }
    const disc = { shape: new plane.Circle(1), rotation: 1 };
    expect(complaintOf(() => flat().add(disc as never))).toContain("did you mean angle?");
    expect(complaintOf(() => new World().raycast(...RAY, { far: 3 } as never))).toContain("did you mean maxDistance?");
    expect(complaintOf(() => new World().raycast(...RAY, { layers: 1 } as never))).toContain("did you mean mask?");
    const move = (options: object) => complaintOf(() => moveAndSlide(new World(), shape, {}, [0, 0, 0], options));
    for (const [word, option] of [
      ["slopeLimit", "maxSlope"],
      ["stepOffset", "stepHeight"],
      ["snapToGround", "snapDistance"],
      ["minWidth", "minTread"],
      ["skinWidth", "skin"],
      ["offset", "skin"],
    ] as const)
      expect(move({ [word]: 1 })).toContain(`did you mean ${option}?`);
    expect(move({ maxSlope: 45 })).toMatch(/options\.maxSlope, in radians, must be a number from 0 to 1\.57/);
  });

  it("are of no use where they are of physics", () => {
    for (const word of ["mass", "friction", "linearVelocity"])
      expect(complaintOf(() => new World().add({ shape: new Sphere(1), [word]: 1 } as never))).toContain(
        `there is no option ${word}: hyperplane has no physics`,
      );
  });

  it("are no sizes in an object", () => {
    const wrong: [() => unknown, string][] = [
      [
        () => new Box({ width: 1, height: 2, depth: 3 } as never, 1, 1),
        "box: width must be a number, got an object: write new Box(width, height, depth)",
      ],
      [() => new Sphere({ radius: 1 } as never), "an object: write new Sphere(radius)"],
      [() => new Box([1, 2, 3] as never, 1, 1), "an array of length 3: write new Box(width, height, depth)"],
      [() => new plane.Rectangle({ width: 1 } as never, 1), "an object: write new Rectangle(width, height)"],
      [() => new plane.Circle({} as never), "circle: radius must be a number, got an object: write new Circle(radius)"],
    ];
    for (const [call, message] of wrong) expect(complaintOf(call)).toContain(message);
  });

  it("are bits, where they are layers", () => {
    for (const world of [new World(), flat() as unknown as World]) {
      const shape = world instanceof World ? new Sphere(1) : (new plane.Circle(1) as unknown as Sphere);
      expect(complaintOf(() => world.add({ shape, layer: 0 }))).toContain(
        "options.layer must have at least one bit, got 0",
      );
      const collider = world.add({ shape, mask: 0 });
      expect(complaintOf(() => (collider.layer = 0))).toContain("layer must have at least one bit, got 0");
      expect(complaintOf(() => collider.setFilter(0, 1))).toContain("Layers are bits: 1, 2, 4; see defineLayers");
      expect([collider.layer, collider.mask]).toEqual([1, 0]);
    }
  });
});

describe("members that are called on something else", () => {
  it("throw a HyperplaneError", () => {
    const world = new World();
    const shape = new Box(1, 1, 1);
    const collider = world.add({ shape, continuous: true });
    world.add({ shape });
    world.update();
    let cursor: ContactCursor | undefined;
    for (const contact of world.contacts) {
      cursor = contact;
      break;
    }
    const hull = new ConvexHull(CUBE);
    const compound = new Compound([{ shape }]);
    const mesh = new TriangleMesh(CUBE.slice(0, 9));
    const lists = [world.contacts, cursor, world.began, world.impacts];
    const field = new HeightField([0, 0, 0, 0], SQUARE);
    const voxels = new Voxels({ columns: 1, layers: 1, rows: 1 });
    const objects = [world, collider, ...lists, shape, hull, compound, mesh, field, voxels] as object[];
    let count = 0;
    for (const object of objects) {
      for (let at = object; at !== Object.prototype; at = Object.getPrototypeOf(at) as object) {
        for (const key of Reflect.ownKeys(at)) {
          if (["constructor", "moveTo", "start", "keepUnread", "Symbol(find)", "Symbol(copyOf)"].includes(String(key)))
            continue;
          const { get, set, value } = Object.getOwnPropertyDescriptor(at, key) as PropertyDescriptor;
          for (const call of [get, set, value]) {
            if (typeof call !== "function") continue;
            for (const receiver of [{}, undefined, null, 3, new Proxy({}, {}), Object.create(null)]) {
              const run = () => {
                const result: unknown = Reflect.apply(call, receiver, []);
                // A generator's body runs with its first step.
                (result as Iterator<unknown> | undefined)?.next?.();
              };
              expect(run, `${String(key)} of ${object.constructor.name}`).toThrow(HyperplaneError);
              count++;
            }
          }
        }
      }
    }
    expect(count).toBeGreaterThan(300);
    const { update } = world;
    expect(() => update()).toThrow(HyperplaneError);
  });
});

describe("what cannot be set", () => {
  it("says so", () => {
    const world = new World();
    const shape = new Box(1, 1, 1);
    const collider = world.add({ shape }) as unknown as Record<string, unknown>;
    for (const name of ["index", "removed"]) {
      const before = collider[name];
      expect(() => {
        collider[name] = true;
      }, name).toThrow(HyperplaneError);
      expect(collider[name]).toBe(before);
    }
    for (const [object, names] of [
      [shape, ["width", "height", "depth", "type"]],
      [new ConvexHull(CUBE), ["vertices", "faces", "type"]],
      [new Compound([{ shape }]), ["partCount", "type"]],
      [new TriangleMesh(CUBE.slice(0, 9)), ["vertexCount", "triangleCount", "sides", "thickness", "solid", "type"]],
      [
        new HeightField([0, 0, 0, 0], SQUARE),
        ["columns", "rows", "width", "depth", "triangleCount", "sides", "thickness", "type"],
      ],
      [new Voxels({ columns: 1, layers: 1, rows: 1 }), ["columns", "layers", "rows", "cellSize", "type"]],
      [world, ["contacts", "began", "ended", "touching", "impacts", "positions", "quaternions", "size"]],
    ] as unknown as [Record<string, unknown>, string[]][]) {
      for (const name of names)
        expect(() => {
          object[name] = 3;
        }, name).toThrow(/only|set/);
    }
  });
});

describe("frozen and detached objects", () => {
  it("a frozen shape can be used and disposed of", () => {
    for (const shape of [new Box(1, 1, 1), new ConvexHull(CUBE)]) {
      const world = new World();
      Object.freeze(shape);
      world.add({ shape });
      expect(world.overlap(shape, {}).length).toBe(1);
      if (shape instanceof ConvexHull) expect(shape.faces.length).toBe(6);
      shape.dispose();
      shape.dispose();
      expect(complaintOf(() => world.overlap(shape, {}))).toMatch(/^disposed/);
      expect(world.raycast([5, 0.5, 0.5], [-1, 0, 0])).not.toBe(null);
    }
  });

  it("take no further properties, so that frameworks make no proxies of them; classes that extend them do", () => {
    const world = new World();
    const collider = world.add({ shape: new Sphere(1) });
    const hull = new ConvexHull(CUBE);
    const compound = new Compound([{ shape: hull }]);
    const field = new HeightField([0, 0, 0, 0], SQUARE);
    const triangle = new Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]);
    const mesh = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const restored = World.restore(world.snapshot());
    const objects = [world, collider, collider.shape, hull, compound, field, triangle, mesh, restored, restored.at(0)];
    for (const object of objects) {
      expect(Object.isExtensible(object)).toBe(false);
      expect(() => Object.assign(object as object, { hitPoints: 3 })).toThrow(TypeError);
    }
    collider.userData = "still settable";
    collider.layer = 2;
    class Enemy extends Sphere {
      hitPoints = 3;
    }
    class Level extends World {
      enemies = [new Enemy(1)];
    }
    const level = new Level();
    level.add({ shape: level.enemies[0] as Enemy });
    expect(level.raycast([0, 5, 0], [0, -1, 0])?.distance).toBe(4);
    expect(level.enemies[0]?.hitPoints).toBe(3);
  });

  it("a frozen event does not end later loops", () => {
    const world = new World();
    const shape = new Sphere(1);
    world.add({ shape });
    const b = world.add({ shape });
    world.update();
    for (const event of world.began) Object.freeze(event);
    b.setPose([9, 0, 0]);
    world.update();
    b.setPose([0, 0, 0]);
    world.update();
    expect([...world.began].length).toBe(1);
  });

  it("a detached array is refused", () => {
    const world = new World();
    const gone = <T extends ArrayBufferView>(array: T): T => {
      structuredClone(array.buffer, { transfer: [array.buffer as ArrayBuffer] });
      return array;
    };
    expect(complaintOf(() => World.restore(gone(world.snapshot())))).toMatch(/^invalid-argument.*detached/);
    expect(complaintOf(() => World.restore(gone(world.snapshot()).buffer as ArrayBuffer))).toMatch(/^invalid-argument/);
    expect(complaintOf(() => world.raycastBatch(gone(new Float64Array(6))))).toMatch(/^invalid-argument.*detached/);
    expect(complaintOf(() => world.closests(gone(new Float64Array(3))))).toMatch(/^invalid-argument.*detached/);
    expect(complaintOf(() => world.bounds(gone(new Float64Array(900))))).toMatch(/^invalid-argument.*detached/);
  });

  it("an array that its buffer no longer holds is refused", () => {
    const world = new World();
    // Newer than the declarations of ES2023.
    const Resizable = ArrayBuffer as unknown as new (
      size: number,
      options: object,
    ) => ArrayBuffer & { resize(to: number): void };
    const shrunk = <T>(type: new (buffer: ArrayBuffer, at: number, length: number) => T): T => {
      const buffer = new Resizable(144, { maxByteLength: 144 });
      const array = new type(buffer, 48, 12);
      buffer.resize(16);
      return array;
    };
    const bytes = () => shrunk(Uint8Array);
    const numbers = () => shrunk(Float64Array);
    expect(complaintOf(() => World.restore(bytes()))).toMatch(/^invalid-argument.*detached/);
    expect(complaintOf(() => world.rollback(bytes()))).toMatch(/^invalid-argument.*detached/);
    expect(complaintOf(() => TriangleMesh.deserialize(bytes()))).toMatch(/^invalid-argument.*detached/);
    expect(complaintOf(() => HeightField.deserialize(bytes()))).toMatch(/^invalid-argument.*detached/);
    expect(complaintOf(() => world.raycastBatch(numbers()))).toMatch(/^invalid-argument.*detached/);
    expect(complaintOf(() => world.closests(numbers()))).toMatch(/^invalid-argument.*detached/);
    expect(complaintOf(() => world.bounds(numbers()))).toMatch(/^invalid-argument.*detached/);
  });

  it("a view on the core's own memory is no place for answers", () => {
    const world = new World({ capacity: 100 });
    expect(complaintOf(() => world.bounds(world.positions))).toMatch(/^invalid-argument/);
  });
});

describe("contacts that a loop has passed", () => {
  function touching(count: number): World {
    const world = new World();
    const shape = new Sphere(1);
    for (let i = 0; i < count; i++) world.add({ shape, position: [1.5 * i, 0, 0] });
    world.update();
    expect(world.contacts.count).toBe(count - 1);
    return world;
  }
  const features = ["partA", "triangleA", "partB", "triangleB"] as const;
  const members = ["a", "b", "normal", "depth", "mtv", "points", ...features] as const;

  it("are copies where a spread or Array.from gives them", () => {
    for (const count of [2, 3, 6]) {
      const world = touching(count);
      for (const list of [[...world.contacts], Array.from(world.contacts)]) {
        expect(list.length).toBe(count - 1);
        const copies = world.contacts.toArray();
        world.update();
        for (const [i, contact] of list.entries()) {
          for (const member of members) expect(contact[member]).toEqual(copies[i]?.[member]);
        }
      }
      expect(Array.from(world.contacts, ({ a }) => a.index)).toEqual(world.contacts.toArray().map(({ a }) => a.index));
    }
  });

  it("say so when they are kept for the next round, or beyond an update", () => {
    const world = touching(5);
    let kept: ContactCursor | undefined;
    for (const contact of world.contacts) {
      if (kept !== undefined) expect(() => kept?.depth).toThrow(HyperplaneError);
      kept = contact;
      expect(kept.depth).toBeCloseTo(0.5, 6);
    }
    for (const contact of world.contacts) {
      kept = contact;
      expect(kept.a.index).toBe(0);
      break;
    }
    expect(kept?.a.index).toBe(0);
    // Another loop does not disturb it.
    for (const { depth } of world.contacts) expect(depth).toBeCloseTo(0.5, 6);
    expect(kept?.a.index).toBe(0);
    world.update();
    expect(() => kept?.a).toThrow(HyperplaneError);
  });

  it("may be met by loops within loops", () => {
    const world = touching(4);
    const pairs: [number, number][] = [];
    for (const { a } of world.contacts) for (const other of world.contacts) pairs.push([a.index, other.a.index]);
    expect(pairs.length).toBe(9);
    expect(new Set(pairs.map(String)).size).toBe(9);
    const [first, second] = world.contacts as Iterable<{ a: Collider }>;
    expect([first?.a.index, second?.a.index]).toEqual([0, 1]);
  });
});
