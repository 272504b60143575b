// The real Mermaid in a headless Chromium. `JUDGE` names the folder it is installed in.

import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const { chromium } = createRequire(`${process.env.JUDGE}/`)("playwright-core");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

const PAGE = `<!doctype html><meta charset="utf-8"><body style="margin:0"><script type="module">
  import mermaid from "/mermaid/dist/mermaid.esm.min.mjs";
  import zenuml from "/@mermaid-js/mermaid-zenuml/dist/mermaid-zenuml.esm.min.mjs";
  await mermaid.registerExternalDiagrams([zenuml]);
  mermaid.initialize({ startOnLoad: false, logLevel: "fatal" });
  window.mermaid = mermaid;
</script>`;

/** Mermaid's own modules load their parts over HTTP. */
function served() {
  const root = join(process.env.JUDGE, "node_modules");
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const isScript = [".mjs", ".js"].includes(extname(path));
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    if (path === "/") return response.end(PAGE);
    const file = createReadStream(join(root, path));
    file.on("error", () => response.writeHead(404).end());
    file.pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** A browser whose pages hold `window.mermaid`. */
export async function judge() {
  const server = await served();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  return {
    async page(options) {
      const page = await browser.newPage(options);
      // A busy machine takes its time to load Mermaid's many parts.
      page.setDefaultTimeout(300_000);
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      await page.waitForFunction(() => window.mermaid);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
