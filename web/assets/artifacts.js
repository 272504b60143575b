// What a session has made: a list, a viewer for each kind, and an editor. An edit is kept by all later runs.

import * as api from "./api.js";
import { confirmed } from "./ask.js";
import { byId, element, save, say } from "./page.js";
import * as scheme from "./scheme.js";

const FIRST = ["report.html", "plan.md", "executive_summary.md"];

export class Artifacts {
  #session;
  #entries = [];
  #shown;
  #editing;
  #isChosen = false;
  #saved;
  #canEdit;

  /** Calls `saved` after an edit; `canEdit` says whether one is possible now. */
  constructor(session, { saved, canEdit }) {
    this.#session = session;
    this.#saved = saved;
    this.#canEdit = canEdit;
  }

  /** Whether something was edited and not saved. */
  get isEdited() {
    return this.#editing !== undefined && this.#editing.area.value !== this.#editing.content;
  }

  /** How the plan was judged: `pass`, `warn` or `fail`; nothing where nobody has. */
  async verdict() {
    const entry = this.#entries.find((it) => it.path === "validation_report.json");
    if (!entry) return undefined;
    const { content } = await api.plan("artifact_read", { artifact_uri: entry.artifact_uri });
    return JSON.parse(content).verdict;
  }

  /** Lists again, and shows again what changed unless somebody is editing it. */
  async refresh() {
    const { entries } = await api.plan("artifact_list", { session_id: this.#session });
    this.#entries = entries.filter((it) => it.type === "file").sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path));
    byId("artifact-list").replaceChildren(...this.#entries.map((it) => element("button", {
      type: "button", class: "artifact-name", "data-path": it.path, "aria-current": it.path === this.#shown?.path && "true",
      click: () => this.#choose(it.path),
    }, it.path, it.pinned ? element("small", { title: "Edited: later runs keep it" }, "edited") : null)));
    // Until the reader has chosen, the best that there is by now: at the end the report.
    const best = FIRST.find((name) => this.#entries.some((entry) => entry.path === name));
    const wanted = this.#isChosen ? this.#shown?.path : best;
    const shown = this.#entries.find((it) => it.path === wanted);
    const isOld = shown && shown.sha256 !== this.#shown?.sha256;
    if (isOld && !this.#editing) await this.open(shown.path);
  }

  async #choose(path) {
    if (this.isEdited && !(await confirmed(`Throw away your edit of ${this.#shown.path}? It is not saved.`, "Throw away"))) return;
    this.#isChosen = true;
    await this.open(path);
  }

  async open(path) {
    const entry = this.#entries.find((it) => it.path === path);
    if (!entry) return;
    this.#shown = entry;
    this.#editing = undefined;
    const read = await api.plan("artifact_read", { artifact_uri: entry.artifact_uri });
    if (this.#shown !== entry) return;
    for (const button of byId("artifact-list").children) {
      if (button.dataset.path === path) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const bytes = read.encoding === "base64" ? Uint8Array.from(atob(read.content), (it) => it.charCodeAt(0)) : read.content;
    const isText = read.encoding !== "base64";
    byId("artifact").replaceChildren(
      element("header", { class: "artifact-head" }, element("h2", {}, path), element("small", {}, `version ${entry.version}`),
        isText ? element("button", { type: "button", id: "artifact-edit", click: () => this.#edit(entry, read) }, "Edit") : null,
        element("button", { type: "button", click: () => save(new Blob([bytes], { type: entry.content_type }), path.split("/").at(-1)) }, "Download")),
      await this.#view(entry, read));
  }

  async #view({ path }, { content, encoding }) {
    if (encoding === "base64") return element("p", { class: "empty" }, "This file has no preview.");
    if (path.endsWith(".html")) {
      return element("iframe", { class: "report", title: path, sandbox: "", src: `/page/plans/files/${this.#session}/${path}` });
    }
    if (path.endsWith(".svg")) return picture(content);
    if (path.endsWith(".mmd") || path.endsWith(".puml")) {
      const language = path.endsWith(".mmd") ? "mermaid" : "puml";
      const drawn = api.exported({ language, source: content, format: "svg", scheme: scheme.current() });
      return drawn.then(async (svg) => picture(await svg.text()), () => text(content));
    }
    if (path.endsWith(".json")) return text(pretty(content));
    return text(content);
  }

  #edit(entry, { content, sha256 }) {
    if (!this.#canEdit()) return say("Stop the run first, then edit", "doubtful");
    const area = element("textarea", { id: "artifact-source", class: "artifact-source", "aria-label": `Source of ${entry.path}`, spellcheck: "false" });
    area.value = content;
    this.#editing = { area, content: area.value };
    this.#isChosen = true;
    const done = async () => {
      try {
        await api.plan("artifact_write", { artifact_uri: entry.artifact_uri, content: area.value, edit_reason: "edited on the page", lock: { expected_sha256: sha256 } });
        this.#editing = undefined;
        this.#shown = { path: entry.path };
        await this.#saved();
        say("Saved; resume to rebuild what depends on it", "good");
      } catch (error) {
        say(error.message, "bad");
      }
    };
    byId("artifact").replaceChildren(
      element("header", { class: "artifact-head" }, element("h2", {}, entry.path),
        element("button", { type: "button", class: "primary", id: "artifact-save", click: done }, "Save"),
        element("button", { type: "button", click: () => this.#choose(entry.path) }, "Cancel")),
      area);
    area.focus();
  }
}

const rank = ({ path }) => (FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length + (path.includes("/") ? 1 : 0));
const text = (content) => element("pre", { class: "artifact-text", tabindex: "0" }, content);

function picture(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  return element("div", { class: "artifact-picture" }, element("img", { src: address, alt: "", load: () => URL.revokeObjectURL(address) }));
}

function pretty(content) {
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return content;
  }
}
