/** Two rooms to walk about in, for the topic "World": layers, a door opened by a sensor, picking by ray, and a log of events. */

import type { Collider, WorldRayHit } from "hyperplane";
import { WorldLines } from "hyperplane/three";
import { Vector3 } from "three";
import { Arrow } from "../scene/arrow.js";
import { onClick } from "../scene/clicks.js";
import { boxCorners } from "../scene/corners.js";
import { Dots } from "../scene/dots.js";
import { Label } from "../scene/label.js";
import { order } from "../scene/order.js";
import { Segments } from "../scene/segments.js";
import type { Direction } from "../scene/stage.js";
import { element } from "../shell/dom.js";
import { length } from "../shell/format.js";
import { readNumber, readNumbers, unreadableLink } from "../shell/link.js";
import { prefersLessMotion } from "../shell/motion.js";
import { themeColor } from "../shell/theme.js";
import type { Page, Topic } from "../shell/topic.js";
import { AnswerCard, none } from "./answer_card.js";
import { EventLog } from "./event_log.js";
import type { LegendSource } from "./legend.js";
import { createPanel, refreshPanel } from "./panel.js";
import { type LayerName, layers, opacities, Playground, rooms, solidColor, start } from "./playground.js";
import { type Preset, PresetBar } from "./presets.js";
import { Steering, turnTowards } from "./steering.js";
import { addViewControls } from "./view_controls.js";
import { type Place, Way } from "./way.js";

interface Walk extends Preset {
  /** Destinations in order; x is the walker's at the start. */
  readonly way: (x: number) => readonly Place[];
}

const walks: readonly Walk[] = [
  {
    id: "door",
    label: "Through the door",
    hint: "A sensor detects the walker and opens the door",
    way: (x) => [[x < 0 ? 1.6 : -1.6, 0]],
  },
  {
    id: "posts",
    label: "Posts",
    hint: "Seven instances of one mesh, each with its own collider",
    way: () => [
      [-4.6, -0.1],
      [-1.7, -0.1],
    ],
  },
  { id: "boulder", label: "Boulder", hint: "A convex hull that does not move out of the way", way: () => [[4, -3.9]] },
  {
    id: "ghosts",
    label: "Ghosts",
    hint: "Another layer: the mask decides whether you walk through them",
    way: () => [
      [1.1, 1.2],
      [2.3, 3.4],
    ],
  },
  { id: "home", label: "Home", hint: "Back to the start", way: () => [[start.x, start.z]] },
];
/** In front of the door and behind it, coming from the left. */
const doorway: readonly Place[] = [
  [-0.8, 0],
  [1.2, 0],
];
const startView = { azimuth: 0.1, polar: 0.66 };
const walkSpeed = 2.6;
/** Metres: the margin that the text's button gives, and the largest one. */
const usualMargin = 0.3;
const mostMargin = 0.5;
/** Metres of the arrow on a picked surface. */
const pickedNormal = 0.7;
/** Seconds that one frame moves at most, so that a slow frame cannot carry the walker through a wall. */
const longestStep = 1 / 20;

export class RoomsMode implements Topic {
  private readonly place = new Playground();
  private readonly lines = new WorldLines(this.place.world, {
    bounds: false,
    normalColor: themeColor("contact-normal"),
    pairColor: themeColor("touch"),
  });
  private readonly answer: AnswerCard;
  private readonly log: EventLog;
  private readonly presetBar: PresetBar<Walk>;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly gaps = new Segments({ width: 2.2, renderOrder: order.notes });
  private readonly hitDot = new Dots({ pixels: 10, renderOrder: order.notes });
  private readonly hitArrow = new Arrow(2.4, order.notes);
  private readonly hitLabel = new Label("label-witness");
  private readonly stops: (() => void)[] = [];

  private readonly choice = { ghosts: false, margin: 0, things: !prefersLessMotion(), bounds: false, contacts: true };
  private readonly steering: Steering;
  private readonly way = new Way();
  private isAtDoor = false;
  private picked: WorldRayHit | null = null;
  /** The least distance of contacts within the margin, in metres. */
  private gap = Number.POSITIVE_INFINITY;
  private lastFrame = -1;
  /** Frames still to be drawn after the last movement: a pushed walker needs one to settle. */
  private unsettled = 2;

