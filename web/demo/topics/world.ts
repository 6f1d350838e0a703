/** Topic "World": a place to walk about in, with layers, a door that opens by itself, picking by a ray, and a log of events. */

import type { Collider, WorldRayHit } from "hyperplane";
import { WorldLines } from "hyperplane/three";
import { Raycaster, Vector2, Vector3 } from "three";
import { AnswerCard } from "../parts/answer_card.js";
import { EventLog } from "../parts/event_log.js";
import { Legend } from "../parts/legend.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { type LayerName, layers, Playground, rooms, start } from "../parts/playground.js";
import { type Preset, PresetBar } from "../parts/presets.js";
import { Steering, turnTowards } from "../parts/steering.js";
import { type Place, Way } from "../parts/way.js";
import { Arrow } from "../scene/arrow.js";
import { Dots } from "../scene/dots.js";
import { Label } from "../scene/label.js";
import { order } from "../scene/order.js";
import { element } from "../shell/dom.js";
import { length } from "../shell/format.js";
import { icon } from "../shell/icons.js";
import { readNumbers } from "../shell/link.js";
import { prefersLessMotion } from "../shell/motion.js";
import { themeColor } from "../shell/theme.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/world.html?raw";

interface Walk extends Preset {
  /** Where to, one after the other; x is where the walker starts from. */
  readonly way: (x: number) => readonly Place[];
}

const walks: readonly Walk[] = [
  {
    id: "door",
    label: "Through the door",
    hint: "A sensor sees the walker and opens",
    way: (x) => [[x < 0 ? 1.6 : -1.6, 0]],
  },
  {
    id: "posts",
    label: "Posts",
    hint: "Pushed out of one instance after the other",
    way: () => [
      [-4.6, -0.1],
      [-1.7, -0.1],
    ],
  },
  { id: "boulder", label: "Boulder", hint: "A convex hull gives way to nobody", way: () => [[4, -3.9]] },
  {
    id: "ghosts",
    label: "Ghosts",
    hint: "Another layer: walk through them, or do not",
    way: () => [
      [1.1, 1.2],
      [2.3, 3.4],
    ],
  },
  { id: "home", label: "Home", hint: "To where it all began", way: () => [[start.x, start.z]] },
];
/** Before the door and behind it, for whoever is on the left. */
const doorway: readonly Place[] = [
  [-0.8, 0],
  [1.2, 0],
];
const startView = { azimuth: 0.1, polar: 0.66 };
const walkSpeed = 2.6;
/** A frame that took longer moves no farther: nobody jumps through a wall. */
const longestStep = 1 / 20;
/** CSS pixels that a pointer may move and still be said to have clicked. */
const clickSlack = 5;

export function createTopic(page: Page): Topic {
  return new WorldTopic(page);
}

class WorldTopic implements Topic {
  private readonly place = new Playground();
  private readonly lines = new WorldLines(this.place.world, { bounds: false, contacts: false, normals: false });
  private readonly answer: AnswerCard;
  private readonly log: EventLog;
  private readonly presetBar: PresetBar<Walk>;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly hitDot = new Dots({ pixels: 10, renderOrder: order.notes });
  private readonly hitArrow = new Arrow(2.4, order.notes);
  private readonly hitLabel = new Label("label-witness");
  private readonly raycaster = new Raycaster();
  private readonly stops: (() => void)[] = [];

  private readonly choice = { ghosts: false, things: !prefersLessMotion(), bounds: false, contacts: true };
  private readonly steering: Steering;
  private readonly way = new Way();
  private isAtDoor = false;
  private picked: WorldRayHit | null = null;
  private lastFrame = -1;
  /** Frames that may still change something though nobody moves: what was pushed settles. */
  private unsettled = 2;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    stage.grid.setHeight(0);
    stage.scene.add(this.place.group, this.lines, this.hitDot.object, this.hitArrow.object, this.hitLabel.object);
    this.lines.material.depthTest = false;
    this.lines.material.transparent = true;
    this.lines.renderOrder = order.notes;

