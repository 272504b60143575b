// Colours for source text: a line at a time, by pattern. Meaning is the compiler's business.

import { data, gantt, tree, yaml } from "./highlight/blocks.js";
import { mermaid, startsMermaid } from "./highlight/mermaid.js";
import { uml } from "./highlight/uml.js";

/** How a line is coloured, by the word behind `@start` above it. */
const DIALECTS = { gantt, project: gantt, mindmap: tree, wbs: tree, json: data, yaml };

/** Which language a text is written in. */
export function language(text) {
  if (/^\s*@start/m.test(text)) return "puml";
  return startsMermaid(text) ? "mermaid" : "puml";
}

/** The lines at which another dialect begins, as `[line, dialect]`. */
export function dialects(lines, kind) {
  if (kind === "mermaid") return [[0, mermaid]];
  const found = [[0, uml]];
  lines.forEach((line, index) => {
    const word = line.includes("@start") && /^\s*@start(\w+)/.exec(line)?.[1].toLowerCase();
    if (word) found.push([index, DIALECTS[word] ?? uml]);
  });
  return found;
}

/** The pieces of one line as [class, start, end], in order and apart from each other. */
export function pieces(line, dialect) {
  const found = dialect === mermaid ? mermaid(line) : (marks(line) ?? dialect(line));
  return apart(found);
}

/** Comments, markers and directives, which every dialect of PlantUML has. */
function marks(line) {
  if (/^\s*(?:'|\/').*/.test(line)) return [["c", 0, line.length]];
  if (/^\s*(?:@start|@end|!\w)/.test(line)) return [["m", 0, line.length]];
  return undefined;
}

/** Earlier patterns win over later ones that overlap them. */
function apart(found) {
  const kept = [];
  for (const piece of found) {
    if (piece[2] > piece[1] && kept.every((it) => piece[2] <= it[1] || it[2] <= piece[1])) kept.push(piece);
  }
  return kept.sort((a, b) => a[1] - b[1]);
}