  /** @param onOpen asks for a snapshot to show */
  constructor(
    private readonly page: Page,
    onOpen: () => void,
  ) {
    const { stage, regions, shortcuts } = page;
    stage.grid.setHeight(0);
    stage.scene.add(this.place.group, this.lines, this.gaps.object);
    stage.scene.add(this.hitDot.object, this.hitArrow.object, this.hitLabel.object);
    this.lines.material.depthTest = false;
    this.lines.material.transparent = true;
    this.lines.renderOrder = order.notes;

    this.answer = new AnswerCard(regions.answer);
    this.log = new EventLog(
      regions.details,
      "Events",
      "Click anything to pick it with a ray; click the floor to walk there.",
    );
    this.presetBar = new PresetBar(regions.presets, shortcuts, walks, (walk) => this.walk(walk));
    this.panel = createPanel(regions.controls, "Controls");
    const wake = () => this.wake();
    this.panel
      .add(this.choice, "ghosts")
      .name("ghosts are solid")
      .onChange(() => this.useGhosts());
    this.panel
      .add(this.choice, "margin", 0, mostMargin, 0.01)
      .name("margin, m")
      .onChange(() => this.useMargin());
    this.panel.add(this.choice, "things").name("beam and ball").onChange(wake);
    this.panel.add(this.choice, "contacts").name("contacts, normals").onChange(wake);
    this.panel.add(this.choice, "bounds").name("bounds").onChange(wake);
    this.panel.add({ again: () => this.restart() }, "again").name("Start again");
    this.panel.add({ save: () => this.saveSnapshot() }, "save").name("Save a snapshot");
    this.panel.add({ open: onOpen }, "open").name("Open a snapshot");

    this.steering = new Steering(shortcuts, () => this.steer());
    this.stops.push(
      addViewControls(page, {
        fit: () => this.fit(),
        legend: () => this.legend(),
      }),
      shortcuts.add(
        { keys: ["x"], shown: "X", help: "Cast a ray ahead of the walker", where: "page", run: () => this.pickAhead() },
        {
          keys: ["g"],
          shown: "G",
          help: "Make the ghosts solid, or not",
          where: "page",
          run: () => this.toggleGhosts(),
        },
      ),
      onClick(stage.host, (x, y) => this.pickAt(x, y)),
      stage.onColors(() => this.recolor()),
      stage.onFrame(() => this.onFrame()),
    );
    shortcuts.pointer = "Click or tap the floor to walk there, or anything else to pick it with a ray.";
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.steering.dispose();
    this.presetBar.dispose();
    this.panel.destroy();
    this.hitLabel.object.removeFromParent();
    this.hitArrow.dispose();
    this.hitDot.dispose();
    this.gaps.object.removeFromParent();
    this.gaps.dispose();
    this.lines.removeFromParent();
    this.lines.dispose();
    this.place.dispose();
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): string | null {
    const [x, z] = (params.has("at") ? readNumbers(params.get("at"), 2, -rooms.x, rooms.x) : null) ?? [];
    const ghosts = readNumber(params, "ghosts", 0, 0, 1);
    const hasPlace = x !== undefined && z !== undefined && Math.abs(z) <= rooms.z;
    const margin = readNumber(params, "margin", 0, 0, mostMargin);
    const readable = (hasPlace || !params.has("at")) && Number.isInteger(ghosts) && !Number.isNaN(margin);
    this.choice.ghosts = readable && ghosts === 1;
    this.choice.margin = readable ? margin : 0;
    this.begin(readable && hasPlace ? { x, z } : start);
    this.fit(startView);
    // Without a link the page begins with a walk.
    const [first] = walks;
    if (params.size === 0 && first && !prefersLessMotion()) this.walk(first);
    return readable ? null : unreadableLink;
  }

  private restart(): void {
    this.begin(start);
    this.save();
  }

