// Markdown as elements, as far as plans use it: headings, lists, tables, quotes, code and diagrams. Text never becomes HTML.

import { element } from "./page.js";

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^(\s*)([-*+]|\d{1,4}[.)])\s+(.*)$/;
const RULE = /^\s*([-*_])(\s*\1){2,}\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})\s*([\w-]*)/;
const DELIMITER = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const FIGURE = /^[-+−]?[€$£]?\s?\d[\d\s.,' ]*\s?(%|€|\$|£|[A-Z]{3}|days?|d)?$/;

/** The elements of a text. `draw(language, source)` gives a picture for a fenced diagram, or nothing. */
export function rendered(text, draw = () => undefined) {
  return blocks(text.replaceAll("\r\n", "\n").split("\n"), draw);
}

function blocks(lines, draw) {
  const out = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    const [taken, block] = !line.trim() ? [1]
      : FENCE.test(line) ? fenced(lines, at, draw)
      : HEADING.test(line) ? [1, heading(line)]
      : RULE.test(line) ? [1, element("hr")]
      : /^\s*>/.test(line) ? quote(lines, at, draw)
      : line.includes("|") && DELIMITER.test(lines[at + 1] ?? "") ? table(lines, at)
      : ITEM.test(line) ? list(lines, at, draw)
      : paragraph(lines, at);
    if (block) out.push(block);
    at += taken;
  }
  return out;
}

function heading(line) {
  const [, marks, words] = HEADING.exec(line);
  return element(`h${Math.min(marks.length, 6)}`, {}, ...inline(words));
}

function fenced(lines, at, draw) {
  const [, fence, language] = FENCE.exec(lines[at]);
  let end = at + 1;
  while (end < lines.length && !lines[end].trim().startsWith(fence)) end += 1;
  const code = lines.slice(at + 1, end).join("\n");
  return [end - at + 1, draw(language, code) ?? element("pre", { tabindex: "0" }, element("code", {}, code))];
}

function quote(lines, at, draw) {
  let end = at;
  while (end < lines.length && /^\s*>/.test(lines[end])) end += 1;
  const inner = lines.slice(at, end).map((line) => line.replace(/^\s*>\s?/, ""));
  return [end - at, element("blockquote", {}, ...blocks(inner, draw))];
}

/** A list with everything that is indented below its items. */
function list(lines, at, draw) {
  const [, indent, mark] = ITEM.exec(lines[at]);
  const isOrdered = /\d/.test(mark);
  const items = [];
  let end = at;
  while (end < lines.length) {
    const found = ITEM.exec(lines[end]);
    if (!found || found[1].length !== indent.length || /\d/.test(found[2]) !== isOrdered) break;
    const inner = [];
    const deeper = new RegExp(`^\\s{${indent.length + 2},}\\S`);
    end += 1;
    while (end < lines.length && (deeper.test(lines[end]) || (!lines[end].trim() && deeper.test(lines[end + 1] ?? "")))) inner.push(lines[end++].slice(indent.length + 2));
    items.push(element("li", {}, ...inline(found[3]), ...blocks(inner, draw)));
  }
  const start = isOrdered && parseInt(mark, 10) !== 1 ? parseInt(mark, 10) : undefined;
  return [end - at, element(isOrdered ? "ol" : "ul", { start }, ...items)];
}

function table(lines, at) {
  const sides = cells(lines[at + 1]).map((it) => (it.endsWith(":") ? (it.startsWith(":") ? "center" : "right") : ""));
  let end = at + 2;
  while (end < lines.length && lines[end].includes("|") && lines[end].trim()) end += 1;
  const rows = lines.slice(at + 2, end).map(cells);
  const head = cells(lines[at]);
  // A column of figures is read from its right end, whatever its writer said.
  const isFigures = (column) => rows.some((row) => row[column]) && rows.every((row) => !row[column] || FIGURE.test(row[column].replaceAll("*", "")));
  const side = head.map((_, column) => sides[column] || (isFigures(column) ? "right" : ""));
  const row = (name, texts) => element("tr", {}, ...head.map((_, column) => element(name, { class: side[column] || undefined }, ...inline(texts[column] ?? ""))));
  return [end - at, element("div", { class: "wide", tabindex: "0" }, element("table", {}, element("thead", {}, row("th", head)), element("tbody", {}, ...rows.map((it) => row("td", it)))))];
}

/** The cells of a row; an escaped bar is none. */
const cells = (line) => line.trim().replace(/^\|/, "").replace(/(^|[^\\])\|$/, "$1").split(/(?<!\\)\|/).map((it) => it.trim());

function paragraph(lines, at) {
  let end = at;
  const isOther = (line) => !line.trim() || FENCE.test(line) || HEADING.test(line) || /^\s*>/.test(line) || ITEM.test(line) || RULE.test(line);
  while (end < lines.length && (end === at || !isOther(lines[end]))) end += 1;
  return [end - at, element("p", {}, ...inline(lines.slice(at, end).map((line) => line.trim()).join(" ")))];
}

const INLINE = /\\([\\`*_{}[\]()#+\-.!|<>~])|(`+)(.+?)\2|\*\*(.+?)\*\*|(?<![\w*])\*([^\s*][^*]*?)\*(?!\w)|(?<!\w)_([^\s_][^_]*?)_(?!\w)|!?\[([^\]]*)\]\(([^()\s]*)[^()]*\)|<br\s*\/?>/g;

/** Words with their marks. Links lead to other pages and nowhere else. */
function inline(text) {
  const out = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    out.push(text.slice(at, found.index));
    at = found.index + found[0].length;
    const [whole, escaped, , code, strong, starred, lined, label, target] = found;
    if (escaped !== undefined) out.push(escaped);
    else if (code !== undefined) out.push(element("code", {}, code.trim()));
    else if (strong !== undefined) out.push(element("strong", {}, ...inline(strong)));
    else if (starred ?? lined) out.push(element("em", {}, ...inline(starred ?? lined)));
    else if (label !== undefined) out.push(/^https?:\/\//.test(target) && !whole.startsWith("!") ? element("a", { href: target, rel: "noreferrer", target: "_blank" }, ...inline(label)) : label);
    else out.push(element("br"));
  }
  out.push(text.slice(at));
  return out.filter((it) => it !== "");
}
