// The source editor: a real text area for typing, undo and assistive technology, over a painted copy of its text.

import { pieces } from "./highlight.js";
import { byId, element } from "./page.js";

const COMMENT = { puml: "' ", mermaid: "%% " };

export class Editor {
  #source = byId("source");
  #paint = byId("paint");
  #gutter = byId("gutter");
  #marks = [];
  #language = "puml";
  #painted = [];
  #tabLeaves = false;

  /** Calls `changed` after every edit, whoever made it, and `moved` when the cursor is somewhere else. */
  constructor({ changed, moved }) {
    this.#source.addEventListener("input", () => {
      this.#marks = this.#shifted();
      this.paint();
      changed();
    });
    this.#source.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === this.#source) moved(this.#source.selectionStart);
    });
  }

  get text() {
    return this.#source.value;
  }

  /** Where the cursor is, in UTF-16 units. */
  get cursor() {
    return this.#source.selectionStart;
  }

  /** Replaces everything; undo goes back. */
  set text(text) {
    this.replace([{ start: 0, end: this.#source.value.length, text }]);
    this.#source.setSelectionRange(0, 0);
    byId("editor").scrollTo(0, 0);
  }

  set language(language) {
    if (language === this.#language) return;
    this.#language = language;
    this.#painted = [];
    this.#paint.replaceChildren();
    this.#gutter.replaceChildren();
    this.paint();
  }

  /** Replaces parts as if they were typed, so that undo works. The parts may come in any order. */
  replace(edits) {
    this.#source.focus({ preventScroll: true });
    for (const { start, end, text } of [...edits].sort((a, b) => b.start - a.start)) {
      this.#source.setSelectionRange(start, end);
      const command = text === "" ? "delete" : "insertText";
      if (start === end && text === "") continue;
      if (!document.execCommand(command, false, text)) {
        this.#source.setRangeText(text, start, end, "end");
        this.#source.dispatchEvent(new Event("input"));
      }
    }
  }

  /** Underlines problems: `{start, end, severity, …}` in UTF-16 units. */
  mark(marks) {
    this.#marks = marks;
    this.#before = this.text;
    this.paint();
  }

  /** Puts the cursor somewhere and shows it. */
  goto(start, end = start) {
    this.#source.focus({ preventScroll: true });
    this.#source.setSelectionRange(start, end);
    const line = this.#paint.children[this.text.slice(0, start).split("\n").length - 1];
    line?.scrollIntoView({ block: "center", inline: "nearest" });
  }

  /** The problem painted at a point of the window. */
  markAt(x, y) {
    for (const span of this.#paint.querySelectorAll("[data-mark]")) {
      for (const box of span.getClientRects()) {
        if (box.left <= x && x <= box.right && box.top <= y && y <= box.bottom) {
          return { mark: this.#marks[span.dataset.mark], box };
        }
      }
    }
    return undefined;
  }

  /** Line and column of a place, counted from 1. */
  place(offset) {
    const before = this.text.slice(0, offset).split("\n");
    return { line: before.length, column: before.at(-1).length + 1 };
  }

  /** Only lines that differ are painted again. */
  paint() {
    const keys = [];
    const rows = [];
    let at = 0;
    for (const text of this.text.split("\n")) {
      const marks = this.#marks
        .map((it, index) => ({ ...it, index }))
        .filter((it) => it.start <= at + text.length && it.end >= at);
      rows.push({ text, at, marks });
      keys.push(`${marks.map((it) => `${it.index},${it.start - at},${it.end - at},${it.severity}`).join(";")}|${text}`);
      at += text.length + 1;
    }
    const old = this.#painted;
    let head = 0;
    while (head < old.length && head < keys.length && old[head] === keys[head]) head += 1;
    let tail = 0;
    while (tail < old.length - head && tail < keys.length - head && old.at(-1 - tail) === keys.at(-1 - tail)) tail += 1;
    splice(this.#paint, head, old.length - head - tail, rows.slice(head, rows.length - tail).map((it) => this.#line(it)));
    splice(this.#gutter, head, old.length - head - tail, rows.slice(head, rows.length - tail).map(number));
    this.#painted = keys;
  }

  #before = "";

  /** Marks keep their place while the text before them grows or shrinks; those that are typed into go away. */
  #shifted() {
    const [before, now] = [this.#before, this.text];
    this.#before = now;
    let head = 0;
    while (head < before.length && head < now.length && before[head] === now[head]) head += 1;
    let tail = 0;
    while (tail < before.length - head && tail < now.length - head && before.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
    const shift = now.length - before.length;
    return this.#marks
      .filter((it) => it.end <= head || it.start >= before.length - tail)
      .map((it) => (it.end <= head ? it : { ...it, start: it.start + shift, end: it.end + shift }));
  }

  #line({ text, at, marks }) {
    const out = element("div", { class: "line" });
    const colours = pieces(text, this.#language);
    const edges = new Set([0, text.length]);
    for (const [, start, end] of colours) edges.add(start).add(end);
    for (const mark of marks) {
      edges.add(Math.min(Math.max(mark.start - at, 0), text.length));
      edges.add(Math.min(Math.max(mark.end - at, 0), text.length));
    }
    const sorted = [...edges].sort((a, b) => a - b);
    for (let index = 0; index + 1 < sorted.length; index += 1) {
      const [start, end] = [sorted[index], sorted[index + 1]];
      const colour = colours.find((it) => it[1] <= start && end <= it[2]);
      const mark = marks.find((it) => it.start - at <= start && end <= it.end - at);
      const names = [colour?.[0], mark?.severity].filter(Boolean).join(" ");
      const piece = text.slice(start, end);
      out.append(names ? element("span", { class: names, "data-mark": mark?.index }, piece) : piece);
    }
    // A problem behind the last letter of a line still has something to underline.
    const behind = marks.find((it) => it.start - at >= text.length);
    if (behind) out.append(element("span", { class: behind.severity, "data-mark": behind.index }, " "));
    if (!text && !behind) out.append("\u200b");
    return out;
  }

  #key(event) {
    const tabLeaves = this.#tabLeaves;
    this.#tabLeaves = event.key === "Escape" || (tabLeaves && event.key === "Shift");
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing) this.#enter(event);
    else if (event.key === "Tab" && !tabLeaves && !event.ctrlKey && !event.altKey) this.#indent(event);
    else if (event.key === "/" && (event.ctrlKey || event.metaKey)) this.#comment(event);
  }

  #enter(event) {
    const { selectionStart: start, selectionEnd: end } = this.#source;
    const line = this.text.slice(this.text.lastIndexOf("\n", start - 1) + 1, start);
    const indent = /^[ \t]*/.exec(line)[0];
    const opens = /^\s*(alt|else|opt|loop|par|break|critical|group|box|subgraph|rect)\b(?!.*->)/.test(line) ? "  " : "";
    if (!indent && !opens) return;
    event.preventDefault();
    this.replace([{ start, end, text: `\n${indent}${opens}` }]);
  }

  #indent(event) {
    event.preventDefault();
    const { selectionStart: start, selectionEnd: end } = this.#source;
    if (start === end && !event.shiftKey) return this.replace([{ start, end, text: "  " }]);
    this.#eachLine((line) => (event.shiftKey ? line.replace(/^( {1,2}|\t)/, "") : line && `  ${line}`));
  }

  #comment(event) {
    event.preventDefault();
    const sign = COMMENT[this.#language];
    const pattern = this.#language === "mermaid" ? /^(\s*)%% ?/ : /^(\s*)' ?/;
    const lines = this.#selectedLines().text.split("\n").filter((line) => line.trim());
    const isOn = lines.length > 0 && lines.every((line) => pattern.test(line));
    this.#eachLine((line) => (isOn ? line.replace(pattern, "$1") : line.trim() ? line.replace(/^\s*/, `$&${sign}`) : line));
  }

  #selectedLines() {
    const { selectionStart, selectionEnd } = this.#source;
    const start = this.text.lastIndexOf("\n", selectionStart - 1) + 1;
    const until = this.text.indexOf("\n", Math.max(selectionStart, selectionEnd - 1));
    const end = until < 0 ? this.text.length : until;
    return { start, end, text: this.text.slice(start, end) };
  }

  #eachLine(change) {
    const { start, end, text } = this.#selectedLines();
    const changed = text.split("\n").map(change).join("\n");
    if (changed === text) return;
    this.replace([{ start, end, text: changed }]);
    this.#source.setSelectionRange(start, start + changed.length);
  }
}

function number({ at, marks }) {
  const here = marks.filter((it) => it.start >= at);
  const worst = ["error", "warning", "info"].find((it) => here.some((mark) => mark.severity === it));
  return element("div", { class: worst });
}

function splice(parent, at, removed, added) {
  for (let step = 0; step < removed; step += 1) parent.children[at].remove();
  const before = parent.children[at] ?? null;
  for (const child of added) parent.insertBefore(child, before);
}
