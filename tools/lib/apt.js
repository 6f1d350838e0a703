// Debian's package manager, where it exists and works without a password.

import { note } from "./log.js";
import { thisMachine } from "./machine.js";
import { runQuietly, ToolError } from "./process.js";

/** The fields of /etc/os-release that tell systems apart. */
export function operatingSystem(machine = thisMachine) {
  const text = machine.exists("/etc/os-release") ? machine.read("/etc/os-release") : "";
  const field = (name) => new RegExp(`^${name}="?([^"\n]*)"?$`, "m").exec(text)?.[1] ?? "";
  return { id: field("ID"), codename: field("VERSION_CODENAME") };
}

/** The command that runs others as root: empty for root itself, `sudo -n` if that needs no password, null if neither works. */
async function rootPrefix(machine) {
  if (machine.isRoot) return [];
  const sudo = machine.which("sudo");
  return sudo && (await machine.capture(sudo, ["-n", "true"])).code === 0 ? [sudo, "-n"] : null;
}

/** Whether packages can be installed without a question to the user. */
export async function canInstall(machine = thisMachine) {
  return machine.which("apt-get") !== null && machine.which("dpkg") !== null && (await rootPrefix(machine)) !== null;
}

/** The version that apt would install. Null if apt knows none, as before its package lists were ever fetched. */
export async function candidateVersion(packageName, machine = thisMachine) {
  const { stdout } = await machine.capture("apt-cache", ["policy", packageName]);
  const version = /^\s*Candidate: (.*)$/m.exec(stdout)?.[1];
  return version && version !== "(none)" ? version : null;
}

const options = ["-q", "-y", "--no-install-recommends", "-oDPkg::Lock::Timeout=300", "-oDpkg::Use-Pty=0"];

async function aptGet(...args) {
  const prefix = (await rootPrefix(thisMachine)) ?? [];
  const [command, ...rest] = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...options];
  await runQuietly(command, [...rest, ...args]);
}

let updated = false;
export async function update() {
  if (updated) return;
  note("fetching the package lists");
  await aptGet("-qq", "update");
  updated = true;
}

/** Installs packages. A failure may come from old package lists: fetches them and tries once more. */
export async function install(packages) {
  note(`installing ${packages.join(" ")}`);
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
  const keyring = ["gpg", "pgp"]
    .map((end) => `/usr/share/keyrings/debian-archive-keyring.${end}`)
    .find(thisMachine.exists);
  if (!keyring) throw new ToolError("the Debian archive keyring is not installed (package debian-archive-keyring)");
  const { codename } = operatingSystem();
  const format = ["indextargets", "--format", "$(RELEASE) $(COMPONENT) $(REPO_URI)"];
  const { stdout } = await thisMachine.capture("apt-get", format);
  for (const line of stdout.split("\n")) {
    const [release, component, address] = line.split(" ");
    if (release === codename && component === "main") return `deb [signed-by=${keyring}] ${address} ${suite} main\n`;
  }
  throw new ToolError(`apt has no source for ${codename} main to take the address of the archive from`);
}
