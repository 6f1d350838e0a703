/** Run, pause and single step: two buttons of the answer card, their keys, and the time between frames. */

import { keyHint } from "../shell/dom.js";
import type { Page } from "../shell/topic.js";
import type { AnswerCard } from "./answer_card.js";

export interface RunEvents {
  /** One step, after a pause. */
  readonly onStep: () => void;
  /** The user has pressed run or pause. */
  readonly onToggle?: () => void;
}

export class RunControls {
  private readonly button: HTMLButtonElement;
  private running = false;
  private lastFrame = -1;
  /** Removes the keys. */
  readonly dispose: () => void;

  constructor(
    private readonly page: Page,
    answer: AnswerCard,
    { onStep, onToggle }: RunEvents,
  ) {
    const toggle = () => {
      this.isRunning = !this.running;
      onToggle?.();
    };
    const step = () => {
      this.isRunning = false;
      onStep();
    };
    this.button = answer.addButton("", null, toggle, "main");
    answer.addButton("One step", ".", step);
    this.dispose = page.shortcuts.add(
      { keys: ["p"], shown: "P", help: "Pause or continue", where: "page", run: toggle },
      { keys: ["."], shown: ".", help: "One step", where: "page", run: step },
    );
  }

  get isRunning(): boolean {
    return this.running;
  }

  set isRunning(isRunning: boolean) {
    this.running = isRunning;
    this.lastFrame = -1;
    this.button.replaceChildren(isRunning ? "Pause" : "Go on", keyHint("P"));
    this.page.stage.invalidate();
  }

  /** Milliseconds since the last call; null for the first one after a rest. To be called once a frame. */
  nextFrame(): number | null {
    const now = performance.now();
    const passed = this.lastFrame < 0 ? null : now - this.lastFrame;
    this.lastFrame = now;
    return passed;
  }

  /** The time until the next frame does not count. */
  rest(): void {
    this.lastFrame = -1;
  }
}
