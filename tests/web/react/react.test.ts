import { act, useFrame } from "@react-three/fiber";
import { Box, Capsule, debug, HyperplaneError, type World } from "hyperplane";
import {
  type CharacterOptions,
  Collisions,
  type ObjectCharacter,
  type UseColliderOptions,
  useCharacter,
  useCollider,
  useSceneColliders,
  useWorld,
} from "hyperplane/react";
import { Activity, Component, createElement as h, type ReactNode, StrictMode, useRef } from "react";
import type { Mesh } from "three";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../support/canvas.js";

let stage: Stage;
let world: World;

beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => {
  await stage.unmount();
  expect(debug().worlds).toEqual([]);
  expect(debug().shapes).toEqual({});
});

type Place = readonly [number, number, number];

interface ThingProps extends UseColliderOptions {
  readonly name: string;
  readonly at?: Place;
  readonly size?: Place;
}

function Thing({ name, at = [0, 0, 0], size = [1, 1, 1], ...options }: ThingProps): ReactNode {
  const ref = useRef<Mesh>(null);
  useCollider(ref, options);
  return h("mesh", { ref, name, position: at }, h("boxGeometry", { args: size }));
}

/** Tells the tests which world it is. */
function Eye(): null {
  world = useWorld();
  return null;
}

const strict = (...things: ReactNode[]) => h(StrictMode, null, h(Collisions, null, h(Eye), ...things));

/** Keeps an error of what is inside. */
class Boundary extends Component<{ readonly children?: ReactNode }> {
  static caught: unknown = null;
  static getDerivedStateFromError(error: unknown): object {
    Boundary.caught = error;
    return { isOver: true };
  }
  override state: { isOver?: boolean } = {};
  override render(): ReactNode {
    return this.state.isOver ? null : this.props.children;
  }
}

async function errorOf(node: ReactNode): Promise<unknown> {
  Boundary.caught = null;
  const { error, warn } = console;
  console.error = console.warn = () => {}; // React tells of it as well
  try {
    await stage.show(h(Boundary, { key: Math.random() }, node));
  } finally {
    Object.assign(console, { error, warn });
  }
  return Boundary.caught;
}

describe("Collisions", () => {
  it("holds one world in strict mode, and disposes of it when it is unmounted", async () => {
    await stage.show(strict(h(Thing, { name: "a", key: "a" }), h(Thing, { name: "b", key: "b" })));
    await expect.poll(() => debug().worlds.map(({ colliders }) => colliders)).toEqual([2]);
    const first = world;
    await stage.show(strict(h(Thing, { name: "a", key: "a" })));
    expect(world === first).toBe(true);
    expect(world.size).toBe(1);
    await stage.show(null);
    expect(debug().worlds).toEqual([]);
    await stage.show(strict(h(Thing, { name: "c", key: "c" })));
    expect(world === first).toBe(false);
    expect(world.size).toBe(1);
    expect(debug().forgotten).toMatchObject({ worlds: 0, shapes: 0 });
  });

  it("gives a tree that is hidden and shown again a world of its own", async () => {
    const tree = (mode: "visible" | "hidden") =>
      h(Activity, { mode, children: strict(h(Thing, { name: "a", key: "a" })) });
    await stage.show(tree("visible"));
    const first = world;
    await stage.show(tree("hidden"));
    expect(debug().worlds).toEqual([]);
    await stage.show(tree("visible"));
    expect(world === first).toBe(false);
    expect(world.size).toBe(1);
    await stage.frame();
  });

  it("is needed by every hook", async () => {
    for (const use of [
      () => void useCollider({ current: null }),
      () => void useCharacter({ current: null }, { shape: () => new Box(1, 1, 1) }),
      () => void useSceneColliders(),
      () => void useWorld(),
    ]) {
      const Lost = () => {
        use();
        return null;
      };
      expect(String(await errorOf(h(Lost)))).toMatch(/^Error: use\w+ needs <Collisions> around its component\.$/);
    }
  });
});

