/** A server between a page and its own server: it puts a script before all others, and sees and may refuse each request. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const scriptPath = "/driven.js";

export class Through {
  /** Runs first in every page. */
  script = "";
  /** Called with the address of each request, and its status: 0 for one that was refused. */
  saw: (url: string, status: number) => void = () => {};
  readonly refused = new Set<RegExp>();
  private origin = "";
  private readonly server: Server;

  constructor() {
    this.server = createServer(async ({ url = "/" }, response) => {
      if (url === scriptPath) {
        response.writeHead(200, { "content-type": "text/javascript" }).end(this.script);
        return;
      }
      if ([...this.refused].some((pattern) => pattern.test(url))) {
        this.saw(url, 0);
        response.destroy();
        return;
      }
      const answer = await fetch(this.origin + url);
      this.saw(url, answer.status);
      const headers = Object.fromEntries(
        [...answer.headers].filter(([name]) => !/length|encoding|connection/.test(name)),
      );
      response.writeHead(answer.status, headers);
      const body = Buffer.from(await answer.arrayBuffer());
      const isPage = answer.headers.get("content-type")?.startsWith("text/html");
      response.end(isPage ? withScript(body.toString()) : body);
    });
  }

  /** @returns the address at which the page of `url` is to be opened */
  async open(url: string): Promise<string> {
    if (!this.server.listening) await new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done));
    this.origin = new URL(url).origin;
    const { port } = this.server.address() as AddressInfo;
    return url.replace(this.origin, `http://127.0.0.1:${port}`);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

const withScript = (page: string): string => page.replace(/<head[^>]*>/, `$&<script src="${scriptPath}"></script>`);