  private begin({ x, z }: { readonly x: number; readonly z: number }): void {
    this.way.clear();
    this.presetBar.current = null;
    this.place.walker.position.x = x;
    this.place.walker.position.z = z;
    this.place.walker.rotation.y = Math.PI / 2;
    this.place.ghostsAreSolid = this.choice.ghosts;
    this.place.margin = this.choice.margin;
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
      if (this.choice.margin > 0) params.set("margin", String(this.choice.margin));
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

  private useMargin(): void {
    this.place.margin = this.choice.margin;
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

  /** Goes through the door where the walker and the first place are in different rooms. */
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

  /** The walking direction, of length 1 over the ground; null to stand. */
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

  // ------------------------------------------------------------------------------------------------- events

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
    answer.setRow("gap", "Within the margin", Number.isFinite(this.gap) ? length(this.gap) : none);
    answer.setRow("door", "Door", place.doorIsOpen ? "open" : place.doorIsMoving ? "moving" : "shut");
    answer.setRow("colliders", "Colliders", String(place.world.size));
    const { x, z } = place.walker.position;
    answer.setRow("at", "Walker at", `${x.toFixed(2)}, ${z.toFixed(2)}`.replaceAll("-", "\u2212"));
    answer.setRow("picked", "Picked", picked ? place.nameOf(picked.collider) : none);
    answer.setRow("shape", "Shape, layer", picked ? `${shapeOf(picked)}, ${layerOf(picked.collider)}` : none);
    answer.setRow("ray", "Along the ray", picked ? length(picked.distance) : none);
    const { explanation } = this.lines;
    answer.setRow("why", "Why walker (a) and picked (b) touch, or not", explanation?.text ?? none);
  }

  private drawLines(): void {
    const { lines, choice } = this;
    lines.showBounds = choice.bounds;
    lines.showContacts = choice.contacts;
    lines.showNormals = choice.contacts;
    lines.pair = this.pair();
    lines.refresh();
    const ends: number[] = [];
    this.gap = Number.POSITIVE_INFINITY;
    for (const { depth, points } of this.place.world.contacts) {
      if (depth >= 0) continue;
      this.gap = Math.min(this.gap, -depth);
      for (const { onA, onB } of points) ends.push(onA.x, onA.y, onA.z, onB.x, onB.y, onB.z);
    }
    this.gaps.set(choice.contacts ? ends : []);
  }

  private legend(): ReturnType<LegendSource> {
    const { choice, picked, place } = this;
    const hasContacts = choice.contacts && place.world.contacts.count > 0;
    return [
      { color: "a-scene", mark: "area", text: "walker" },
      { color: solidColor, mark: "area", text: "solid" },
      { color: "b-scene", mark: "area", text: "door" },
      { color: "apart", opacity: opacities.sensor, mark: "area", text: "sensor" },
      { color: "touch", opacity: opacities.ghost, mark: "area", text: choice.ghosts ? "ghosts: solid now" : "ghosts" },
      hasContacts && { color: "contact-normal", mark: "line", text: "contact normal" },
      this.gaps.object.visible && { color: "apart", mark: "line", text: "within the margin" },
      picked !== null && { color: "touch", mark: "arrow", text: "picked" },
    ];
  }

  // ------------------------------------------------------------------------------------------------------------ picking

  private pickAt(clientX: number, clientY: number): void {
    const { origin, direction } = this.page.stage.rayAt(clientX, clientY);
    const { world } = this.place;
    // One sees through a sensor: a click on the floor within it walks there, too.
    const seen = world.raycast(origin, direction);
    const isFloor = seen?.collider.layer === layers.ground;
    this.showPicked(isFloor ? seen : world.raycast(origin, direction, { sensors: true }));
    if (isFloor) this.walkAlong([[seen.point.x, seen.point.z]]);
  }

  /** The walker and what is picked, but for the floor, which is picked to walk. */
  private pair(): WorldLines["pair"] {
    const { walkerCollider } = this.place;
    const other = this.picked?.collider;
    return !other || other === walkerCollider || other.layer === layers.ground ? null : [walkerCollider, other];
  }

  /** Casts a ray from the walker's middle the way it faces. */
  private pickAhead(): void {
    const { walker, world, walkerCollider } = this.place;
    wanted.set(0, 0, 1).applyQuaternion(walker.quaternion);
    const hit = world.raycast(walker.position, wanted, {
      sensors: true,
      filter: (collider) => collider !== walkerCollider,
    });
    this.showPicked(hit);
  }

  private showPicked(hit: WorldRayHit | null): void {
    this.picked = hit;
    this.drawLines();
    this.hitLabel.visible = hit !== null;
    this.hitArrow.object.visible = false;
    this.hitDot.set(hit ? [hit.point] : []);
    if (hit) {
      this.hitArrow.setNormal(hit.point, hit.normal, pickedNormal, 0.2);
      const name = this.place.nameOf(hit.collider);
      this.hitLabel.set(name);
      this.hitLabel.object.position.copy(hit.normal).multiplyScalar(pickedNormal).add(hit.point);
      this.log.add("picked", `${name}, ${shapeOf(hit)}, ${length(hit.distance)}`);
      this.page.announce(`Picked ${name}.`);
    }
    this.write();
    this.page.stage.invalidate();
  }

  // --------------------------------------------------------------------------------------------------------------- view

  private fit(direction?: Direction): void {
    const [x, z] = [rooms.x + 0.3, rooms.z + 0.3];
    const corners = boxCorners({ x: -x, y: 0, z: -z }, { x, y: 1.1, z });
    this.page.stage.fit(() => corners, direction);
  }

  private recolor(): void {
    this.place.recolor();
    this.gaps.setColor(themeColor("apart"));
    this.hitDot.setColor(themeColor("touch"), themeColor("dot-rim"));
    this.hitArrow.setColor(themeColor("touch"));
    this.page.stage.invalidate();
  }

  /** As a file, to be dropped onto this page: as a program would attach one to a report. */
  private saveSnapshot(): void {
    const address = URL.createObjectURL(new Blob([this.place.world.snapshot() as Uint8Array<ArrayBuffer>]));
    element("a", { attributes: { href: address, download: "rooms.snapshot" } }).click();
    URL.revokeObjectURL(address);
  }

  /** A button of the text. */
  act(action: string): void {
    if (action === "solid") this.toggleGhosts();
    if (action === "margin") {
      this.choice.margin = usualMargin;
      refreshPanel(this.panel);
      this.useMargin();
    }
    const walk = walks.find(({ id }) => id === action);
    if (walk) this.walk(walk);
  }
}

/** The kind of the shape, and the part of a compound. */
function shapeOf({ collider, part }: WorldRayHit): string {
  return part < 0 ? collider.shape.type : `${collider.shape.type}, part ${part}`;
}

function layerOf({ layer }: Collider): LayerName | "none" {
  return (Object.keys(layers) as LayerName[]).find((name) => layers[name] === layer) ?? "none";
}

const wanted = new Vector3();
