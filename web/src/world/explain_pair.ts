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

/** What the dimension decides. */
export interface PairGeometry<C> {
  /** Signed, in metres. */
  distance(a: C, b: C): number;
  /** Whether they touch, or are apart by no more than a margin in metres. */
  touches(a: C, b: C, margin: number): boolean;
  /** Whether a ray from a collider's position meets another in each direction of the axes. */
  isAround(outer: C, inner: C): boolean;
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
  const distance = unmeasured ? Number.NaN : geometry.distance(a, b);
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
  const touches = geometry.touches(a, b, margin);
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
  const inner = geometry.isAround(b, a) ? "a" : geometry.isAround(a, b) ? "b" : null;
  if (inner !== null) {
    const outer = inner === "a" ? "b" : "a";
    return because(
      "hollow",
      `${inner} is within ${outer}, whose surface is ${distance.toPrecision(3)} m away: the space inside is empty. Make it solid, or build it from convex parts.`,
    );
  }
  return because("apart", `They are ${apart}.`);
}