describe("useCollider", () => {
  it("fits a shape to the object, at its pose, and follows it", async () => {
    await stage.show(
      strict(h("group", { position: [10, 0, 0] }, h(Thing, { name: "a", at: [1, 2, 3], size: [2, 4, 6] }))),
    );
    const [collider] = [...world.colliders];
    expect(collider?.shape).toMatchObject({ width: 2, height: 4, depth: 6 });
    expect(collider?.position).toMatchObject({ x: 11, y: 2, z: 3 });
    stage.find("a").position.y = 7;
    await stage.frame();
    expect(collider?.position.y).toBe(7);
  });

  it("tells of what enters and leaves, with its object, by the callbacks of the last render", async () => {
    const told: string[] = [];
    const things = (word: string, ...more: ReactNode[]) =>
      strict(
        h(Thing, {
          key: "door",
          name: "door",
          sensor: true,
          onEnter: (object, collider) => told.push(`${word} ${object?.name} ${collider.sensor}`),
          onLeave: (object) => told.push(`${word} without ${object?.name}`),
        }),
        ...more,
      );
    const guest = h(Thing, {
      key: "guest",
      name: "guest",
      at: [5, 0, 0],
      onEnter: (other) => told.push(`in ${other?.name}`),
    });
    await stage.show(things("first", guest));
    await stage.frame();
    expect(told).toEqual([]);
    stage.find("guest").position.x = 0.5;
    await stage.show(things("then", guest));
    await stage.frame();
    expect(told.sort()).toEqual(["in door", "then guest false"]);
    stage.find("guest").position.x = 5;
    await stage.frame();
    expect(told.splice(0)).toContain("then without guest");
    stage.find("guest").position.x = 0;
    await stage.frame();
    told.splice(0);
    await stage.show(things("last"));
    await stage.frame();
    expect(told).toEqual(["last without guest"]);
  });

  it("gives contacts as the object sees them, and the way out of all of them", async () => {
    const seen: string[] = [];
    const walls = [
      h(Thing, { key: "floor", name: "floor", at: [0, -0.9, 0], size: [9, 1, 9], static: true }),
      h(Thing, { key: "wall", name: "wall", at: [0.8, 0, 0], size: [1, 9, 9], static: true }),
      h(Thing, { key: "coin", name: "coin", sensor: true }),
    ];
    const onContacts: UseColliderOptions["onContacts"] = (contacts, out) => {
      for (const { object, collider, normal, depth } of contacts) {
        const { x, y } = normal;
        seen.push(`${object?.name} ${collider.static} ${x.toFixed(1)} ${y.toFixed(1)} ${depth.toFixed(2)}`);
      }
      stage.find("box").position.add(out);
    };
    await stage.show(strict(h(Thing, { key: "box", name: "box", onContacts }), ...walls));
    await stage.frame();
    expect(seen.sort()).toEqual(["floor true 0.0 1.0 0.10", "wall true -1.0 0.0 0.20"]);
    const { x, y, z } = stage.find("box").position;
    expect([x, y, z].map((n) => n.toFixed(4))).toEqual(["-0.2000", "0.1000", "0.0000"]);
  });

  it("adds the collider anew where an option has changed, and takes a shape of one's own", async () => {
    let made = 0;
    const shape = () => {
      made++;
      return new Capsule(0.3, 1);
    };
    const show = (options: UseColliderOptions) =>
      stage.show(h(Collisions, null, h(Eye), h(Thing, { name: "a", ...options })));
    await show({ shape, layer: 2 });
    const [first] = [...world.colliders];
    expect(first).toMatchObject({ layer: 2, static: false, shape: { radius: 0.3 } });
    await show({ shape: () => shape(), layer: 2 });
    expect([[...world.colliders][0] === first, made]).toEqual([true, 1]);
    await show({ shape, layer: 4, static: true });
    expect([...world.colliders].map(({ layer, static: isStatic }) => [layer, isStatic])).toEqual([[4, true]]);
    expect([first?.removed, made]).toEqual([true, 2]);
    expect(debug().shapes).toEqual({ capsule: 1 });
  });

  it("lets callbacks remove objects", async () => {
    const coins = [-0.4, 0, 0.4];
    let left: ReactNode[] = [];
    const show = () => stage.show(strict(h(Thing, { key: "hero", name: "hero" }), ...left));
    left = coins.map((x, i) =>
      h(Thing, {
        key: `coin ${i}`,
        name: `coin ${i}`,
        at: [x, 0, 0],
        sensor: true,
        onEnter: (object) => {
          if (object?.name !== "hero") return;
          left = left.filter((coin) => (coin as { key: string }).key !== `coin ${i}`);
          void show();
        },
      }),
    );
    await show();
    await stage.frame();
    await stage.frame();
    expect(world.size).toBe(1);
  });

  it("says what is wrong", async () => {
    const Bare = () => {
      useCollider(useRef(null));
      return null;
    };
    expect(String(await errorOf(h(Collisions, null, h(Bare))))).toMatch(/useCollider: the ref has no object/);
    const wrong = { isTrigger: true } as UseColliderOptions;
    const error = await errorOf(h(Collisions, null, h(Thing, { name: "a", ...wrong })));
    expect(error).toBeInstanceOf(HyperplaneError);
    expect(String(error)).toMatch(/isTrigger: did you mean sensor/);
  });
});

