/** What the topic "In the plane" shows, one at a time: the answer, the details, the controls and the drawing of one subject. */

import type { FlatScene, FlatView } from "../scene/flat_view.js";
import type { Page } from "../shell/topic.js";
import type { LegendSource } from "./legend.js";

export interface PlaneMode extends FlatScene {
  readonly legend: LegendSource;
  /** For the help. */
  readonly pointer: string;
  /** The topic's own tools. */
  readonly tools?: readonly HTMLElement[];
  /** Takes the state from an address, or of a preset. @returns whether it could be read */
  restore(params: URLSearchParams): boolean;
  write(params: URLSearchParams): void;
  dispose(): void;
}

export interface ModeHost {
  readonly page: Page;
  readonly view: FlatView;
  /** The user has changed something: the address follows. */
  readonly onChange: () => void;
}
