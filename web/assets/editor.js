// The source editor: a real text area for typing and assistive technology, over a painted copy of its text.

import { byId } from "./page.js";
import { Paint } from "./paint.js";
import { Undo } from "./undo.js";

const COMMENT = { puml: "' ", mermaid: "%% " };
const OPENS = /^\s*(alt|else|opt|loop|par|break|critical|group|box|subgraph|rect)\b(?!.*->)|\{\s*$/;
/** Longer texts are put in place at once; shorter ones as if they were typed, which is cheaper in a long text. */
const LONGEST_TYPED = 200;

export class Editor {
  #source = byId("source");
  #paint = new Paint();
  #undo = new Undo();
  #text = "";
  #marks = [];
  #language = "puml";
  #tabLeaves = false;
  #cursor = 0;
  #changed;

  /** Calls `changed(data)` after every edit with what was typed, and `moved(cursor)` when the cursor is elsewhere. */
  constructor({ changed, moved }) {
    this.#changed = changed;
    this.#source.addEventListener("input", (event) => this.#edited(event.data));
    this.#source.addEventListener("beforeinput", (event) => {
      this.#cursor = this.#source.selectionStart;
      const isBack = event.inputType === "historyUndo";
      if (!isBack && event.inputType !== "historyRedo") return;
      event.preventDefault();
      this.#travel(isBack);
    });
    this.#source.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === this.#source) moved(this.#source.selectionStart);
    });
  }

  get text() {
    return this.#text;
  }

  /** Where the cursor is, in UTF-16 units. */
  get cursor() {
    return this.#source.selectionStart;
  }

  /** The selection as `{start, end}`. */
  get selection() {
    return { start: this.#source.selectionStart, end: this.#source.selectionEnd };
  }

  get paint() {
    return this.#paint;
  }

  /** Shows another text, with an undo of its own. */
  open(text) {
    this.#undo.clear();
    this.#marks = [];
    this.#put(text, 0);
    byId("editor").scrollTo(0, 0);
    this.#paint.show();
  }

  set language(language) {
    this.#language = language;
    this.#paint.set({ language });
  }

  /** Replaces parts, which undo takes back together. The parts may come in any order and do not overlap. */
  replace(edits) {
    const sorted = edits.filter((it) => it.start !== it.end || it.text).sort((a, b) => a.start - b.start);
    if (!sorted.length) return;
    this.#source.focus({ preventScroll: true });
    const [{ start, end, text }] = sorted;
    if (sorted.length === 1 && end - start + text.length < LONGEST_TYPED && !this.#source.readOnly) {
      this.#source.setSelectionRange(start, end);
      if (document.execCommand(text ? "insertText" : "delete", false, text)) return;
    }
    let after = "";
    let at = 0;
    for (const edit of sorted) {
      after += this.#text.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    const cursor = after.length;
    after += this.#text.slice(at);
    this.#undo.note(this.#text, after, this.#source.selectionStart);
    this.#put(after, cursor);
    this.#changed();
  }

  /** Underlines problems: `{start, end, severity, …}` in UTF-16 units. */
  mark(marks) {
    this.#marks = marks;
    this.#paint.set({ marks });
  }

  /** Puts the cursor somewhere and shows it. */
  goto(start, end = start) {
    this.#source.focus({ preventScroll: true });
    this.#source.setSelectionRange(start, end);
    this.#paint.reveal(start);
  }

  /** Line and column of a place, counted from 1. */
  place(offset) {
    return this.#paint.place(offset);
  }

  undo() {
    this.#travel(true);
  }

  redo() {
    this.#travel(false);
  }

  #travel(isBack) {
    const there = isBack ? this.#undo.back(this.#text) : this.#undo.forth(this.#text);
    if (!there) return;
    this.#put(there.text, there.cursor);
    this.#paint.reveal(there.cursor);
    this.#changed();
  }

  #put(text, cursor) {
    this.#source.value = text;
    // The text area has its own idea of line ends.
    this.#text = this.#source.value;
    this.#source.setSelectionRange(cursor, cursor);
    this.#marks = [];
    this.#paint.set({ text: this.#text, marks: [] });
  }

  #edited(data) {
    const before = this.#text;
    this.#text = this.#source.value;
    this.#undo.note(before, this.#text, this.#cursor);
    this.#marks = this.#shifted(before);
    this.#paint.set({ text: this.#text, marks: this.#marks });
    this.#changed(data);
  }

  /** Problems move with the text until the compiler speaks again; those that were typed into go. */
  #shifted(before) {
    const grown = this.#text.length - before.length;
    const cursor = this.#source.selectionStart;
    const from = cursor - Math.max(grown, 0);
    return this.#marks
      .filter((it) => it.end < from || it.start > from)
      .map((it) => (it.start > from ? { ...it, start: it.start + grown, end: it.end + grown } : it))
      .filter((it) => it.start >= 0 && it.end <= this.#text.length + 1);
  }

  #key(event) {
    const tabLeaves = this.#tabLeaves;
    this.#tabLeaves = event.key === "Escape" || (tabLeaves && event.key === "Shift");
    if (event.defaultPrevented) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && !isCommand && !event.altKey && !event.isComposing) this.#enter(event);
    else if (event.key === "Tab" && !tabLeaves && !event.ctrlKey && !event.altKey) this.#indent(event);
    else if (event.key === "/" && isCommand) this.#comment(event);
    else if (isCommand && /^[zy]$/i.test(event.key)) {
      event.preventDefault();
      this.#travel(event.key.toLowerCase() === "z" && !event.shiftKey);
    }
  }

  #enter(event) {
    const { start, end } = this.selection;
    const line = this.#text.slice(this.#text.lastIndexOf("\n", start - 1) + 1, start);
    const indent = /^[ \t]*/.exec(line)[0];
    const opens = OPENS.test(line) ? "  " : "";
    if (!indent && !opens) return;
    event.preventDefault();
    this.replace([{ start, end, text: `\n${indent}${opens}` }]);
  }

  #indent(event) {
    event.preventDefault();
    const { start, end } = this.selection;
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
    const { start: from, end: to } = this.selection;
    const start = this.#text.lastIndexOf("\n", from - 1) + 1;
    const until = this.#text.indexOf("\n", Math.max(from, to - 1));
    const end = until < 0 ? this.#text.length : until;
    return { start, end, text: this.#text.slice(start, end) };
  }

  #eachLine(change) {
    const { start, end, text } = this.#selectedLines();
    const changed = text.split("\n").map(change).join("\n");
    if (changed === text) return;
    this.replace([{ start, end, text: changed }]);
    this.#source.setSelectionRange(start, start + changed.length);
  }
}
