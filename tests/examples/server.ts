import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";

interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
interface Answer {
  readonly status: number;
  readonly id?: string;
  readonly position?: Place;
  readonly error?: string;
}

/** Starts `examples/server` in a folder where the package is installed, lets its client walk, and tries to cheat. */
export async function cheatTheServer(folder: string): Promise<void> {
  const server = spawn(process.execPath, ["server.js"], { cwd: folder, env: { ...process.env, PORT: "0" } });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = "";
      const hear = (data: Buffer) => {
        output += data;
        const [found] = /http:\S+/.exec(output) ?? [];
        if (found) resolve(found);
      };
      server.stdout.on("data", hear);
      server.stderr.on("data", hear);
      server.on("exit", () => reject(new Error(output)));
    });
    // The wall's face is at x = 3.5, the body's radius 0.3, and it keeps 1 cm from the wall; along it, 40 moves of 15 cm.
    const { stdout } = await promisify(execFile)(process.execPath, ["client.js", url], { cwd: folder });
    expect(stdout).toBe("x 3.19, z 6.00, refused 0\n");
    await cheat(url);
  } finally {
    server.kill();
  }
}

async function cheat(url: string): Promise<void> {
  const send = async (path: string, body: string, method = "POST"): Promise<Answer> => {
    const response = await fetch(url + path, { method, ...(method === "POST" && { body }) });
    return { status: response.status, ...((await response.json()) as object) };
  };
  const post = (path: string, body: unknown) => send(path, JSON.stringify(body));
  const { id, position: start } = await post("/join", {});
  const at = start as Place;
  const move = (wish: unknown, position: unknown) => post("/move", { id, wish, position });
  const step = { x: 0.25, z: 0 };

  // Each is refused, and the player stands where it stood.
  const cheats: [string, Answer, number][] = [
    ["stays when it said it walks", await move(step, at), 409],
    ["teleports", await move(step, { ...at, x: at.x + 10 }), 409],
    ["is off by the last bit", await move(step, { ...at, x: 0.25 + 2 ** -54, z: 2 ** -1074 }), 409],
    ["runs", await move({ x: 0.5, z: 0 }, { ...at, x: at.x + 0.5 }), 403],
    ["sends NaN", await move({ x: "NaN", z: 0 }, at), 400],
    ["sends null", await move({ x: null, z: 0 }, at), 400],
    ["sends no wish", await move(undefined, at), 400],
    ["sends no position", await move(step, undefined), 409],
    ["is someone else", await post("/move", { id: "nobody", wish: step, position: at }), 404],
    ["sends no JSON", await send("/move", "{"), 400],
    ["sends null as a whole", await send("/move", "null"), 404],
    ["sends too much", await send("/move", " ".repeat(100_000)), 413],
    ["asks elsewhere", await post("/win", {}), 404],
    ["asks by GET", await send("/join", "", "GET"), 405],
  ];
  for (const [what, { status }, expected] of cheats) expect({ what, status }).toEqual({ what, status: expected });
  expect((await move(step, { ...at, x: 99 })).position).toEqual(at);

  // Honest moves, as fast as the network goes: more than the clock allows are refused.
  const answers: Answer[] = [];
  for (let i = 0; i < 60; i++) answers.push(await move({ x: 0, z: 0 }, at));
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(answers.some(({ status }) => status === 429)).toBe(true);
}
