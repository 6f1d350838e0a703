/** What `api-next` says of habits, against the package's declarations: compiled, never run. */

import type * as space from "hyperplane";
import type * as plane from "hyperplane/2d";

interface WorldHabits<Collider, Options> {
  addMany(colliders: readonly Options[]): Collider[];
  explainPair(
    a: Collider,
    b: Collider,
  ): {
    touching: boolean;
    distance: number;
    reason:
      | "touching"
      | "apart"
      | "same"
      | "static"
      | "mask"
      | "ignored"
      | "disabled"
      | "removed"
      | "not-updated"
      | "hollow";
    text: string;
  };
  on(event: "began" | "ended", listener: (event: { a: Collider; b: Collider }) => void): () => void;
}

interface ColliderHabits<Collider> {
  on(event: "began" | "ended", listener: (other: Collider) => void): () => void;
  remove(): void;
}

interface List<Item> extends Iterable<unknown> {
  readonly length: number;
  map<Result>(convert: (item: Item) => Result): Result[];
  filter(accepts: (item: Item) => boolean): Item[];
  find(accepts: (item: Item) => boolean): Item | undefined;
  at(index: number): Item | undefined;
}

type Lists<Collider> = Record<
  "contacts" | "began" | "ended" | "touching" | "impacts",
  List<{ a: Collider; b: Collider; other(me: Collider): Collider }>
>;

export const inSpace: WorldHabits<space.Collider<string>, space.ColliderOptions<string>> = {} as space.World<string>;
export const inPlane: WorldHabits<plane.Collider<string>, plane.ColliderOptions<string>> = {} as plane.World<string>;
export const ofSpace: ColliderHabits<space.Collider<string>> & { userData: string } = {} as space.Collider<string>;
export const ofPlane: ColliderHabits<plane.Collider<string>> & { userData: string } = {} as plane.Collider<string>;
export const lists: Lists<space.Collider<string>> = {} as space.World<string>;
export const flatLists: Lists<plane.Collider<string>> = {} as plane.World<string>;
