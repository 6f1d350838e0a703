/** Machines that exist only as a description, for tests of the set-up. */

import type { Machine } from "../../tools/lib/machine.js";

/** Output of a program by its arguments; other arguments fail. */
export type Answers = Readonly<Record<string, string>>;

export interface Description {
  readonly platform?: string;
  /** Programs on the PATH, by their names. */
  readonly programs?: Readonly<Record<string, Answers>>;
  readonly files?: Readonly<Record<string, string>>;
  /** The versions that apt would install, by package. Without it the machine has no apt. */
  readonly packages?: Readonly<Record<string, string>>;
  readonly user?: "root" | "sudo" | "nobody";
  readonly variables?: Readonly<Record<string, string>>;
}

export function simulate({
  platform = "linux",
  programs = {},
  files = {},
  packages,
  user = "root",
  variables = {},
}: Description): Machine {
  const all: Record<string, Answers> = { ...programs };
  if (packages) {
    all["apt-get"] = {};
    all.dpkg = {};
    all["apt-cache"] = Object.fromEntries(
      Object.entries(packages).map(([name, version]) => [
        `policy ${name}`,
        `${name}:\n  Installed: (none)\n  Candidate: ${version}\n  Version table:\n`,
      ]),
    );
  }
  if (user === "sudo") all.sudo = { "-n true": "" };
  const nameOf = (path: string) => path.replace(/^\/usr\/bin\//, "");
  return {
    platform,
    arch: "x64",
    isRoot: user === "root",
    home: "/users/one",
    variables,
    which: (...names) => {
      const found = names.map(nameOf).find((name) => name in all);
      return found === undefined ? null : `/usr/bin/${found}`;
    },
    exists: (path) => path in files,
    read: (path) => {
      const text = files[path];
      if (text === undefined) throw new Error(`no such file: ${path}`);
      return text;
    },
    realpath: (path) => path,
    capture: async (command, args) => {
      const stdout = all[nameOf(command)]?.[args.join(" ")];
      return stdout === undefined ? { code: 1, stdout: "", output: "" } : { code: 0, stdout, output: stdout };
    },
  };
}

/** clang of a major version as Debian packages it; its runtime is in `runtimeOf(major)`. */
export function clang(major: number): Answers {
  return {
    "--version": `Debian clang version ${major}.0.6\nTarget: x86_64-pc-linux-gnu\n`,
    "-print-runtime-dir": `/usr/lib/llvm-${major}/lib/clang/${major}/lib/x86_64-pc-linux-gnu\n`,
    "-print-resource-dir": `/usr/lib/llvm-${major}/lib/clang/${major}\n`,
  };
}

export function runtimeOf(major: number): Record<string, string> {
  return { [`/usr/lib/llvm-${major}/lib/clang/${major}/lib/linux/libclang_rt.fuzzer-x86_64.a`]: "" };
}

export const gcc = (version: string): Answers => ({ "--version": `g++ (Debian ${version}) ${version}\n` });
