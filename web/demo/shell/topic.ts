/** What a topic is to the page, and the page to a topic. */

import type { Stage } from "../scene/stage.js";
import type { Shortcuts } from "./shortcuts.js";

export interface TopicEntry {
  /** In the address. */
  readonly id: string;
  readonly title: string;
  readonly load: () => Promise<TopicModule>;
}

export interface TopicModule {
  readonly createTopic: (page: Page) => Topic;
}

/** A running topic. */
export interface Topic {
  /**
   * Takes the state from an address; empty parameters mean the topic's own start. What cannot be read falls back to the start,
   * and the answer is then a sentence for the person who followed the link; null if all went well.
   */
  restore(params: URLSearchParams): string | null;
  dispose(): void;
}

/** The places of the page that a topic fills, emptied before and after it. */
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
  /** A second view below the first, for as long as the topic runs. Each call gives the same one. */
  secondStage(label: string, legend?: HTMLElement): Stage;
  readonly regions: Regions;
  readonly shortcuts: Shortcuts;
  /** Puts the state into the address, soon; several calls in a row make one. */
  saveLink(params: () => URLSearchParams): void;
  /** Tells people who cannot see the scene what changed, once things have settled. */
  announce(sentence: string): void;
  /** A short note at the edge of the page. */
  note(sentence: string): void;
}
