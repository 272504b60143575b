// The open document and the card that lists all of them. What was never edited is kept nowhere; every edit is.

import { confirmed, entered } from "./ask.js";
import * as documents from "./documents.js";
import { anchor, byId, count, element, say } from "./page.js";

const CURRENT = "straightedge.document";
/** What was typed last when the page went away, in case the browser did not finish writing it. */
const DRAFTS = "straightedge.drafts";
/** Where the page kept its one source before it had documents. */
const OLD_SOURCE = "straightedge.source";
const PAUSE = 300;
const VERSION_EVERY = 5 * 60_000;
const EDITABLE = ["text", "theme", "look"];

const untitled = () => ({ name: "Untitled", text: "", theme: "", look: "", revision: 0 });
const differ = (a, b) => EDITABLE.some((it) => a[it] !== b[it]);

export class Library {
  /** The open document as it was written last. Writing updates this very object, also when another one is open by then. */
  #current = untitled();
  #timer;
  #saving = Promise.resolve();
  /** Documents that are not written yet, each with what is to be written. */
  #pending = new Map();
  #versionAt = 0;
  #show;
  #state;

  /** `show(document)` puts one into the editor; `state()` is `{text, theme, look}` as it stands there. */
  constructor({ show, state }) {
    this.#show = show;
    this.#state = state;
    const card = byId("documents");
    anchor(card, byId("document"), () => this.#fill());
    addEventListener("pagehide", () => this.#leave());
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.save());
  }

  get name() {
    return this.#current.name;
  }

  /** Takes up where this tab, or else the last one, stopped, unless somebody types already; else shows the text. */
  async resume(otherwise) {
    const id = sessionStorage.getItem(CURRENT) ?? localStorage.getItem(CURRENT);
    const found = (id && (await documents.read(id))) ?? (await documents.all())[0];
    if (!this.#current.id && !this.#isEdited()) this.#open(found ?? { ...untitled(), ...otherwise });
  }

  /** Shows a text that is not a document yet: an example or a link. The first edit makes it one. */
  visit(given) {
    this.#open({ ...untitled(), ...given });
  }

  /** Shows a text of the reader's own, and keeps it at once. */
  add(name, text) {
    this.#open({ ...untitled(), name, text });
    return this.#write();
  }

  /** Something was edited or chosen. */
  changed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), PAUSE);
  }

  /** Keeps the text as it stands in the history, before something large happens to it. */
  async keep() {
    await this.save();
    if (this.#current.id) await documents.keep(this.#current.id, this.#current.text);
  }

  /** Writes what was edited. */
  save() {
    clearTimeout(this.#timer);
    return this.#isEdited() ? this.#write() : this.#saving;
  }

  #isEdited() {
    return differ(this.#state(), this.#current);
  }

  /** Writes the document as it stands now. One write after the other: each needs the revision that the one before it made. */
  #write() {
    const document = this.#current;
    const now = this.#state();
    document.id ??= documents.freshId();
    this.#tell();
    this.#pending.set(document, now);
    this.#saving = this.#saving.then(() => this.#store(document, now)).catch((error) => say(error.message, "bad"));
    return this.#saving;
  }

  async #store(document, now) {
    if (now.text !== document.text && document.text.trim() && Date.now() - this.#versionAt > VERSION_EVERY) {
      await documents.keep(document.id, document.text);
      this.#versionAt = Date.now();
    }
    const wanted = { ...document, ...now };
    try {
      Object.assign(document, await documents.write(wanted));
    } catch (error) {
      if (!(error instanceof documents.Conflict)) throw error;
      // Nobody's work goes: the other tab keeps the document, this one goes on with a copy.
      const copy = { ...wanted, id: documents.freshId(), name: `${wanted.name} (copy)`, revision: 0 };
      Object.assign(document, await documents.write(copy));
      say(`The document was changed in another tab; you go on in “${copy.name}”`, "doubtful");
    }
    if (this.#pending.get(document) === now) this.#pending.delete(document);
    if (document === this.#current) this.#tell();
  }

  /** Opens a document at once; what was typed until this moment belongs to the one before it, and is written. */
  #open(found) {
    this.save();
    // A text area has one kind of line end.
    this.#current = { ...found, text: found.text.replaceAll(/\r\n?/g, "\n") };
    this.#versionAt = 0;
    this.#tell();
    this.#show(this.#current);
  }

  /** Says which document is open: to the reader, and to the next page. */
  #tell() {
    const { id, name } = this.#current;
    if (id) {
      sessionStorage.setItem(CURRENT, id);
      localStorage.setItem(CURRENT, id);
    } else {
      sessionStorage.removeItem(CURRENT);
    }
    byId("document-name").textContent = name;
    document.title = `${name} · Straightedge`;
  }

  /** The page goes: a database may not finish in time, a note in the local storage does. */
  #leave() {
    this.save();
    const drafts = [...this.#pending].map(([document, now]) => ({ ...document, ...now }));
    if (drafts.length) localStorage.setItem(DRAFTS, JSON.stringify(drafts));
  }

  /** Writes what the last page could not finish. Comes before anything is opened: a link must not push it aside. */
  async recover() {
    const source = localStorage.getItem(OLD_SOURCE);
    if (source) await documents.write({ ...untitled(), id: documents.freshId(), text: source });
    localStorage.removeItem(OLD_SOURCE);
    for (const draft of JSON.parse(localStorage.getItem(DRAFTS) ?? "[]")) {
      const stored = await documents.read(draft.id);
      if (stored?.text === draft.text) continue;
      if (stored && stored.revision !== draft.revision) await documents.keep(draft.id, draft.text);
      else await documents.write(draft);
    }
    localStorage.removeItem(DRAFTS);
  }

  async #fill() {
    byId("document-list").replaceChildren();
    await this.save();
    const all = await documents.all();
    const row = (it) => element("li", { class: "document-row", "data-id": it.id },
      element("button", { type: "button", class: "open", "aria-current": it.id === this.#current.id && "true", click: () => this.#choose(it.id) },
        element("span", { class: "name" }, it.name), element("small", {}, told(it.changed))),
      action("Rename", () => this.#rename(it)),
      action("History", () => this.#history(it)),
      action("Delete", () => this.#remove(it)));
    byId("document-list").replaceChildren(...all.map(row));
    byId("no-documents").hidden = all.length > 0;
  }

  async #choose(id) {
    byId("documents").hidePopover();
    await this.save();
    const found = await documents.read(id);
    if (found) this.#open(found);
  }

  async #rename(it) {
    byId("documents").hidePopover();
    const name = await entered("Name of the document", "Rename", it.name);
    if (!name) return;
    if (it.id === this.#current.id) {
      await this.save();
      this.#current.name = name;
      await this.#write();
    } else {
      await documents.write({ ...(await documents.read(it.id)), name });
    }
    say(`Renamed to “${name}”`, "good");
  }

  async #remove(it) {
    byId("documents").hidePopover();
    const { length } = await documents.versions(it.id);
    const history = length ? ` and ${count(length, "earlier version")} of it` : "";
    if (!(await confirmed(`Delete “${it.name}”${history}?`, "Delete"))) return;
    await documents.remove(it.id);
    say(`Deleted “${it.name}”`);
    if (it.id !== this.#current.id) return;
    const [next] = await documents.all();
    this.#open(next ?? untitled());
  }

  async #history(it) {
    byId("documents").hidePopover();
    const found = await documents.versions(it.id);
    const dialog = byId("history");
    const row = (version) => element("li", { class: "version" },
      element("div", {}, element("strong", {}, told(version.time)), element("small", {}, ` ${count(version.text.split("\n").length, "line")}`)),
      element("pre", { tabindex: "0" }, version.text.split("\n").slice(0, 8).join("\n")),
      element("button", { type: "button", click: () => this.#restore(it, version) }, "Restore"));
    byId("history-list").replaceChildren(...(found.length ? found.map(row) : [element("li", {}, "There are no earlier versions yet.")]));
    byId("history-heading").textContent = `History of “${it.name}”`;
    dialog.showModal();
  }

  async #restore(it, version) {
    byId("history").close();
    if (it.id !== this.#current.id) await this.#choose(it.id);
    await this.keep();
    this.#show({ ...this.#current, text: version.text });
    await this.save();
    say("Restored; what was there before is in the history", "good");
  }
}

const action = (name, click) => element("button", { type: "button", class: "plain", click }, name);
const told = (time) => new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
