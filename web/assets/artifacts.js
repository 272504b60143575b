// What a session has made: a list, a viewer for each kind, and an editor. An edit is kept by all later runs.

import * as api from "./api.js";
import { confirmed } from "./ask.js";
import { difference } from "./difference.js";
import { rendered } from "./markdown.js";
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
    await this.#present(entry, read, read);
  }

  /** Shows one version of an artifact; `current` is what stands there now. */
  async #present(entry, read, current) {
    const { path } = entry;
    const isText = read.encoding !== "base64";
    const isOld = read.version !== current.version;
    const bytes = isText ? read.content : Uint8Array.from(atob(read.content), (it) => it.charCodeAt(0));
    const versions = Array.from({ length: current.version }, (_, idx) => current.version - idx);
    const view = await this.#view(entry, read, isOld);
    if (this.#shown !== entry) return;
    byId("artifact").replaceChildren(
      element("header", { class: "artifact-head" }, element("h2", {}, path),
        versions.length > 1 && isText ? element("select", {
          id: "artifact-version", "aria-label": "Version", change: (event) => this.#older(entry, Number(event.target.value), current),
        }, ...versions.map((it) => element("option", { value: it, selected: it === read.version }, it === current.version ? `version ${it}, current` : `version ${it}`)))
          : element("small", {}, `version ${read.version}`),
        element("span", { class: "gap" }),
        isText && current.version > 1 ? element("button", { type: "button", id: "artifact-changes", click: () => this.#compare(entry, read, current) }, "Changes") : null,
        isOld ? element("button", { type: "button", id: "artifact-restore", class: "primary", click: () => this.#restore(entry, read, current) }, "Restore") : null,
        isText && !isOld ? element("button", { type: "button", id: "artifact-edit", click: () => this.#edit(entry, read) }, "Edit") : null,
        element("button", { type: "button", click: () => save(new Blob([bytes], { type: entry.content_type }), path.split("/").at(-1)) }, "Download")),
      view);
  }

  async #older(entry, version, current) {
    try {
      this.#isChosen = true;
      await this.#present(entry, await this.#version(entry, version, current), current);
    } catch (error) {
      say(error.message, "bad");
    }
  }

  #version(entry, version, current) {
    return version === current.version ? current : api.plan("artifact_read", { artifact_uri: entry.artifact_uri, version });
  }

  /** What a version changed: an older one against the current, the current against the one before. */
  async #compare(entry, read, current) {
    const [older, newer] = read.version === current.version ? [current.version - 1, current.version] : [read.version, current.version];
    try {
      const [before, after] = await Promise.all([this.#version(entry, older, current), this.#version(entry, newer, current)]);
      const shown = difference(before.content, after.content) ?? element("p", { class: "empty" }, "The two versions are the same.");
      const button = byId("artifact-changes");
      button.replaceWith(element("button", { type: "button", id: "artifact-text", click: () => this.#present(entry, read, current) }, "Text"));
      byId("artifact").lastChild.replaceWith(shown);
      say(`Version ${older} beside version ${newer}`);
    } catch (error) {
      say(error.message, "bad");
    }
  }

  async #restore(entry, read, current) {
    if (!this.#canEdit()) return say("Stop the run first, then restore", "doubtful");
    try {
      await api.plan("artifact_write", { artifact_uri: entry.artifact_uri, content: read.content, edit_reason: `version ${read.version} restored on the page`, lock: { expected_sha256: current.sha256 } });
      this.#shown = { path: entry.path };
      await this.#saved();
      say(`Version ${read.version} is restored; resume to rebuild what depends on it`, "good");
    } catch (error) {
      say(error.message, "bad");
    }
  }

  async #view({ path }, { content, encoding }, isOld = false) {
    if (encoding === "base64") return element("p", { class: "empty" }, "This file has no preview.");
    if (path.endsWith(".md")) return element("article", { class: "artifact-text markdown", tabindex: "0" }, ...rendered(content, fencedPicture));
    // The frame shows what stands there now.
    if (path.endsWith(".html") && !isOld) {
      return element("iframe", { class: "report", title: path, sandbox: "", src: `/page/plans/files/${this.#session}/${path}` });
    }
    if (path.endsWith(".svg")) return picture(content);
    if (path.endsWith(".mmd") || path.endsWith(".puml")) {
      const language = path.endsWith(".mmd") ? "mermaid" : "puml";
      const drawn = api.exported({ language, source: content, format: "svg", scheme: scheme.current() });
      return drawn.then(async ({ blob }) => picture(await blob.text()), () => text(content));
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
const text = (content) => element("pre", { class: "artifact-text plain-text", tabindex: "0" }, content);

/** A diagram in a text, drawn by our own compiler; its source until it is there, or where it is none. */
function fencedPicture(language, source) {
  if (!["mermaid", "puml", "plantuml"].includes(language)) return undefined;
  const place = element("figure", {}, element("pre", {}, source));
  api.exported({ language: language === "mermaid" ? "mermaid" : "puml", source, format: "svg", scheme: scheme.current() })
    .then(async ({ blob }) => place.replaceChildren(picture(await blob.text())), () => {});
  return place;
}

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
