// What the language server knows, in the editor: completions, what a word means, another name, what can be done here.
// All answers come from the server; here is only how they are shown.

import * as api from "./api.js";
import { entered } from "./ask.js";
import { language } from "./highlight.js";
import { bytesBefore, editsOf, unitsOf } from "./offsets.js";
import { byId, element, markdown, say } from "./page.js";

/** Signs that ask for completions by themselves. */
const SIGNS = " #:<!%-/";
const PAUSE = 60;
const SHOWN = 60;

export class Assist {
  #editor;
  #list = byId("completions");
  #offered = [];
  #chosen = -1;
  #timer;
  #asking;
  #applied;

  /** Calls `applied` after it has changed the text. */
  constructor(editor, { applied }) {
    this.#editor = editor;
    this.#applied = applied;
    const source = byId("source");
    source.addEventListener("keydown", (event) => this.#key(event), { capture: true });
    source.addEventListener("blur", () => this.hide());
    byId("editor").addEventListener("scroll", () => this.hide());
  }

  /** Something was typed: a sign or the second letter of a word shows what may follow. */
  typed(data) {
    clearTimeout(this.#timer);
    const before = this.#editor.text.slice(0, this.#editor.cursor);
    const isWord = /[\w@]/.test(data ?? "") && /[\w@]{2}$/.test(before);
    const sign = data && SIGNS.includes(data) ? data : undefined;
    if (!isWord && !sign) return this.hide();
    this.#timer = setTimeout(() => this.complete(sign), PAUSE);
  }

  /** Shows what may be typed at the cursor. */
  async complete(sign) {
    const found = await this.#ask("completions", { ...(sign && { sign }) });
    const units = found && unitsOf(this.#editor.text);
    this.#offered = (found?.completions ?? []).slice(0, SHOWN).map((it) => ({ ...it, start: units(it.replaces.start), end: units(it.replaces.end) }));
    const [only] = this.#offered;
    const isTyped = this.#offered.length === 1 && this.#editor.text.slice(only.start, only.end) === only.label;
    if (!this.#offered.length || isTyped) return this.hide();
    this.#show();
  }

  hide() {
    clearTimeout(this.#timer);
    this.#list.hidden = true;
    this.#chosen = -1;
    byId("source").removeAttribute("aria-activedescendant");
  }

  /** What there is to say about a place, as elements. */
  async describe(offset) {
    const found = await this.#ask("hover", {}, offset);
    return found?.hover ? markdown(found.hover.markdown) : undefined;
  }

  /** Asks for another name for what stands at the cursor, and gives it that. */
  async rename() {
    if (!this.#isAsked()) return say("Names are changed in PlantUML only");
    const at = this.#editor.cursor;
    const { name } = (await this.#ask("name", {}, at)) ?? {};
    if (!name) return say("The cursor is not on a name that can be changed", "doubtful");
    const to = await entered(`Another name for ${name.name}`, "Rename", name.name);
    if (to === undefined || to === name.name) return;
    try {
      this.#apply((await api.asked("rename", { ...this.#place(at), to })).edits);
    } catch (error) {
      say(error.message, "bad");
    }
  }

  /** Lists what can be done with the selection. */
  async actions() {
    const { start, end } = this.#editor.selection;
    const found = await this.#ask("actions", { end: bytesBefore(this.#editor.text, end) }, start);
    const listed = found?.actions ?? [];
    if (!listed.length) return say("There is nothing to do here");
    this.#offered = listed.map((it) => ({ label: it.title.charAt(0).toUpperCase() + it.title.slice(1), detail: "", edits: it.edits }));
    this.#show();
    this.#choose(0);
  }

  #isAsked = () => language(this.#editor.text) === "puml";

  #place = (at) => ({ source: this.#editor.text, at: bytesBefore(this.#editor.text, at) });

  /** The answer to a question, unless the text has changed meanwhile. */
  async #ask(question, more, at = this.#editor.cursor) {
    if (!this.#isAsked()) return undefined;
    this.#asking?.abort();
    this.#asking = new AbortController();
    const text = this.#editor.text;
    try {
      const answer = await api.asked(question, { ...this.#place(at), ...more }, this.#asking.signal);
      return text === this.#editor.text ? answer : undefined;
    } catch {
      // Help that does not come is no error of the reader's.
      return undefined;
    }
  }

  #show() {
    const box = this.#editor.paint.boxOf(this.#editor.cursor);
    if (!box) return;
    this.#chosen = -1;
    this.#list.replaceChildren(...this.#offered.map((it, index) => element("li", {
      role: "option", id: `completion-${index}`, "aria-selected": "false",
      pointerdown: (event) => {
        event.preventDefault();
        this.#accept(it);
      },
    }, element("span", {}, it.label), it.detail ? element("small", {}, it.detail) : null)));
    this.#list.hidden = false;
    this.#list.scrollTop = 0;
    const left = Math.min(box.left, innerWidth - this.#list.offsetWidth - 8);
    const fits = box.bottom + this.#list.offsetHeight < innerHeight;
    this.#list.style.left = `${Math.max(8, left)}px`;
    this.#list.style.top = `${fits ? box.bottom + 2 : box.top - this.#list.offsetHeight - 2}px`;
  }

  #choose(index) {
    const rows = [...this.#list.children];
    this.#chosen = (index + rows.length) % rows.length;
    rows.forEach((row, at) => row.setAttribute("aria-selected", String(at === this.#chosen)));
    rows[this.#chosen].scrollIntoView({ block: "nearest" });
    byId("source").setAttribute("aria-activedescendant", `completion-${this.#chosen}`);
  }

  #key(event) {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      this.complete().then(() => this.#list.hidden || this.#choose(0));
      return;
    }
    if (this.#list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.#choose(this.#chosen < 0 && step < 0 ? -1 : this.#chosen + step);
    else if (event.key === "Tab" && !event.shiftKey) this.#accept(this.#offered[Math.max(this.#chosen, 0)]);
    else if (event.key === "Enter" && this.#chosen >= 0) this.#accept(this.#offered[this.#chosen]);
    else if (event.key === "Escape") this.hide();
    else {
      if (["ArrowLeft", "ArrowRight", "Home", "End", "Enter"].includes(event.key)) this.hide();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #accept(it) {
    this.hide();
    if (it.edits) return this.#apply(it.edits);
    this.#editor.replace([{ start: it.start, end: it.end, text: it.text }]);
    if (it.place) {
      const units = unitsOf(it.text);
      this.#editor.goto(it.start + units(it.place.start), it.start + units(it.place.end));
    }
    this.hide();
  }

  #apply(edits) {
    this.#editor.replace(editsOf(this.#editor.text, edits));
    this.#applied();
  }
}
