/** The interfaces between the page and its topics. */

import type { Stage } from "../scene/stage.js";
import type { Shortcuts } from "./shortcuts.js";

export interface TopicEntry {
  /** Its name in the address. */
  readonly id: string;
  readonly title: string;
  readonly load: () => Promise<TopicModule>;
  /** A program that does what the topic shows. */
  readonly code: () => Promise<{ readonly default: string }>;
}

export interface TopicModule {
  readonly createTopic: (page: Page) => Topic;
}

/** A running topic. */
export interface Topic {
  /**
   * Takes the state from an address; without parameters, the topic's start. An unreadable address falls back to the start.
   *
   * @returns a note for the user about an unreadable address; null otherwise
   */
  restore(params: URLSearchParams): string | null;
  dispose(): void;
}

/** The regions of the page that a topic fills. The page empties them between topics. */
export interface Regions {
  readonly tools: HTMLElement;
  readonly presets: HTMLElement;
  readonly answer: HTMLElement;
  readonly details: HTMLElement;
  readonly controls: HTMLElement;
  readonly text: HTMLElement;
}

export interface Page {
  readonly stage: Stage;
  /** The second view, below the first, while the topic runs. Each call returns the same one. */
  secondStage(label: string, legend?: HTMLElement): Stage;
  readonly regions: Regions;
  readonly shortcuts: Shortcuts;
  /** Writes the state into the address after a short delay; several calls make one. */
  saveLink(params: () => URLSearchParams): void;
  /** Announces a change to screen readers, after a short delay. */
  announce(sentence: string): void;
  /** Shows a short note at the edge of the page. */
  note(sentence: string): void;
}
