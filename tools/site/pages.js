// Which pages the site has, and in which order. A page is a file of docs/, or sections of docs/guide.md under their own titles.
// Sections that no page names become pages of their own at the end of the guide.

/**
 * @typedef {object} PageEntry
 * @property {string} page        its name in the address
 * @property {string} [title]     in the menu. Default: its heading
 * @property {string} [file]      the source, from the repository's root. Default: docs/<page>.md, where it has no sections
 * @property {string[]} [sections]   headings of docs/guide.md that follow, or make up the page
 */

/** @type {{ title: string, pages: PageEntry[], collapsed?: boolean, rest?: boolean }[]} */
export const groups = [
  {
    title: "Guide",
    rest: true,
    pages: [
      { page: "three", title: "With three.js", sections: ["With three.js"] },
      { page: "plane", title: "In 2D", sections: ["In the plane"] },
      { page: "react", title: "With react-three-fiber", sections: ["With react-three-fiber"] },
      { page: "first-collision" },
      { page: "recipes" },
      { page: "troubleshooting", title: "It does not collide" },
      { page: "worlds", title: "Worlds: events, rays, triggers", sections: ["A world"] },
      {
        page: "moving-apart",
        title: "Resolving overlaps",
        file: "docs/moving-apart.md",
        sections: ["Resolving several overlaps at once"],
      },
      { page: "characters", title: "Character controller", file: "docs/characters.md", sections: ["A character"] },
      { page: "levels", title: "Levels: meshes", sections: ["Triangle meshes"] },
      { page: "height-fields", title: "Levels: terrain", sections: ["Height fields"] },
      { page: "compounds", sections: ["Compounds"] },
      { page: "fast-things", title: "Bullets and fast objects", sections: ["Fast-moving objects"] },
      { page: "networking", title: "Rollback netcode", file: "docs/networking.md", sections: ["Rollback"] },
      { page: "workers" },
      { page: "decompose", title: "Concave models: convex parts", sections: ["Concave models as convex parts"] },
      { page: "speed" },
      { page: "determinism" },
      { page: "loading", title: "Loading and CSP", sections: ["Loading the module"] },
      { page: "runs-on", title: "Bundlers and runtimes" },
    ],
  },
  {
    title: "Examples",
    pages: [
      { page: "examples", title: "All examples" },
      { page: "example-vite", file: "examples/vite/README.md" },
      { page: "example-game", file: "examples/game/README.md" },
      { page: "example-worker", file: "examples/worker/README.md" },
      { page: "example-server", file: "examples/server/README.md" },
      { page: "example-react-three-fiber", file: "examples/react_three_fiber/README.md" },
      { page: "example-babylon", file: "examples/babylon/README.md" },
      { page: "example-playcanvas", file: "examples/playcanvas/README.md" },
      { page: "example-next", file: "examples/next/README.md" },
      { page: "example-sveltekit", file: "examples/sveltekit/README.md" },
      { page: "example-plane", file: "examples/plane/README.md" },
    ],
  },
  {
    title: "Coming from elsewhere",
    pages: [
      { page: "comparison" },
      { page: "from-cannon-es" },
      { page: "from-rapier" },
      { page: "from-three" },
      { page: "from-three-mesh-bvh" },
    ],
  },
  {
    title: "Reference",
    pages: [{ page: "conventions" }, { page: "algorithms" }, { page: "architecture" }],
  },
  {
    title: "Figures",
    pages: [
      { page: "benchmarks" },
      { page: "performance", title: "Where the time goes" },
      { page: "experiments", title: "What was tried" },
    ],
  },
  {
    title: "Project",
    pages: [
      { page: "changelog", file: "CHANGELOG.md" },
      { page: "contributing", file: "CONTRIBUTING.md" },
      { page: "licence", file: "LICENSE", title: "Licence" },
    ],
  },
];

/** The entries of the package in the API reference: their declarations, from dist/types, and what each is for. */
export const entries = {
  hyperplane: {
    file: "src/index.js",
    about:
      "Shapes in space, questions about two of them, and worlds. The guide starts at [first collision](./first-collision.md).",
  },
  "hyperplane/2d": {
    file: "plane/index.js",
    about:
      "The same in the plane, with a WebAssembly module and an `init` of its own. In the guide: [in the plane](./plane.md).",
  },
  "hyperplane/three": {
    file: "three/index.js",
    about: "Colliders for the objects, instances and skeletons of three.js. In the guide: [with three.js](./three.md).",
  },
  "hyperplane/react": {
    file: "react/index.js",
    about: "Hooks for react-three-fiber. In the guide: [with react-three-fiber](./react.md).",
  },
  "hyperplane/decompose": {
    file: "decompose/index.js",
    about: "Concave models as compounds of convex hulls. In the guide: [concave models](./decompose.md).",
  },
};
