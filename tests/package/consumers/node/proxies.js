// What reactive frameworks and stores make of the package's objects. Prints what it hands back.
import {
  Box,
  Capsule,
  Compound,
  ConvexHull,
  HeightField,
  init,
  Sphere,
  Triangle,
  TriangleMesh,
  World,
} from "hyperplane";
import { produce, setAutoFreeze } from "immer";
import { isObservable, makeAutoObservable, observable } from "mobx";
import { isProxy, reactive, ref, shallowReactive } from "vue";

await init();
const world = new World();
const box = new Box(1, 1, 1);
const collider = world.add({ shape: box });
world.add({ shape: new Sphere(1), position: [0.5, 0, 0] });
const objects = {
  world,
  collider,
  box,
  sphere: new Sphere(1),
  capsule: new Capsule(1, 1),
  compound: new Compound([{ shape: box }]),
  hull: new ConvexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
  triangle: new Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]),
  mesh: new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  field: new HeightField([0, 0, 0, 0], { columns: 2, rows: 2, width: 1, depth: 1 }),
};

class Store {
  world = world;
  collider = collider;
  hits = 0;
  constructor() {
    makeAutoObservable(this);
  }
  step() {
    this.world.update();
    this.hits = this.world.contacts.count;
  }
}
const store = new Store();
store.step();

setAutoFreeze(true);
const state = produce({ ...objects, hits: 0 }, (draft) => {
  draft.world.update();
  draft.hits = draft.world.contacts.count;
});
state.world.update();
state.collider.layer = 4;

const viaVue = reactive({ ...objects, list: [collider] });
viaVue.world.update();
viaVue.list[0].setPose([0.25, 0, 0]);

class Level extends World {
  players = [];
}
const level = new Level();
level.players.push("one");

console.log(
  JSON.stringify({
    vue: Object.values(objects).filter(
      (object) => isProxy(reactive(object)) || isProxy(ref(object).value) || isProxy(shallowReactive(object)),
    ).length,
    within:
      Object.keys(objects).filter((name) => viaVue[name] !== objects[name]).length +
      (viaVue.list[0] === collider ? 0 : 1),
    mobx: [store.world, store.collider, observable({ ...objects }).world].filter((object) => isObservable(object))
      .length,
    hits: [store.hits, state.hits, viaVue.world.contacts.count],
    layer: collider.layer,
    extended: level.players.length,
  }),
);
