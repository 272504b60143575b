// The painted copy of the source below the text area: colours and underlines, only for the lines that can be seen.

import { dialects, pieces } from "./highlight.js";
import { byId, element } from "./page.js";

/** Lines that are painted above and below what can be seen, for quick scrolling. */
const AHEAD = 30;
const PADDING = 14;

export class Paint {
  #frame = byId("editor");
  #paint = byId("paint");
  #gutter = byId("gutter");
  #page = this.#paint.parentElement;
  #height = 21;
  #lines = [""];
  #starts = [0];
  #marks = [];
  #language = "puml";
  #dialects = [];
  #shown = new Map();
  #waiting = false;
  #pen = document.createElement("canvas").getContext("2d");

  constructor() {
    this.#frame.addEventListener("scroll", () => this.#later());
    new ResizeObserver(() => {
      this.#measure();
      this.show();
    }).observe(this.#frame);
  }

  /** The text, the underlined places and the language; `marks` are `{start, end, severity}` in UTF-16 units. */
  set({ text, marks = this.#marks, language = this.#language }) {
    const isOther = language !== this.#language;
    this.#language = language;
    this.#marks = marks;
    if (text !== undefined) this.#cut(text);
    if (isOther || text !== undefined) this.#choose();
    this.show();
  }

  /** Line and column of a place, counted from 1. */
  place(offset) {
    const line = this.#lineOf(offset);
    return { line: line + 1, column: offset - this.#starts[line] + 1 };
  }

  /** Where a line starts, counted from 1. */
  start(line) {
    return this.#starts[Math.min(Math.max(line, 1), this.#starts.length) - 1];
  }

  /** Brings a place into view. */
  reveal(offset) {
    const top = PADDING + this.#lineOf(offset) * this.#height;
    const { scrollTop, clientHeight } = this.#frame;
    if (top < scrollTop + this.#height || top > scrollTop + clientHeight - 3 * this.#height) {
      this.#frame.scrollTop = Math.max(0, top - clientHeight / 2);
    }
    this.show();
  }

  /** The box in the window of a place, on a line that can be seen. */
  boxOf(offset) {
    const line = this.#lineOf(offset);
    const row = this.#shown.get(line)?.row;
    return row && rangeAt(row, offset - this.#starts[line], 0).getBoundingClientRect();
  }

  /** The place at a point of the window; nothing beside the text. */
  offsetAt(x, y) {
    for (const [line, { row }] of this.#shown) {
      const box = row.getBoundingClientRect();
      if (y < box.top || y >= box.bottom) continue;
      const length = this.#lines[line].length;
      let [low, high] = [0, length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (rangeAt(row, middle, 1).getBoundingClientRect().right <= x) low = middle + 1;
        else high = middle;
      }
      const isBeside = low === length || x < rangeAt(row, low, 1).getBoundingClientRect().left;
      return isBeside ? undefined : this.#starts[line] + low;
    }
    return undefined;
  }

  /** The underlined place at a point of the window, and its box. */
  markAt(x, y) {
    for (const span of this.#paint.querySelectorAll("[data-mark]")) {
      for (const box of span.getClientRects()) {
        if (box.left <= x && x <= box.right && box.top <= y && y <= box.bottom) return { mark: this.#marks[span.dataset.mark], box };
      }
    }
    return undefined;
  }

  /** Paints what can be seen and is not painted yet. */
  show() {
    this.#waiting = false;
    const { scrollTop, clientHeight } = this.#frame;
    const first = Math.max(0, Math.floor((scrollTop - PADDING) / this.#height) - AHEAD);
    const last = Math.min(this.#lines.length, Math.ceil((scrollTop + clientHeight) / this.#height) + AHEAD);
    for (const [line, { row, number }] of this.#shown) {
      if (first <= line && line < last) continue;
      row.remove();
      number.remove();
      this.#shown.delete(line);
    }
    for (let line = first; line < last; line += 1) this.#line(line);
  }

  #later() {
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => this.show());
  }

  #cut(text) {
    this.#lines = text.split("\n");
    this.#starts = new Array(this.#lines.length);
    let at = 0;
    let longest = "";
    this.#lines.forEach((line, index) => {
      this.#starts[index] = at;
      at += line.length + 1;
      if (line.length > longest.length) longest = line;
    });
    this.#page.style.minHeight = `${this.#lines.length * this.#height + 54}px`;
    this.#gutter.style.setProperty("--digits", String(this.#lines.length).length);
    // Wide letters count double, so that no line is cut.
    const wide = longest.replace(/[\u1100-\uffff]/g, "MM").replaceAll("\t", "  ");
    this.#page.style.minWidth = `${Math.ceil(this.#pen.measureText(wide).width) + 40}px`;
  }

  /** Which dialect each line is written in; lines whose dialect has changed are painted anew. */
  #choose() {
    const before = this.#dialects;
    this.#dialects = dialects(this.#lines, this.#language);
    const names = (all) => all.map(([, dialect]) => dialect.name).join();
    if (names(before) !== names(this.#dialects)) this.#clear();
  }

  #measure() {
    const style = getComputedStyle(this.#frame);
    this.#pen.font = `${style.fontSize} ${style.fontFamily}`;
    const height = parseFloat(style.lineHeight) || 21;
    if (height === this.#height) return;
    this.#height = height;
    this.#clear();
    this.#cut(this.#lines.join("\n"));
  }

  #clear() {
    this.#shown.clear();
    this.#paint.replaceChildren();
    this.#gutter.replaceChildren();
  }

  #lineOf(offset) {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #line(line) {
    const [text, at] = [this.#lines[line], this.#starts[line]];
    const marks = this.#marks.map((it, index) => ({ ...it, index })).filter((it) => it.start <= at + text.length && it.end >= at);
    const key = `${marks.map((it) => `${it.index},${it.start - at},${it.end - at},${it.severity}`).join(";")}|${text}`;
    const known = this.#shown.get(line);
    if (known?.key === key) return;
    known?.row.remove();
    known?.number.remove();
    const here = marks.filter((it) => it.start >= at);
    const worst = ["error", "warning", "info"].find((it) => here.some((mark) => mark.severity === it));
    const row = this.#row(text, at, marks);
    const number = element("div", { class: worst }, String(line + 1));
    for (const it of [row, number]) it.style.top = `${PADDING + line * this.#height}px`;
    this.#paint.append(row);
    this.#gutter.append(number);
    this.#shown.set(line, { key, row, number });
  }

  #row(text, at, marks) {
    const row = element("div", { class: "line" });
    const line = this.#lineOf(at);
    const dialect = this.#dialects.findLast(([from]) => from <= line)?.[1];
    const colours = dialect && text.length < 2_000 ? pieces(text, dialect) : [];
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
      row.append(names ? element("span", { class: names, "data-mark": mark?.index }, piece) : piece);
    }
    // A problem behind the last letter of a line still has something to underline.
    const behind = marks.find((it) => it.start - at >= text.length);
    if (behind) row.append(element("span", { class: behind.severity, "data-mark": behind.index }, " "));
    if (!text && !behind) row.append("\u200b");
    return row;
  }
}

/** Some letters of a painted line. */
function rangeAt(row, column, length) {
  const range = document.createRange();
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  let left = column;
  let node = walker.nextNode();
  for (let next = node; next; next = walker.nextNode()) {
    node = next;
    if (left < node.length || (length === 0 && left === node.length)) break;
    left -= node.length;
  }
  const start = Math.min(Math.max(left, 0), node.length);
  range.setStart(node, start);
  range.setEnd(node, Math.min(start + length, node.length));
  return range;
}
