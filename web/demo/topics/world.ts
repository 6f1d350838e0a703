/** Topic "World": two rooms to walk about in, or the visitor's own world, from a snapshot. */

import type { World } from "hyperplane";
import { fillText } from "../parts/explanation.js";
import { OwnFiles } from "../parts/own_files.js";
import { RoomsMode } from "../parts/rooms_mode.js";
import { SnapshotMode, snapshotKind } from "../parts/snapshot_mode.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/world.html?raw";

export function createTopic(page: Page): Topic {
  return new WorldTopic(page);
}

class WorldTopic implements Topic {
  private readonly files: OwnFiles<World>;
  private readonly stop: () => void;
  private rooms: RoomsMode | null = null;
  private snapshot: SnapshotMode | null = null;

  constructor(private readonly page: Page) {
    this.files = new OwnFiles(page, snapshotKind, (world, name) => this.open(world, name));
    this.stop = fillText(page, explanation, (action) => this.act(action));
  }

  dispose(): void {
    this.stop();
    this.files.dispose();
    this.leave();
  }

  restore(params: URLSearchParams): string | null {
    this.files.cancel();
    return this.enterRooms().restore(params);
  }

  private enterRooms(): RoomsMode {
    if (this.rooms) return this.rooms;
    this.leave();
    this.rooms = new RoomsMode(this.page, () => this.files.choose());
    return this.rooms;
  }

  private open(world: World, name: string): void {
    this.leave();
    this.snapshot = new SnapshotMode(this.page, world, name, {
      onOpen: () => this.files.choose(),
      onBack: () => this.restore(new URLSearchParams()),
    });
    // A link cannot hold a file.
    this.page.saveLink(() => new URLSearchParams());
  }

  /** Ends what is shown, and empties its places on the page. */
  private leave(): void {
    this.rooms?.dispose();
    this.snapshot?.dispose();
    this.rooms = this.snapshot = null;
    const { tools, presets, answer, details, controls } = this.page.regions;
    for (const place of [tools, presets, answer, details, controls]) place.replaceChildren();
  }

  private act(action: string): void {
    if (action === "open") this.files.choose();
    else {
      if (!this.rooms) this.restore(new URLSearchParams());
      this.rooms?.act(action);
    }
  }
}
