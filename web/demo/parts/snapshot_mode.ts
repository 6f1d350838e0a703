/** A snapshot in the topic "World": its colliders and contacts, and why two picked colliders touch, or do not. */

import { type Collider, World } from "hyperplane";
import { onClick } from "../scene/clicks.js";
import { kindColors, kindOf, SnapshotView } from "../scene/snapshot_view.js";
import { element, setText } from "../shell/dom.js";
import { length, whole } from "../shell/format.js";
import type { Page } from "../shell/topic.js";
import { AnswerCard, none } from "./answer_card.js";
import { FileError, type FileKind } from "./own_files.js";
import { createPanel } from "./panel.js";
import { addViewControls } from "./view_controls.js";

export const snapshotKind: FileKind<World> = {
  accept: "",
  label: "Snapshot file",
  role: "shown",
  broken: "is not a snapshot of a world.",
  read: async (file) => restored(await file.arrayBuffer()),
  discard: (world) => world.dispose(),
};

/** @throws FileError for a snapshot that names its shapes only; HyperplaneError */
function restored(bytes: ArrayBuffer): World {
  try {
    return World.restore(bytes);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("options.shapes"))) throw error;
    throw new FileError("does not contain its shapes. Save it by world.snapshot(), without shapes: false.");
  }
}

/** Touching pairs that the list names. */
const mostListed = 60;

export class SnapshotMode {
  private readonly view: SnapshotView;
  private readonly answer: AnswerCard;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly reason = element("p", { class: "pair-reason", attributes: { role: "status" } });
  private readonly stops: (() => void)[];
  private picked: Collider[] = [];

  /** @param world disposed of with the mode */
  constructor(
    private readonly page: Page,
    private readonly world: World,
    private readonly name: string,
    { onOpen, onBack }: { readonly onOpen: () => void; readonly onBack: () => void },
  ) {
    const { stage, regions, shortcuts } = page;
    this.view = new SnapshotView(stage, world);
    this.answer = new AnswerCard(regions.answer);
    this.answer.addButton("Back to the rooms", null, onBack, "main");
    this.addDetails();
    this.panel = createPanel(regions.controls, "Controls");
    const draw = () => this.view.draw();
    for (const [key, label] of [
      ["faces", "faces"],
      ["edges", "edges"],
      ["bounds", "bounds"],
      ["contacts", "contacts, normals"],
    ] as const)
      this.panel.add(this.view.shown, key).name(label).onChange(draw);
    this.panel.add({ open: onOpen }, "open").name("Open another snapshot");
    const kinds = new Set([...world.colliders].map(kindOf));
    this.stops = [
      addViewControls(page, {
        fit: () => this.view.fit(false),
        legend: () => [
          kinds.has("moving") && { color: kindColors.moving, mark: "area", text: "movable" },
          kinds.has("static") && { color: kindColors.static, mark: "area", text: "static" },
          kinds.has("sensor") && { color: kindColors.sensor, mark: "area", text: "sensor" },
          this.picked.length > 0 && { color: "ink", mark: "line", text: "picked" },
        ],
      }),
      onClick(stage.host, (x, y) => this.pickAt(x, y)),
      stage.onColors(() => this.view.recolor()),
    ];
    shortcuts.pointer = "Click two colliders, one after the other, to see why they touch, or do not.";
    this.pick([]);
    this.view.fit(true);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.panel.destroy();
    this.view.dispose();
    this.world.dispose();
  }

  private addDetails(): void {
    const { touching } = this.world;
    const pairs = touching.toArray().slice(0, mostListed);
    const items = pairs.map(({ a, b }) => {
      const button = element("button", {
        class: "pair-item",
        text: `${nameOf(a)}, ${nameOf(b)}`,
        attributes: { type: "button" },
        on: { click: () => this.pick([a, b]) },
      });
      return element("li", {}, button);
    });
    this.page.regions.details.append(
      element(
        "div",
        { class: "log" },
        element("h2", { text: "The picked pair" }),
        this.reason,
        items.length > 0 && element("h2", { class: "pairs-title", text: "Touching pairs" }),
        items.length > 0 && element("ul", { class: "pairs" }, ...items),
        touching.count > mostListed && element("p", { class: "log-hint", text: `The first ${mostListed} of them.` }),
      ),
    );
  }

  private pickAt(clientX: number, clientY: number): void {
    const { origin, direction } = this.view.inWorld(this.page.stage.rayAt(clientX, clientY));
    const hit = this.world.raycast(origin, direction, { sensors: true });
    const last = this.picked.at(-1);
    this.pick(hit ? [...(last && last !== hit.collider ? [last] : []), hit.collider] : []);
  }

  private pick(colliders: Collider[]): void {
    this.picked = colliders;
    this.view.pick(colliders);
    this.write();
  }

  private write(): void {
    const { answer, world, picked } = this;
    const { explanation } = this.view.lines;
    const [a, b] = picked;
    const count = world.touching.count;
    answer.setAnswer("plain", "Snapshot", whole(world.size), world.size === 1 ? "collider" : "colliders");
    answer.setRow("file", "File", this.name);
    answer.setRow("touching", "Touching", `${whole(count)} ${count === 1 ? "pair" : "pairs"}`);
    answer.setRow("contacts", "Contacts", whole(world.contacts.count));
    answer.setRow("a", "a", a ? nameOf(a) : none);
    answer.setRow("b", "b", b ? nameOf(b) : none);
    answer.setRow("distance", "Distance", b && explanation ? length(explanation.distance) : none);
    const next = a ? "Click a second collider." : "Click a collider, then another one.";
    const text = b ? (explanation?.text ?? "") : next;
    setText(this.reason, text);
    this.page.announce(text);
  }
}

/** A snapshot has no names: the row, by which the program that saved it finds the collider. */
function nameOf({ shape, index }: Collider): string {
  return `${shape.type} in row ${index}`;
}
