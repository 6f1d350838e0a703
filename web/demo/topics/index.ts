/** The topics in the order of the menu. A topic is one file and one line here. */

import type { TopicEntry } from "../shell/topic.js";

export const topics: readonly TopicEntry[] = [
  { id: "separating-axes", title: "Separating axes", load: () => import("./separating_axes.js") },
  { id: "gjk-and-epa", title: "GJK and EPA", load: () => import("./gjk_epa.js") },
  { id: "convex-hull", title: "Convex hull", load: () => import("./convex_hull.js") },
  { id: "convex-decomposition", title: "Convex decomposition", load: () => import("./convex_decomposition.js") },
  { id: "broad-phase", title: "Broad phase", load: () => import("./broad_phase.js") },
  { id: "world", title: "World", load: () => import("./world.js") },
  { id: "continuous-collision", title: "Continuous collision", load: () => import("./continuous_collision.js") },
  { id: "mover", title: "Mover", load: () => import("./mover.js") },
  { id: "level", title: "Level", load: () => import("./level.js") },
  { id: "in-the-plane", title: "In the plane", load: () => import("./plane.js").then((topic) => topic.start()) },
];
