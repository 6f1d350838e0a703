import type { PairEvent as EventOf, PairList as ListOf } from "../src/world/events.js";
import type { Collider } from "./collider.js";

/** Two colliders that touch, began to, or ceased to. Loops reuse these objects after the next update. */
export type PairEvent = EventOf<Collider>;

/** Pairs of colliders, each once, sorted by the row of a, then of b. An update during a loop ends it. */
export type PairList = ListOf<Collider>;