describe("useCharacter", () => {
  let hero: ObjectCharacter;
  let walk = { x: 0, y: 0, z: 0 };

  function Hero({ at, ...options }: { readonly at: Place } & Partial<CharacterOptions>): ReactNode {
    const ref = useRef<Mesh>(null);
    hero = useCharacter(ref, { shape: () => new Capsule(0.3, 1.2), ...options });
    useFrame((_, seconds) => hero.step(seconds, walk));
    return h("mesh", { ref, name: "hero", position: at });
  }

  const floor = h(Thing, { key: "floor", name: "floor", at: [0, -0.5, 0], size: [40, 1, 40], static: true });
  const position = () => stage.find("hero").position;
  const frames = async (count: number) => {
    for (let i = 0; i < count; i++) await stage.frame();
  };

  beforeEach(() => {
    walk = { x: 0, y: 0, z: 0 };
  });

  it("falls, lands, climbs a step and stops at a wall", async () => {
    const step = h(Thing, { key: "step", name: "step", at: [2, 0.1, 0], size: [2, 0.2, 9], static: true });
    const wall = h(Thing, { key: "wall", name: "wall", at: [5, 2, 0], size: [1, 4, 9], static: true });
    await stage.show(strict(h(Hero, { key: "hero", at: [0, 2, 0] }), floor, step, wall));
    await frames(10);
    expect(hero.grounded).toBe(false);
    expect(hero.velocity.y).toBeCloseTo((-9.81 * 10) / 60, 6);
    await frames(40);
    expect(hero.grounded).toBe(true);
    expect(position().y).toBeCloseTo(0.91, 3);
    walk = { x: 4, y: 0, z: 1 };
    await frames(30);
    expect(position().y).toBeCloseTo(1.11, 3);
    expect(hero.velocity.x).toBeCloseTo(4, 1);
    await frames(60);
    expect(position().x).toBeCloseTo(4.19, 2);
    expect(hero.hits.some(({ normal }) => normal.x < -0.99)).toBe(true);
    expect(hero.velocity).toMatchObject({ x: expect.closeTo(0, 3), z: expect.closeTo(1, 1) });
    expect(hero.crushed).toBe(false);
  });

  it("jumps from the ground only, as high as physics says, and not through a ceiling", async () => {
    const show = (...more: ReactNode[]) =>
      stage.show(strict(h(Hero, { key: "hero", at: [0, 0.91, 0] }), floor, ...more));
    await show();
    await frames(2);
    expect(hero.jump(5)).toBe(true);
    let top = 0;
    for (let i = 0; i < 70; i++) {
      await stage.frame();
      top = Math.max(top, position().y);
      if (i === 5) expect(hero.jump(5)).toBe(false);
    }
    expect(top - 0.91).toBeGreaterThan((5 * 5) / (2 * 9.81) - 0.06);
    expect(top - 0.91).toBeLessThan((5 * 5) / (2 * 9.81) + 0.01);
    expect(hero.grounded).toBe(true);
    await show(h(Thing, { key: "lid", name: "lid", at: [0, 2.6, 0], size: [4, 1, 4], static: true }));
    hero.jump(5);
    await frames(10);
    expect(position().y).toBeLessThan(1.2);
    expect(hero.velocity.y).toBeLessThan(0);
  });

  it("rides on what moves, and keeps its state when options change", async () => {
    const show = (options: Partial<CharacterOptions>) =>
      stage.show(
        strict(
          h(Hero, { key: "hero", at: [0, 1.01, 0], ...options }),
          h(Thing, { key: "lift", name: "lift", size: [4, 0.2, 4] }),
        ),
      );
    await show({});
    await frames(3);
    const lift = stage.find("lift").position;
    const [dx, dy] = [position().x - lift.x, position().y - lift.y];
    for (let i = 1; i <= 60; i++) {
      lift.set(i / 60, i <= 30 ? i / 15 : 4 - i / 15, 0);
      if (i === 20) await show({ stepHeight: 0.4 });
      await stage.frame();
      expect(hero.grounded, `${i}`).toBe(true);
    }
    await frames(1);
    expect(position().x - lift.x).toBeCloseTo(dx, 3);
    expect(position().y - lift.y).toBeCloseTo(dy, 3);
    await show({ stepHeight: 0.3, gravity: 20 });
    expect(hero.jump(4)).toBe(true);
    await frames(3);
    expect(hero.velocity.y).toBeCloseTo(4 - (20 * 3) / 60, 3);
    await show({ stepHeight: 0.2, gravity: 20 });
    await frames(1);
    expect(hero.velocity.y).toBeCloseTo(4 - (20 * 4) / 60, 3);
  });

  it("is noticed by sensors and passes through what its mask leaves out", async () => {
    const met: unknown[] = [];
    await stage.show(
      strict(
        h(Hero, { key: "hero", at: [0, 0.91, 0], layer: 2, mask: 1 }),
        floor,
        h(Thing, { key: "ghost", name: "ghost", at: [1, 1, 0], layer: 4, static: true }),
        h(Thing, {
          key: "goal",
          name: "goal",
          at: [3, 1, 0],
          sensor: true,
          onEnter: (object) => met.push(object?.name),
        }),
      ),
    );
    walk = { x: 3, y: 0, z: 0 };
    await frames(90);
    expect(position().x).toBeGreaterThan(4);
    expect(met).toContain("hero");
  });

  it("walks within a parent that is moved and turned", async () => {
    const group = h(
      "group",
      { key: "group", position: [0, 1, 0], rotation: [0, Math.PI / 2, 0] },
      h(Hero, { at: [1, 0, 0] }),
    );
    await stage.show(strict(group, floor));
    walk = { x: 1, y: 0, z: 0 };
    await frames(60);
    const { x, y, z } = stage.find("hero").getWorldPosition(position().clone());
    expect([x, y, z].map((n) => n.toFixed(1))).toEqual(["1.0", "0.9", "-1.0"]);
  });

  it("refuses what is no number", async () => {
    await stage.show(strict(h(Hero, { key: "hero", at: [0, 2, 0] }), floor));
    expect(() => hero.step(Number.NaN, walk)).toThrow(/seconds must be a number/);
    expect(() => hero.step(0.1, { x: Number.NaN, y: 0, z: 0 })).toThrow(HyperplaneError);
    expect(() => hero.jump(-1)).toThrow(/speed must be a number/);
    expect(position().y).toBe(2);
    await act(async () => {});
  });
});
