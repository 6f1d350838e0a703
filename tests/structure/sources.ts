import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The text files that are, or would be, in git and match these patterns of git's; paths relative to the repository. */
export function sourceFiles(...patterns: string[]): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", ...patterns];
  const files = execFileSync("git", args, { cwd: repository, encoding: "utf8" }).split("\n").filter(Boolean);
  return files.filter(
    (file) => existsSync(join(repository, file)) && !/\.(png|jpg|wasm|ico)$|^tests\/fuzz\/corpus\//.test(file),
  );
}

export function read(file: string): string {
  return readFileSync(join(repository, file), "utf8");
}

/** "file:line: text" of every line that matches. */
export function linesThatMatch(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap((file) =>
    read(file)
      .split("\n")
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
}
