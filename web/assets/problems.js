// Problems: the list below the source and the card at the underlined place, each with fixes to click.

import { byId, count, element, prose } from "./page.js";

const WORD = { error: "Error", warning: "Warning", info: "Note" };

/** Fills the list. `goto(problem)` shows a place, `apply(fix)` carries out a fix. */
export function list(problems, actions) {
  byId("problems").hidden = problems.length === 0;
  const errors = problems.filter((it) => it.severity === "error").length;
  const others = problems.length - errors;
  const told = [errors && count(errors, "error"), others && count(others, "remark")].filter(Boolean);
  byId("problems-heading").textContent = told.join(", ");
  byId("problem-list").replaceChildren(...problems.map((it) => row(it, actions)));
}

/** The card at an underlined place. */
export class Hint {
  #card = byId("hint");
  #actions;
  #timer;

  constructor(editor, actions) {
    this.#actions = actions;
    const surface = byId("source");
    surface.addEventListener("pointermove", (event) => {
      const found = editor.markAt(event.clientX, event.clientY);
      if (found) this.#show(found);
      else this.#leave();
    });
    surface.addEventListener("pointerleave", () => this.#leave());
    surface.addEventListener("input", () => this.hide());
    this.#card.addEventListener("pointerenter", () => clearTimeout(this.#timer));
    this.#card.addEventListener("pointerleave", () => this.#leave());
    byId("editor").addEventListener("scroll", () => this.hide());
  }

  hide() {
    clearTimeout(this.#timer);
    this.#card.hidden = true;
  }

  #show({ mark, box }) {
    clearTimeout(this.#timer);
    const fixes = (mark.problem.fixes ?? []).map((fix) => fixButton(fix, (chosen) => {
      this.hide();
      this.#actions.apply(chosen);
    }));
    const hints = (mark.problem.hints ?? []).map((hint) => element("p", { class: "more" }, ...prose(hint)));
    this.#card.replaceChildren(element("p", {}, ...prose(mark.problem.message)), ...hints, ...fixes);
    this.#card.hidden = false;
    const left = Math.min(box.left, innerWidth - this.#card.offsetWidth - 12);
    const below = box.bottom + 4;
    const fits = below + this.#card.offsetHeight < innerHeight;
    this.#card.style.left = `${Math.max(8, left)}px`;
    this.#card.style.top = `${fits ? below : box.top - this.#card.offsetHeight - 4}px`;
  }

  #leave() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), 220);
  }
}

function row(problem, { goto, apply }) {
  const { line, column } = problem.range.start;
  const where = element("button", {
    class: "where", type: "button", "aria-label": `Go to line ${line}, column ${column}`, click: () => goto(problem),
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
