import { vectorAt } from "./memory.js";
import { type Look, watchPoses } from "./nested_pose.js";
import { NumberList } from "./number_list.js";
import { type Calls, records, START } from "./records.js";
import type { Vec3 } from "./types.js";
import { WorldModule } from "./world/world_module.js";

/** The module for shapes in space, which `hyperplane` and `hyperplane/inline` share, with everything that belongs to it. */
class Space extends WorldModule<Calls> {
  /** For poses that have been read: see there. */
  declare look?: Look;

  constructor() {
    super(records, START);
    watchPoses(Space.prototype);
  }

  /** Three numbers of the records as a new object. @param at index into the view of doubles */
  vector(at: number): Vec3 {
    return vectorAt(this.doubles, at);
  }

  /** As `takeNumbers`, to be read in order. */
  takeList(): NumberList {
    return new NumberList(this.takeNumbers());
  }
}

export const space = new Space();
