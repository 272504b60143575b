// Mermaid, all of its types.

import { all } from "./find.js";

const WORDS = /\b(sequenceDiagram|flowchart|graph|classDiagram|stateDiagram(?:-v2)?|erDiagram|gantt|pie|journey|gitGraph|mindmap|timeline|quadrantChart|requirementDiagram|sankey(?:-beta)?|xychart(?:-beta)?|block(?:-beta)?|packet(?:-beta)?|architecture(?:-beta)?|kanban|radar-beta|treemap(?:-beta)?|zenuml|C4\w+|subgraph|end|participant|actor|as|note|Note|over|left of|right of|loop|alt|else|opt|par|and|critical|break|rect|activate|deactivate|autonumber|class|state|section|title|direction|click|style|classDef|linkStyle|branch|commit|checkout|merge|dateFormat|axisFormat|showData|namespace|x-axis|y-axis|bar|line|TD|TB|LR|RL|BT)\b/g;
const HEAD = /^(sequenceDiagram|flowchart|graph|classDiagram|stateDiagram|erDiagram|gantt|pie|journey|gitGraph|mindmap|timeline|quadrantChart|requirement|sankey|xychart|block|packet|architecture|kanban|radar|tree(?:map|View)|venn|wardley|ishikawa|cynefin|eventmodeling|swimlane|railroad|usecase|agentflow|C4\w+|zenuml|info)\b/;
/** The line that says the type. */
const STARTS = new RegExp(`^\\s*${HEAD.source.slice(1)}[\\w-]*`, "g");

/** Whether a text that has no marker is Mermaid. */
export function startsMermaid(text) {
  const body = text.replace(/^\s*---\r?\n[\s\S]*?\r?\n---\r?\n/, "");
  const first = body.split("\n").map((line) => line.trim()).find((line) => line && !line.startsWith("%%"));
  return Boolean(first && HEAD.test(first));
}

export function mermaid(line) {
  if (/^\s*%%/.test(line)) return [["c", 0, line.length]];
  const found = [];
  all(found, "s", line, /"[^"]*"?/g);
  all(found, "a", line, /(?:<|x|o|\|o|\|\||\}o|\}\|)?(?:--+|==+|-\.+-?|~~~|\.\.+)(?:>>?|\)|x|o\{|\|\{|\|\||o\||\|>|\*)?/g);
  all(found, "k", line, STARTS);
  all(found, "k", line, WORDS);
  all(found, "n", line, /#[0-9a-fA-F]{3,8}\b|\b\d{4}-\d{2}-\d{2}\b/g);
  return found;
}
