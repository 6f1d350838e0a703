import { HyperplaneError } from "../src/errors.js";
import { nodeModule } from "../src/node_module.js";
import { DecomposeRun } from "./decompose_module.js";
import type { News, Order } from "./messages.js";

/** The worker: one decomposition, then its thread is ended. It never yields, because nothing else is asked of it. */

/** Time between reports of progress, in milliseconds. */
const SLICE = 30;

type Send = (news: News, transfer?: ArrayBuffer[]) => void;

async function work({ module, task }: Order, send: Send): Promise<void> {
  try {
    const run = new DecomposeRun();
    await run.start(module);
    run.load(task);
    for (let share = run.advance(SLICE); share < 1; share = run.advance(SLICE)) send({ kind: "progress", share });
    const result = run.finish();
    send(
      { kind: "result", result },
      result.parts.map(({ buffer }) => buffer),
    );
  } catch (cause) {
    const code = cause instanceof HyperplaneError ? cause.code : "load-failed";
    send({ kind: "failure", code, message: cause instanceof Error ? cause.message : String(cause) });
  }
}

interface NodePort {
  postMessage: Send;
  once(event: "message", listener: (order: Order) => void): void;
}

interface WorkerScope {
  postMessage?: Send;
  addEventListener?(event: "message", listener: (event: { readonly data: Order }) => void): void;
}

const scope = globalThis as WorkerScope;
const { postMessage } = scope;
if (typeof postMessage === "function" && scope.addEventListener !== undefined) {
  const send: Send = (news, transfer = []) => postMessage.call(scope, news, transfer);
  scope.addEventListener("message", ({ data }) => work(data, send));
  send({ kind: "ready" });
} else {
  nodeModule<{ parentPort: NodePort | null }>("node:worker_threads").then((threads) => {
    const port = threads?.parentPort;
    port?.once("message", (order) => work(order, (news, transfer = []) => port.postMessage(news, transfer)));
    port?.postMessage({ kind: "ready" });
  });
}
