import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** An empty folder in which the package's tarball was installed, as a user's npm would do it. */
export interface Installation {
  readonly folder: string;
  /** The files of the tarball. */
  readonly files: readonly string[];
  remove(): void;
}

/** Packs what is in dist and installs it. Asks no registry for anything: the package has no dependencies. */
export function installTarball(): Installation {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hyperplane-package-")));
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync("npm", args, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, npm_config_cache: join(folder, "npm-cache") },
    });
  const [packed] = JSON.parse(npm(repository, "pack", "--json", "--ignore-scripts", "--pack-destination", folder)) as [
    { filename: string; files: { path: string }[] },
  ];
  const app = join(folder, "app");
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }));
  npm(app, "install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename));
  cpSync(fileURLToPath(new URL("consumers", import.meta.url)), app, { recursive: true });
  return {
    folder: app,
    files: packed.files.map(({ path }) => path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Makes packages of the repository's own visible in the installation, as if they had been installed there too. */
export function linkPackages({ folder }: Installation, ...names: string[]): void {
  for (const name of names) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(repository, "node_modules", name), link);
  }
}

/** What `hyperplane/react` needs in a page. */
export const reactPackages = ["three", "react", "react-dom", "@react-three/fiber"];

/** Every file in a folder, however deep. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
