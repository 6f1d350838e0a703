/** Lets the event loop run, without the 4 ms and more that browsers add to timers. */
export class EventLoop {
  #channel: MessageChannel | undefined;

  nextTurn(): Promise<void> {
    const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => void };
    // In Node a channel that is always busy would keep timers waiting.
    if (setImmediate !== undefined) return new Promise((resolve) => setImmediate(resolve));
    this.#channel ??= new MessageChannel();
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
