import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "./bundle.ts";

/** A page that is served on an origin of its own. */
export interface Page {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** The URL at which the page shows something. */
  showing(subject: string): string;
  close(): Promise<void>;
}

const HTML = `<!doctype html><html lang="en"><title>Test</title><link rel="icon" href="data:,"><body><script type="module" src="/page.js"></script>`;

const LAUNCHER = `
  import { show } from "app";
  const print = (text) => {
    const line = document.createElement("div");
    line.textContent = text;
    document.body.append(line);
  };
  const subject = decodeURIComponent(location.hash.slice(1));
  globalThis.shown = show(subject, print).catch((error) => print(String(error)));`;

/**
 * Serves a page on the loopback interface that runs a script, bundled with all it imports. The script is a module that
 * exports `show(subject: string, print: (line: string) => void): Promise<void>`; what it rejects with is printed, too.
 */
export async function startPage(script: string | URL): Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), "a2akit-page-"));
  const outfile = join(folder, "page.js");
  let code: string;
  try {
    await bundle({ script, launcher: LAUNCHER, condition: "browser", outfile });
    code = readFileSync(outfile, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const server = createServer(({ url }, response) => {
    const [type, body] = url === "/page.js" ? ["text/javascript", code] : ["text/html; charset=utf-8", HTML];
    response.writeHead(200, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    showing: (subject) => `${origin}/#${encodeURIComponent(subject)}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
