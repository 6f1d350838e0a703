// Debian's package manager, where there is one and it may be used without asking anybody for a password.

import { existsSync, readFileSync } from "node:fs";
import { note } from "./log.js";
import { capture, runQuietly, ToolError, which } from "./process.js";

/** The fields of /etc/os-release that tell systems apart. */
export function operatingSystem() {
  let text = "";
  try {
    text = readFileSync("/etc/os-release", "utf8");
  } catch {
    // not Linux, or a Linux that says nothing about itself
  }
  const field = (name) => new RegExp(`^${name}="?([^"\n]*)"?$`, "m").exec(text)?.[1] ?? "";
  return { id: field("ID"), codename: field("VERSION_CODENAME"), name: field("PRETTY_NAME") || process.platform };
}

let privilege;

/**
 * How to become root: an empty list when we are, `["sudo", "-n"]` when sudo asks for nothing, null when there is no way.
 */
export async function rootPrefix() {
  if (privilege === undefined) {
    if (process.getuid?.() === 0) privilege = [];
    else privilege = which("sudo") && (await capture("sudo", ["-n", "true"])).code === 0 ? ["sudo", "-n"] : null;
  }
  return privilege;
}

/** Whether packages can be installed without anybody's help. */
export async function canInstall() {
  return which("apt-get") !== null && which("dpkg") !== null && (await rootPrefix()) !== null;
}

/** The version that apt would install, or null. Null too where the package lists were never fetched. */
export async function candidateVersion(packageName) {
  const { stdout } = await capture("apt-cache", ["policy", packageName], { env: { ...process.env, LC_ALL: "C" } });
  const version = /^\s*Candidate: (.*)$/m.exec(stdout)?.[1];
  return version && version !== "(none)" ? version : null;
}

const options = ["-q", "-y", "--no-install-recommends", "-oDPkg::Lock::Timeout=300", "-oDpkg::Use-Pty=0"];

async function aptGet(...args) {
  const [command, ...rest] = [...(await rootPrefix()), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...options];
  await runQuietly(command, [...rest, ...args]);
}

let updated = false;
export async function update() {
  if (updated) return;
  note("fetching the package lists");
  await aptGet("-qq", "update");
  updated = true;
}

/** Installs packages; asks for fresh package lists only where the ones at hand do not do. */
export async function install(packages) {
  note(`installing ${packages.join(" ")}`);
  for (const name of packages) if (!(await candidateVersion(name))) await update();
  try {
    await aptGet("install", ...packages);
  } catch (error) {
    if (updated) throw error;
    await update();
    await aptGet("install", ...packages);
  }
}

/** The archive that this system takes its own packages from, as an apt source of another of its suites. */
export async function sourceOfSuite(suite) {
  const keyring = ["gpg", "pgp"].map((end) => `/usr/share/keyrings/debian-archive-keyring.${end}`).find(existsSync);
  if (!keyring) throw new ToolError("the Debian archive keyring is not installed (package debian-archive-keyring)");
  const { codename } = operatingSystem();
  const { stdout } = await capture("apt-get", ["indextargets", "--format", "$(RELEASE) $(COMPONENT) $(REPO_URI)"]);
  for (const line of stdout.split("\n")) {
    const [release, component, address] = line.split(" ");
    if (release === codename && component === "main") return `deb [signed-by=${keyring}] ${address} ${suite} main\n`;
  }
  throw new ToolError(`apt has no source for ${codename} main to take the address of the archive from`);
}
