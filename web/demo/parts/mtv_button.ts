/** "Apply the MTV": a button and a key that move B out of A, and the short animation of that move. */

import type { Contact } from "hyperplane";
import { type Group, Vector3 } from "three";
import type { Page } from "../shell/topic.js";
import type { AnswerCard } from "./answer_card.js";

const seconds = 0.35;

export interface MtvEvents {
  /** The contact to resolve; null where the shapes do not overlap. */
  readonly contact: () => Contact | null;
  readonly onMove: () => void;
  readonly onRest: () => void;
}

export class MtvButton {
  private readonly button: HTMLButtonElement;
  private readonly removeKey: () => void;

  constructor(
    private readonly page: Page,
    answer: AnswerCard,
    private readonly group: Group,
    private readonly events: MtvEvents,
  ) {
    this.button = answer.addButton("Apply the MTV", "M", () => this.apply(), "main");
    this.removeKey = page.shortcuts.add({
      keys: ["m"],
      shown: "M",
      help: "Apply the minimum translation vector",
      where: "page",
      run: () => this.apply(),
    });
  }

  /** Enables the button while there is something to resolve. */
  refresh(): void {
    this.button.disabled = this.events.contact() === null;
  }

  apply(): void {
    const contact = this.events.contact();
    if (!contact) return;
    const { group, events } = this;
    const from = group.position.clone();
    const by = new Vector3().copy(contact.mtv);
    this.page.stage.animate("mtv", seconds, (share) => {
      group.position.copy(from).addScaledVector(by, share);
      events.onMove();
      if (share === 1) events.onRest();
    });
  }

  stop(): void {
    this.page.stage.stopAnimation("mtv");
  }

  dispose(): void {
    this.stop();
    this.removeKey();
  }
}
