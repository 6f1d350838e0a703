import { nodeModule } from "../src/node_module.js";
import { isMovedByVite, servedByVite } from "../src/own_module.js";
import type { News, Order } from "./messages.js";

/** Workers, as pages and Node have them. */

export interface Thread {
  /** @param transfer handed over, not copied */
  send(order: Order, transfer: ArrayBuffer[]): void;
  /** Resolves when nothing of it is left. */
  end(): Promise<void>;
}

export interface Listener {
  news(news: News): void;
  /** The worker could not be loaded, or has died. */
  died(cause: unknown): void;
}

interface NodeWorker {
  postMessage(order: Order, transfer: ArrayBuffer[]): void;
  on(event: "message", listener: (news: News) => void): void;
  on(event: "error" | "messageerror", listener: (cause: unknown) => void): void;
  on(event: "exit", listener: () => void): void;
  terminate(): Promise<unknown>;
}

const WORKER = "decompose_worker.js";

/** Apart from the expression that bundlers look for: webpack warns of any other file in it. */
const here = import.meta.url;

/** Starts a worker. @returns null where there are none. @throws what the platform throws that forbids it */
export async function startThread(listener: Listener): Promise<Thread | null> {
  if (typeof Worker === "function") {
    const worker = (await movedWorker()) ?? ownWorker();
    worker.onmessage = ({ data }: MessageEvent<News>) => listener.news(data);
    worker.onerror = (event) => {
      event.preventDefault();
      listener.died(event.message);
    };
    worker.onmessageerror = () => listener.died("a message could not be read");
    return {
      send: (order, transfer) => worker.postMessage(order, transfer),
      end: async () => worker.terminate(),
    };
  }
  const threads = await nodeModule<{ Worker: new (file: URL) => NodeWorker }>("node:worker_threads");
  if (threads === undefined) return null;
  const worker = new threads.Worker(new URL(WORKER, here));
  worker.on("message", (news) => listener.news(news));
  worker.on("error", (cause) => listener.died(cause));
  worker.on("messageerror", (cause) => listener.died(cause));
  worker.on("exit", () => listener.died("it has ended"));
  return {
    send: (order, transfer) => worker.postMessage(order, transfer),
    end: async () => {
      await worker.terminate();
    },
  };
}

/** The worker beside this code. */
function ownWorker(): Worker {
  // Bundlers look for exactly this form.
  return new Worker(new URL("./decompose_worker.js", import.meta.url), { type: "module" });
}

/** The worker where Vite's server for development has moved this code, but not the worker; null elsewhere. */
async function movedWorker(): Promise<Worker | null> {
  const url = isMovedByVite(here) ? await servedByVite(new URL(here), WORKER) : null;
  return url === null ? null : new Worker(url, { type: "module" });
}
