// Colours for source text: a line at a time, by pattern. Meaning is the compiler's business.

const PUML_HEAD = /^\s*(participant|actor|boundary|control|entity|database|collections|queue|create|destroy|activate|deactivate|autoactivate|autonumber|return|note|hnote|rnote|ref|alt|else|also|opt|loop|par2?|break|critical|group|partition|end|endnote|endref|endbox|box|title|caption|header|footer|legend|newpage|hide|show|skinparam|scale|mainframe|ignore|left|right|center|class|interface|abstract|enum|annotation|struct|object|map|package|namespace|together|component|node|cloud|frame|folder|artifact|card|rectangle|storage|usecase|agent|person|port|state|fork|start|stop|if|elseif|endif|while|endwhile|repeat|switch|case|endswitch|split|detach|kill|swimlane|project|order|top|bottom|allowmixing|set|remove|restore|together|json|concise|robust|clock|binary)\b/i;
const PUML_INNER = /\b(as|over|across|of|order|left|right|footbox|unlinked|on|off|stop|resume)\b/gi;
const MERMAID_WORDS = /\b(sequenceDiagram|flowchart|graph|classDiagram|stateDiagram(?:-v2)?|erDiagram|gantt|pie|journey|gitGraph|mindmap|timeline|quadrantChart|requirementDiagram|sankey(?:-beta)?|xychart(?:-beta)?|block(?:-beta)?|packet(?:-beta)?|architecture(?:-beta)?|kanban|radar-beta|treemap(?:-beta)?|zenuml|C4\w+|subgraph|end|participant|actor|as|note|Note|over|left of|right of|loop|alt|else|opt|par|and|critical|break|rect|activate|deactivate|autonumber|class|state|section|title|direction|click|style|classDef|linkStyle|branch|commit|checkout|merge|dateFormat|axisFormat|showData|namespace|x-axis|y-axis|bar|line|TD|TB|LR|RL|BT)\b/g;
const MERMAID_HEAD = /^(sequenceDiagram|flowchart|graph|classDiagram|stateDiagram|erDiagram|gantt|pie|journey|gitGraph|mindmap|timeline|quadrantChart|requirement|sankey|xychart|block|packet|architecture|kanban|radar|tree(?:map|View)|venn|wardley|ishikawa|cynefin|eventmodeling|swimlane|railroad|usecase|agentflow|C4\w+|zenuml|info)\b/;

/** Which language a text is written in. */
export function language(text) {
  if (/^\s*@start/m.test(text)) return "puml";
  const body = text.replace(/^\s*---\r?\n[\s\S]*?\r?\n---\r?\n/, "");
  const first = body.split("\n").map((line) => line.trim()).find((line) => line && !line.startsWith("%%"));
  return first && MERMAID_HEAD.test(first) ? "mermaid" : "puml";
}

/** The pieces of one line as [class, start, end], in order and apart from each other. */
export function pieces(line, kind) {
  return kind === "mermaid" ? mermaid(line) : puml(line);
}

function puml(line) {
  if (/^\s*'/.test(line)) return [["c", 0, line.length]];
  if (/^\s*[@!]/.test(line)) return [["m", 0, line.length]];
  if (/^\s*(==|\.\.\.|\|\|)/.test(line)) return [["k", 0, line.length]];
  const colon = line.search(/(?<![:\w]):(?!:)|(?<=\w):(?!:)/);
  const head = colon < 0 ? line : line.slice(0, colon);
  const found = [];
  all(found, "s", head, /"[^"]*"?/g);
  const arrow = /(?<=^|[\s"\w\])])[<\/\\xo?\[]*(?:-+(?:\[[^\]]*\])?-*|\.+)[>\/\\xo?\]]+(?=$|[\s"\w\[(])|<+[-\/\\]+/.exec(head);
  if (arrow) found.push(["a", arrow.index, arrow.index + arrow[0].length]);
  const keyword = PUML_HEAD.exec(head);
  // A participant may be called `end` or `note`: before an arrow it is a name.
  if (keyword && !(arrow && /^\s*$/.test(head.slice(keyword[0].length, arrow.index)))) {
    found.push(["k", keyword[0].length - keyword[1].length, keyword[0].length]);
    all(found, "k", head, PUML_INNER, keyword[0].length);
  }
  all(found, "m", head, /<<[^>]*>>/g);
  all(found, "n", head, /#[\w|\/\\-]+/g);
  all(found, "a", head, /(?:\+\+|--|\*\*|!!)\s*(?=$|#)/g);
  return apart(found);
}

function mermaid(line) {
  if (/^\s*%%/.test(line)) return [["c", 0, line.length]];
  const found = [];
  all(found, "s", line, /"[^"]*"?/g);
  all(found, "a", line, /(?:<|x|o|\|o|\|\||\}o|\}\|)?(?:--+|==+|-\.+-?|~~~|\.\.+)(?:>>?|\)|x|o\{|\|\{|\|\||o\||\|>|\*)?/g);
  all(found, "k", line, MERMAID_WORDS);
  all(found, "n", line, /#[0-9a-fA-F]{3,8}\b|\b\d{4}-\d{2}-\d{2}\b/g);
  return apart(found);
}

function all(found, name, text, pattern, from = 0) {
  for (const match of text.matchAll(pattern)) {
    if (match.index >= from) found.push([name, match.index, match.index + match[0].length]);
  }
}

/** Earlier patterns win over later ones that overlap them. */
function apart(found) {
  const kept = [];
  for (const piece of found) {
    if (piece[2] > piece[1] && kept.every((it) => piece[2] <= it[1] || it[2] <= piece[1])) kept.push(piece);
  }
  return kept.sort((a, b) => a[1] - b[1]);
}
