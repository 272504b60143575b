// Mermaid's picture beside ours, to be looked at.
//   node pairs.mjs SOURCES OURS OUT [CONFIG]
// OURS holds the same paths as SOURCES with `.svg` for `.mmd`; CONFIG is a JSON object for `mermaid.initialize`.
// Writes OUT/PATH.png, Mermaid on the left.

import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { judge } from "./judge.mjs";

/** Runs in the page: shows both, each at most 900 pixels wide. */
async function show({ source, ours, config }) {
  window.mermaid.initialize({ startOnLoad: false, logLevel: "fatal", ...config });
  let real;
  try {
    real = (await window.mermaid.render("real", source)).svg;
  } catch (error) {
    real = `<pre>${String(error?.message ?? error).replace(/[<&]/g, "?")}</pre>`;
  }
  document.body.innerHTML = `<div id="pair" style="display:inline-flex;gap:16px;background:#e8e8e8;padding:8px">
    <div style="background:#fff;width:900px">${real}</div><div style="width:900px"><img style="max-width:900px"></div></div>`;
  const image = document.querySelector("img");
  image.src = ours ? `data:image/svg+xml;base64,${ours}` : "";
  await image.decode().catch(() => {});
}

const [sources, drawn, out, config = "{}"] = process.argv.slice(2);
const real = await judge();
const page = await real.page({ viewport: { width: 1860, height: 900 } });
for (const path of readdirSync(sources, { recursive: true }).filter((it) => it.endsWith(".mmd")).sort()) {
  const file = join(drawn, path.replace(/\.mmd$/, ".svg"));
  const ours = existsSync(file) ? readFileSync(file).toString("base64") : "";
  await page.evaluate(show, { source: readFileSync(join(sources, path), "utf8"), ours, config: JSON.parse(config) });
  const target = join(out, path.replace(/\.mmd$/, ".png"));
  mkdirSync(dirname(target), { recursive: true });
  await page.locator("#pair").screenshot({ path: target });
}
await real.close();
