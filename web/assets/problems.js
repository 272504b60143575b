// Problems: the list below the source and the card at the underlined place, each with fixes to click.

import { byId, count, element, prose } from "./page.js";

/** How long a pointer rests before the server is asked about what it rests on. */
const REST = 350;
const MOST = 200;
const WORD = { error: "Error", warning: "Warning", info: "Note" };

/** Fills the list. `goto(problem)` shows a place, `apply(fix)` carries out a fix. */
export function list(problems, actions) {
  byId("problems").hidden = problems.length === 0;
  const errors = problems.filter((it) => it.severity === "error").length;
  const others = problems.length - errors;
  const told = [errors && count(errors, "error"), others && count(others, "remark")].filter(Boolean);
  byId("problems-heading").textContent = told.join(", ");
  byId("problem-list").replaceChildren(...problems.slice(0, MOST).map((it) => row(it, actions)));
}

/** The card at an underlined place, and at a word that there is something to say about. */
export class Hint {
  #card = byId("hint");
  #actions;
  #timer;
  #asking;

  /** `describe(offset)` gives elements about a place, or nothing. */
  constructor(editor, actions) {
    this.#actions = actions;
    const surface = byId("source");
    surface.addEventListener("pointermove", ({ clientX, clientY, buttons }) => {
      clearTimeout(this.#asking);
      const found = editor.paint.markAt(clientX, clientY);
      if (found) return this.#show(this.#problem(found.mark.problem), found.box);
      this.#leave();
      if (!buttons) this.#asking = setTimeout(() => this.#ask(editor, clientX, clientY), REST);
    });
    surface.addEventListener("pointerleave", () => this.#leave());
    surface.addEventListener("input", () => this.hide());
    this.#card.addEventListener("pointerenter", () => clearTimeout(this.#timer));
    this.#card.addEventListener("pointerleave", () => this.#leave());
    byId("editor").addEventListener("scroll", () => this.hide());
  }

  hide() {
    clearTimeout(this.#timer);
    clearTimeout(this.#asking);
    this.#card.hidden = true;
  }

  #problem({ message, hints = [], fixes = [] }) {
    const offered = fixes.map((fix) => fixButton(fix, (chosen) => {
      this.hide();
      this.#actions.apply(chosen);
    }));
    return [element("p", {}, ...prose(message)), ...hints.map((hint) => element("p", { class: "more" }, ...prose(hint))), ...offered];
  }

  async #ask(editor, x, y) {
    const offset = editor.paint.offsetAt(x, y);
    if (offset === undefined) return;
    const text = editor.text;
    const told = await this.#actions.describe(offset);
    if (told && text === editor.text) this.#show(told, { left: x, top: y - 12, bottom: y + 10 });
  }

  #show(content, box) {
    clearTimeout(this.#timer);
    this.#card.replaceChildren(...content);
    this.#card.hidden = false;
    const left = Math.min(box.left, innerWidth - this.#card.offsetWidth - 12);
    const below = box.bottom + 4;
    const fits = below + this.#card.offsetHeight < innerHeight;
    this.#card.style.left = `${Math.max(8, left)}px`;
    this.#card.style.top = `${fits ? below : box.top - this.#card.offsetHeight - 4}px`;
  }

  #leave() {
    clearTimeout(this.#timer);
    clearTimeout(this.#asking);
    this.#timer = setTimeout(() => (this.#card.hidden = true), 220);
  }
}

function row(problem, { goto, apply }) {
  const { line, column } = problem.range.start;
  const where = element("button", {
    class: "where", type: "button", "aria-label": `Go to ${line}:${column}`, click: () => goto(problem),
  }, `${line}:${column}`);
  const what = element("p", { class: "what" },
    element("strong", {}, WORD[problem.severity] ?? "Note"), " ", ...prose(problem.message),
    element("small", { class: "code" }, problem.code));
  const more = (problem.hints ?? []).map((hint) => element("p", { class: "more" }, ...prose(hint)));
  const fixes = element("div", { class: "fixes" }, ...(problem.fixes ?? []).map((fix) => fixButton(fix, apply)));
  return element("li", { class: `problem ${problem.severity}` }, where, what, fixes, ...more);
}

function fixButton(fix, apply) {
  const title = fix.title.charAt(0).toUpperCase() + fix.title.slice(1);
  return element("button", { class: "fix", type: "button", click: () => apply(fix) }, ...prose(title));
}
