// What the real Mermaid says to each source of a folder: `mermaid.parse` in a headless Chromium.
//   node ask.mjs FOLDER ANSWERS.tsv
// Writes a header line, then per source its path, `accept` or `reject`, and the first line of the message.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { judge } from "./judge.mjs";

/** Sources per call, and milliseconds that a call may take. */
const BATCH = 40;
const PATIENCE = 20_000;

/** Runs in the page. */
async function verdicts(sources) {
  const answers = [];
  for (const source of sources) {
    try {
      await window.mermaid.parse(source);
      answers.push("accept\t");
    } catch (error) {
      const message = String(error?.message ?? error?.str ?? error);
      answers.push(`reject\t${message.replace(/\s+/g, " ").slice(0, 300)}`);
    }
  }
  return answers;
}

const real = await judge();
let page = await real.page();

/** Answers for some sources; one that never ends counts as refused, and the others are asked again without it. */
async function ask(sources) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null).unref());
  const found = await Promise.race([page.evaluate(verdicts, sources), late]).catch(() => null);
  if (found) return found;
  void page.close().catch(() => {});
  page = await real.page();
  if (sources.length === 1) return ["reject\tno answer in time"];
  const half = sources.length >> 1;
  return [...(await ask(sources.slice(0, half))), ...(await ask(sources.slice(half)))];
}

const [folder, answers] = process.argv.slice(2);
const paths = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(".mmd")).sort();
const lines = ["path\tverdict\tmessage"];
for (let at = 0; at < paths.length; at += BATCH) {
  const some = paths.slice(at, at + BATCH);
  const found = await ask(some.map((path) => readFileSync(join(folder, path), "utf8")));
  lines.push(...some.map((path, index) => `${path}\t${found[index]}`));
}
writeFileSync(answers, `${lines.join("\n")}\n`);
await real.close();
console.error(`${paths.length} answers of Mermaid`);