    this.answer = new AnswerCard(regions.answer);
    this.log = new EventLog(
      regions.details,
      "Events",
      "Click anything: a ray finds it. Click the floor to walk there.",
    );
    this.presetBar = new PresetBar(regions.presets, shortcuts, walks, (walk) => this.walk(walk));
    this.panel = createPanel(regions.controls, "Controls");
    this.panel
      .add(this.choice, "ghosts")
      .name("ghosts are solid")
      .onChange(() => this.useGhosts());
    this.panel
      .add(this.choice, "things")
      .name("things move")
      .onChange(() => this.wake());
    this.panel
      .add(this.choice, "contacts")
      .name("contacts, normals")
      .onChange(() => this.wake());
    this.panel
      .add(this.choice, "bounds")
      .name("bounds")
      .onChange(() => this.wake());
    this.panel.add({ again: () => this.restart() }, "again").name("Start again");

    const legend = new Legend([
      { color: "a-scene", mark: "area", text: "walker" },
      { color: "b-scene", mark: "area", text: "solid" },
      { color: "apart", mark: "area", text: "sensor" },
      { color: "touch", mark: "area", text: "ghosts: other layer" },
    ]);
    const fit = element(
      "button",
      { class: "tool", title: "Fit the view (F)", attributes: { type: "button", "aria-label": "Fit the view" } },
      icon("fit"),
    );
    fit.addEventListener("click", () => this.fit());
    regions.tools.append(legend.element, fit);
    regions.text.innerHTML = explanation;
    regions.text.addEventListener("click", this.followText);
    this.steering = new Steering(shortcuts, () => this.steer());
    this.stops.push(
      () => regions.text.removeEventListener("click", this.followText),
      shortcuts.add(
        {
          keys: ["x"],
          shown: "X",
          help: "Pick what is ahead of the walker",
          where: "page",
          run: () => this.pickAhead(),
        },
        { keys: ["g"], shown: "G", help: "Ghosts are solid, or not", where: "page", run: () => this.toggleGhosts() },
        { keys: ["f"], shown: "F", help: "Fit the view", where: "page", run: () => this.fit() },
        {
          keys: ["q", "e"],
          shown: "Q E",
          help: "Look from farther left or right",
          where: "page",
          run: (event) => stage.moveView((event.key.toLowerCase() === "q" ? -1 : 1) * (Math.PI / 18), 1),
        },
      ),
      stage.onColors(() => this.recolor()),
      stage.onFrame(() => this.onFrame()),
    );
    shortcuts.pointer = "Click or tap the floor to walk there, and anything else to have it found by a ray.";
    this.listen();
  }

  /** Clicks on the scene. */
  private listen(): void {
    const { host } = this.page.stage;
    const down = { x: 0, y: 0 };
    const press = (event: PointerEvent) => Object.assign(down, { x: event.clientX, y: event.clientY });
    const click = (event: PointerEvent) => {
      if (event.button !== 0 || Math.hypot(event.clientX - down.x, event.clientY - down.y) > clickSlack) return;
      this.pickAt(event.clientX, event.clientY);
    };
    host.addEventListener("pointerdown", press);
    host.addEventListener("pointerup", click);
    this.stops.push(() => {
      host.removeEventListener("pointerdown", press);
      host.removeEventListener("pointerup", click);
    });
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.steering.dispose();
    this.presetBar.dispose();
    this.panel.destroy();
    this.hitLabel.object.removeFromParent();
    this.hitArrow.dispose();
    this.hitDot.dispose();
    this.lines.removeFromParent();
    this.lines.dispose();
    this.place.dispose();
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): string | null {
    const at = params.has("at") ? readNumbers(params.get("at"), 2, -rooms.x, rooms.x) : [start.x, start.z];
    const ghosts = params.has("ghosts") ? readNumbers(params.get("ghosts"), 1, 0, 1)?.[0] : 0;
    const readable = at !== null && Math.abs(at[1] ?? 0) <= rooms.z && (ghosts === 0 || ghosts === 1);
    this.choice.ghosts = readable && ghosts === 1;
    this.begin(readable ? (at[0] ?? start.x) : start.x, readable ? (at[1] ?? start.z) : start.z);
    this.fit(startView);
    // Who comes without a link sees something happen.
    const [first] = walks;
    if (params.size === 0 && first && !prefersLessMotion()) this.walk(first);
    return readable ? null : "This link could not be read, so the walk begins at its start.";
  }

  private restart(): void {
    this.begin(start.x, start.z);
    this.save();
  }

  private begin(x: number, z: number): void {
    this.way.clear();
    this.presetBar.current = null;
    this.place.walker.position.x = x;
    this.place.walker.position.z = z;
    this.place.walker.rotation.y = Math.PI / 2;
    this.place.ghostsAreSolid = this.choice.ghosts;
    this.showPicked(null);
    this.log.clear();
    refreshPanel(this.panel);
    this.wake();
  }

  private save(): void {
    this.page.saveLink(() => {
      const { x, z } = this.place.walker.position;
      const params = new URLSearchParams({ at: `${x.toFixed(2)},${z.toFixed(2)}` });
      if (this.choice.ghosts) params.set("ghosts", "1");
      return params;
    });
  }

  private toggleGhosts(): void {
    this.choice.ghosts = !this.choice.ghosts;
    refreshPanel(this.panel);
    this.useGhosts();
  }

  private useGhosts(): void {
    this.place.ghostsAreSolid = this.choice.ghosts;
    this.save();
    this.wake();
  }

  // ------------------------------------------------------------------------------------------------------------ walking

  private steer(): void {
    this.way.clear();
    this.presetBar.current = null;
    this.wake();
  }

  private walk(walk: Walk): void {
    this.walkAlong(walk.way(this.place.walker.position.x));
    this.presetBar.current = walk.id;
  }

  /** Through the door, where it lies between. */
  private walkAlong(way: readonly Place[]): void {
    const isLeft = this.place.walker.position.x < 0;
    const [first = [0, 0]] = way;
    const between = first[0] < 0 === isLeft ? [] : isLeft ? doorway : doorway.map(([x, z]): Place => [-x, z]);
    this.way.start([...between, ...way]);
    this.presetBar.current = null;
    this.wake();
  }

  private wake(): void {
    this.unsettled = 2;
    this.page.stage.invalidate();
  }

  /** The direction that the walker takes, over the ground; null to stand. */
  private direction(seconds: number): Vector3 | null {
    const { steering, way, place, page } = this;
    if (steering.isSteering) return steering.direction(page.stage.camera, wanted) ? wanted : null;
    if (way.isOver) return null;
    if (way.direction(place.walker.position, seconds, wanted)) return wanted;
    this.presetBar.current = null;
    this.save();
    return null;
  }

  private onFrame(): void {
    const now = performance.now();
    const seconds = this.lastFrame < 0 ? 1 / 60 : Math.min(longestStep, (now - this.lastFrame) / 1000);
    const { walker } = this.place;
    const direction = this.direction(seconds);
    if (direction !== null) {
      const reach = this.steering.isSteering ? Number.POSITIVE_INFINITY : this.way.toGo;
      walker.position.addScaledVector(direction, Math.min(walkSpeed * seconds, reach));
      turnTowards(walker, direction, seconds);
    }
    const isBusy = direction !== null || this.choice.things || this.place.doorIsMoving || this.unsettled > 0;
    if (!isBusy) {
      this.lastFrame = -1;
      return;
    }
    this.lastFrame = now;
    this.unsettled = direction !== null || this.place.doorIsMoving ? 2 : this.unsettled - 1;
    this.place.advance(seconds, this.choice.things, this.isAtDoor);
    this.place.update();
    this.place.pushOut();
    this.readEvents();
    this.drawLines();
    this.write();
    this.page.stage.invalidate();
  }

  // ------------------------------------------------------------------------------------------------- what the world says

  private readEvents(): void {
    const { place, log } = this;
    const other = (a: Collider, b: Collider) => (a === place.walkerCollider ? b : a);
    for (const { a, b } of place.world.began) {
      const met = other(a, b);
      if (met === place.sensor) this.isAtDoor = true;
      log.add("began", `walker, ${place.nameOf(met)}`);
    }
    for (const { a, b } of place.world.ended) {
      const met = other(a, b);
      if (met === place.sensor) this.isAtDoor = false;
      log.add("ended", `walker, ${place.nameOf(met)}`);
    }
    if (place.world.began.count + place.world.ended.count > 0) this.unsettled = 2;
  }

  private write(): void {
    const { place, answer, picked } = this;
    const touching = place.world.touching.toArray().map(({ a, b }) => (a === place.walkerCollider ? b : a));
    const names = touching.map((collider) => place.nameOf(collider));
    answer.setAnswer("plain", "Touching", String(names.length), names.length === 1 ? "collider" : "colliders");
    answer.setRow("names", "Walker touches", names.length > 0 ? names.join(", ") : "nothing");
    answer.setRow("door", "Door", place.doorIsOpen ? "open" : place.doorIsMoving ? "moving" : "shut");
    answer.setRow("colliders", "Colliders", String(place.world.size));
    const { x, z } = place.walker.position;
    answer.setRow("at", "Walker at", `${x.toFixed(2)}, ${z.toFixed(2)}`.replaceAll("-", "\u2212"));
    answer.setRow("picked", "Picked", picked ? place.nameOf(picked.collider) : "\u2014");
    answer.setRow(
      "shape",
      "Shape, layer",
      picked ? `${picked.collider.shape.type}, ${layerOf(picked.collider)}` : "\u2014",
    );
    answer.setRow("ray", "Along the ray", picked ? length(picked.distance) : "\u2014");
  }

  private drawLines(): void {
    const { lines, choice } = this;
    lines.showBounds = choice.bounds;
    lines.showContacts = choice.contacts;
    lines.showNormals = choice.contacts;
    lines.refresh();
  }

  // ------------------------------------------------------------------------------------------------------------ picking

  private pickAt(clientX: number, clientY: number): void {
    const { stage } = this.page;
    const frame = stage.host.getBoundingClientRect();
    pointer.set(((clientX - frame.left) / frame.width) * 2 - 1, 1 - ((clientY - frame.top) / frame.height) * 2);
    this.raycaster.setFromCamera(pointer, stage.camera);
    const { origin, direction } = this.raycaster.ray;
    const hit = this.place.world.raycast(origin, direction);
    this.showPicked(hit);
    if (hit?.collider.layer === layers.ground) this.walkAlong([[hit.point.x, hit.point.z]]);
  }

  /** A ray from the walker's middle the way that it faces. */
  private pickAhead(): void {
    const { walker, world, walkerCollider } = this.place;
    wanted.set(0, 0, 1).applyQuaternion(walker.quaternion);
    const hit = world.raycast(walker.position, wanted, { filter: (collider) => collider !== walkerCollider });
    this.showPicked(hit);
  }

  private showPicked(hit: WorldRayHit | null): void {
    this.picked = hit;
    this.hitLabel.visible = hit !== null;
    this.hitArrow.object.visible = false;
    this.hitDot.set(hit ? [hit.point] : []);
    if (hit) {
      const { x, y, z } = hit.point;
      from.set(x, y, z);
      this.hitArrow.set(from, to.set(hit.normal.x, hit.normal.y, hit.normal.z).multiplyScalar(0.7).add(from), 0.2);
      const name = this.place.nameOf(hit.collider);
      this.hitLabel.set(name);
      this.hitLabel.object.position.copy(to);
      this.log.add("picked", `${name}, ${hit.collider.shape.type}, ${length(hit.distance)}`);
      this.page.announce(`Picked ${name}.`);
    }
    this.write();
    this.page.stage.invalidate();
  }

  // --------------------------------------------------------------------------------------------------------------- view

  private fit(direction?: { readonly azimuth: number; readonly polar: number }): void {
    const { x, z } = rooms;
    const corners = [-1, 1].flatMap((i) =>
      [-1, 1].flatMap((k) => [0, 1.1].map((y) => new Vector3(i * (x + 0.3), y, k * (z + 0.3)))),
    );
    this.page.stage.fit(() => corners, direction);
  }

  private recolor(): void {
    this.place.recolor();
    this.hitDot.setColor(themeColor("touch"), themeColor("dot-rim"));
    this.hitArrow.setColor(themeColor("touch"));
    this.page.stage.invalidate();
  }

  private readonly followText = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const action = button?.dataset.action;
    if (action === "solid") this.toggleGhosts();
    const walk = walks.find(({ id }) => id === action);
    if (walk) this.walk(walk);
  };
}

function layerOf({ layer }: Collider): LayerName | "none" {
  return (Object.keys(layers) as LayerName[]).find((name) => layers[name] === layer) ?? "none";
}

const pointer = new Vector2();
const wanted = new Vector3();
const from = new Vector3();
const to = new Vector3();
