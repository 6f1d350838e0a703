/** Lets the event loop run, without the 4 ms and more that browsers add to timers. */
export class EventLoop {
  #channel: MessageChannel | null | undefined;

  nextTurn(): Promise<void> {
    const { setImmediate, process } = globalThis as {
      setImmediate?: (callback: () => void) => void;
      process?: { versions?: { node?: string } };
    };
    // In Node a channel that is always busy would keep timers waiting.
    if (setImmediate !== undefined && process?.versions?.node !== undefined)
      return new Promise((resolve) => setImmediate(resolve));
    this.#channel ??= newChannel();
    if (this.#channel === null) return new Promise((resolve) => setTimeout(resolve));
    const { port1, port2 } = this.#channel;
    return new Promise((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  }

  end(): void {
    this.#channel?.port1.close();
  }
}

/** Null where there is none. Next's edge has one, and a setImmediate, that throw. */
function newChannel(): MessageChannel | null {
  try {
    return new MessageChannel();
  } catch {
    return null;
  }
}
