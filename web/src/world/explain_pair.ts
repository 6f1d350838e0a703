import type { PairExplanation } from "./base_world.js";

/** Why two colliders touch, or do not. */

/** What the sentences are about. */
export interface ExplainedCollider {
  readonly removed: boolean;
  readonly enabled: boolean;
  readonly static: boolean;
  readonly sensor: boolean;
  readonly layer: number;
  readonly mask: number;
  readonly margin: number;
}

/** How two colliders lie at their current poses. */
export interface PairPlaces {
  /** Signed, in metres. */
  readonly distance: number;
  readonly touches: boolean;
  /** Which one a ray leaves in no direction of the axes without meeting the other. */
  readonly inner: "a" | "b" | null;
}

/** What the dimension decides. */
export interface PairGeometry<C> {
  placesOf(a: C, b: C): PairPlaces;
}

/** A copy of a collider. */
interface Twin {
  readonly shape: object;
  readonly position: object;
  readonly kinds: readonly number[] | undefined;
}

/** A world. */
interface TwinWorld {
  addMany(colliders: readonly object[]): Twin[];
  update(): void;
  readonly touching: { readonly count: number };
  nearest(shape: object, pose: object, options: object): { readonly distance: number } | null;
  raycast(origin: object, direction: readonly number[], options: object): object | null;
  dispose(): void;
}

/**
 * Copies two colliders into a world of their own, with all that decides whether they touch.
 *
 * @param world empty; disposed of
 * @param pair options of both
 * @param axes all directions
 */
export function placesOf(world: TwinWorld, pair: readonly object[], axes: readonly number[][]): PairPlaces {
  try {
    const [a, b] = world.addMany(pair) as [Twin, Twin];
    world.update();
    const asking = (one: Twin) => ({ exclude: one, kinds: one.kinds });
    const isInner = (one: Twin) => axes.every((axis) => world.raycast(one.position, axis, asking(one)) !== null);
    return {
      distance: world.nearest(a.shape, a, asking(a))?.distance ?? Number.POSITIVE_INFINITY,
      touches: world.touching.count > 0,
      inner: isInner(a) ? "a" : isInner(b) ? "b" : null,
    };
  } finally {
    world.dispose();
  }
}

/** What the world says. */
interface PairFacts {
  readonly isIgnored: boolean;
  /** By the last update. */
  readonly isTouching: boolean;
}

const bits = (set: number) => `0x${set.toString(16)}`;

export function explainPair<C extends ExplainedCollider>(
  a: C,
  b: C,
  geometry: PairGeometry<C>,
  facts: () => PairFacts,
): PairExplanation {
  const unmeasured = a === b || a.removed || b.removed;
  const { distance, touches, inner } = unmeasured
    ? { distance: Number.NaN, touches: false, inner: null }
    : geometry.placesOf(a, b);
  const because = (reason: PairExplanation["reason"], text: string, touching = false): PairExplanation => ({
    touching,
    distance,
    reason,
    text,
  });
  if (a === b) return because("same", "a and b are the same collider: nothing touches itself.");
  if (unmeasured) return because("removed", `${a.removed ? "a" : "b"} has been removed.`);
  if (!a.enabled || !b.enabled) {
    return because("disabled", `${a.enabled ? "b" : "a"} is disabled: set enabled to true.`);
  }
  if (a.static && b.static) {
    return because(
      "static",
      "Both are static, and static colliders are not tested against each other: make one of them non-static.",
    );
  }
  for (const [one, other, name, otherName] of [
    [a, b, "a", "b"],
    [b, a, "b", "a"],
  ] as const) {
    if ((one.layer & other.mask) === 0) {
      return because(
        "mask",
        `The mask of ${otherName} (${bits(other.mask)}) has none of the layers of ${name} (${bits(one.layer)}).`,
      );
    }
  }
  const { isIgnored, isTouching } = facts();
  if (isIgnored) return because("ignored", "world.ignore(a, b) excludes this pair.");
  const margin = a.margin + b.margin;
  if (touches !== isTouching) {
    const now = touches
      ? "They touch at their current poses, but did not"
      : "They are apart at their current poses, but touched";
    return because("not-updated", `${now} at the last world.update(): call it after moving them.`, isTouching);
  }
  if (isTouching) {
    const isSensed = a.sensor || b.sensor;
    const where = isSensed ? "One is a sensor: the pair is in began, ended and touching, and has no contacts." : "";
    const how =
      distance > 0
        ? `They touch by their margins: ${distance.toPrecision(3)} m apart, within ${margin.toPrecision(3)} m.`
        : `They touch, ${(-distance).toPrecision(3)} m deep.`;
    return because("touching", `${how} ${where}`.trim(), true);
  }
  const apart = `${distance.toPrecision(3)} m apart`;
  if (distance <= margin) return because("apart", `They are ${apart}, on a side from which one of them is not there.`);
  if (inner !== null) {
    const outer = inner === "a" ? "b" : "a";
    return because(
      "hollow",
      `${inner} is within ${outer}, whose surface is ${distance.toPrecision(3)} m away: the space inside is empty. Make it solid, or build it from convex parts.`,
    );
  }
  return because("apart", `They are ${apart}.`);
}
