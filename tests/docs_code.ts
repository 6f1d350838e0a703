import { readdirSync, readFileSync } from "node:fs";

/**
 * The code in the documents. A comment before a block says what becomes of it:
 *   <!-- name:begin (tests/web/readme/name.ts) -->  it is that file, which tests/web/documents/readme.test.ts runs
 *   <!-- from: tests/some/file.ts -->               its lines are that file's, which another test runs
 *   <!-- theirs: package -->                        it shows another library; tests/matrix/peers.test.ts runs it beside that
 */
export interface CodeBlock {
  readonly document: string;
  readonly language: string;
  readonly text: string;
  readonly example: string | null;
  readonly from: string | null;
  readonly theirs: string | null;
}

const root = new URL("../", import.meta.url);

/** The documents, from the repository's root. */
export const documents: readonly string[] = [
  "README.md",
  ...readdirSync(new URL("docs/", root))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

export function codeBlocks(): CodeBlock[] {
  return documents.flatMap((document) => {
    const text = readFileSync(new URL(document, root), "utf8");
    return [...text.matchAll(/(?:^ *<!-- ([^\n]*) -->\n)?^ *```(\w*)[^\n]*\n([\s\S]*?)^ *```$/gm)].map(
      ([, comment = "", language = "", code = ""]) => ({
        document,
        language,
        text: code,
        example: /^(\w+):begin\b/.exec(comment)?.[1] ?? null,
        from: /^from: (\S+)/.exec(comment)?.[1] ?? null,
        theirs: /^theirs: (\S+)/.exec(comment)?.[1] ?? null,
      }),
    );
  });
}
