/** The visitor's own file: a file dialog, files dropped onto the page, and what is said about a file that cannot be taken. */

import { element } from "../shell/dom.js";
import type { Page } from "../shell/topic.js";

const mostMegabytes = 200;
const bytesPerMegabyte = 1e6;
/** Of a file's name in messages. */
const mostLetters = 40;

/** What a topic takes. */
export interface FileKind<T> {
  /** Of the file dialog. */
  readonly accept: string;
  readonly label: string;
  /** What a file cannot be, in a complaint. */
  readonly role: string;
  /** The complaint about a file over which the reader stumbles. */
  readonly broken: string;
  /** @throws FileError, and errors of the reader */
  readonly read: (file: File) => Promise<T>;
  /** Frees what was read and is not taken. */
  readonly discard: (content: T) => void;
}

/** What a page can say about a file that it cannot take. */
export class FileError extends Error {}

export class OwnFiles<T> {
  private readonly input: HTMLInputElement;
  /** Counts the files: only the newest one is taken. */
  private turn = 0;

  /** @param onRead takes over the content, or throws to refuse it; it is then discarded here */
  constructor(
    private readonly page: Page,
    private readonly kind: FileKind<T>,
    private readonly onRead: (content: T, name: string) => void,
  ) {
    this.input = element("input", {
      hidden: true,
      attributes: { type: "file", accept: kind.accept, "aria-label": kind.label },
      on: { change: () => this.takeChosen() },
    });
    document.body.append(this.input);
    addEventListener("dragover", allowDrop);
    addEventListener("drop", this.takeDropped);
  }

  /** Opens the browser's file dialog. */
  choose(): void {
    this.input.click();
  }

  /** Ignores a file that is still loading. */
  cancel(): void {
    this.turn++;
  }

  dispose(): void {
    this.cancel();
    removeEventListener("dragover", allowDrop);
    removeEventListener("drop", this.takeDropped);
    this.input.remove();
  }

  private takeChosen(): void {
    const file = this.input.files?.[0];
    if (file) void this.load(file);
    // The same file may be chosen again.
    this.input.value = "";
  }

  private readonly takeDropped = (event: DragEvent): void => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void this.load(file);
  };

  private async load(file: File): Promise<void> {
    const turn = ++this.turn;
    const { page, kind } = this;
    const name = file.name.length > mostLetters ? `${file.name.slice(0, mostLetters)}\u2026` : file.name;
    page.announce(`Loading ${name}.`);
    let content: T | null = null;
    try {
      checkSize(file);
      content = await kind.read(file);
      if (turn === this.turn) {
        this.onRead(content, name);
        return;
      }
    } catch (error) {
      if (turn === this.turn) page.note(`\u201c${name}\u201d ${reasonOf(error, kind)}`);
    }
    if (content !== null) kind.discard(content);
  }
}

const allowDrop = (event: DragEvent) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
};

function checkSize({ size }: File): void {
  if (size <= mostMegabytes * bytesPerMegabyte) return;
  throw new FileError(
    `is too large: ${Math.ceil(size / bytesPerMegabyte)} MB, and this page takes ${mostMegabytes} MB.`,
  );
}

function reasonOf(error: unknown, { role, broken }: Pick<FileKind<unknown>, "role" | "broken">): string {
  // Readers stumble over broken files, and say nothing about them.
  if (error instanceof TypeError || error instanceof RangeError) return broken;
  const reason = error instanceof Error ? error.message : String(error);
  return error instanceof FileError ? reason : `cannot be ${role}: ${reason}`;
}
