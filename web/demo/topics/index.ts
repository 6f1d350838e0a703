/**
 * The topics in the order of the menu, in groups. A topic is one file and one entry here; its code is a file that the tests run.
 * The first one opens the page: it moves, and is played.
 */

import type { TopicEntry } from "../shell/topic.js";

export interface TopicGroup {
  readonly title: string;
  readonly topics: readonly TopicEntry[];
}

export const groups: readonly TopicGroup[] = [
  {
    title: "Play",
    topics: [
      {
        id: "level",
        title: "Level",
        load: () => import("./level.js"),
        code: () => import("../../../tests/web/readme/mesh.ts?raw"),
      },
      {
        id: "character",
        title: "Character",
        load: () => import("./character.js"),
        code: () => import("../../../tests/web/readme/character.ts?raw"),
      },
      {
        id: "voxels",
        title: "Voxels",
        load: () => import("./voxels.js"),
        code: () => import("../../../tests/web/readme/recipe_voxels.ts?raw"),
      },
      {
        id: "world",
        title: "World",
        load: () => import("./world.js"),
        code: () => import("../../../tests/web/readme/listening.ts?raw"),
      },
      {
        id: "in-the-plane",
        title: "2D",
        load: () => import("./plane.js").then((topic) => topic.start()),
        code: () => import("../../../tests/web/readme/plane.ts?raw"),
      },
    ],
  },
  {
    title: "How it works",
    topics: [
      {
        id: "separating-axes",
        title: "Separating axes",
        load: () => import("./separating_axes.js"),
        code: () => import("../../../tests/web/readme/example.ts?raw"),
      },
      {
        id: "gjk-and-epa",
        title: "GJK and EPA",
        load: () => import("./gjk_epa.js"),
        code: () => import("../../../tests/web/readme/first.ts?raw"),
      },
      {
        id: "broad-phase",
        title: "Broad phase",
        load: () => import("./broad_phase.js"),
        code: () => import("../../../tests/web/readme/world.ts?raw"),
      },
      {
        id: "continuous-collision",
        title: "Continuous collision",
        load: () => import("./continuous_collision.js"),
        code: () => import("../../../tests/web/readme/continuous.ts?raw"),
      },
    ],
  },
  {
    title: "Shapes",
    topics: [
      {
        id: "convex-hull",
        title: "Convex hull",
        load: () => import("./convex_hull.js"),
        code: () => import("../../../tests/web/readme/hull.ts?raw"),
      },
      {
        id: "convex-decomposition",
        title: "Convex decomposition",
        load: () => import("./convex_decomposition.js"),
        code: () => import("../../../tests/web/readme/decompose.ts?raw"),
      },
    ],
  },
];

export const topics: readonly TopicEntry[] = groups.flatMap((group) => group.topics);
