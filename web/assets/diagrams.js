// The diagram view: type on the left, see on the right, with every problem named in between.

import * as api from "./api.js";
import { Assist } from "./assist.js";
import { download, start as startDownload, titleOf } from "./download.js";
import { Editor } from "./editor.js";
import * as files from "./files.js";
import * as gallery from "./gallery.js";
import { language } from "./highlight.js";
import { divider, shortcuts, tabs } from "./layout.js";
import { Library } from "./library.js";
import * as link from "./link.js";
import { bytesBefore, editsOf, unitsOf } from "./offsets.js";
import { byId, count, say, template } from "./page.js";
import { written } from "./places.js";
import { Preview } from "./preview.js";
import { Hint, list } from "./problems.js";
import * as scheme from "./scheme.js";
import * as share from "./share.js";

const PAUSE = 120;
/** So long after the last key the picture is asked what the cursor's line has drawn. */
const RESTING = 80;
/** A drawing that takes longer shows that somebody is at work. */
const BUSY = 250;

let editor;
let preview;
let library;
let assist;
let hint;
let setup;
let timer;
let lighting;
let running;
let problems = [];
let kinds = [];

const KEYS = [
  { keys: "Mod+Enter", title: "Draw now", act: () => draw() },
  { keys: "Mod+Space", title: "Show what may be typed here" },
  { keys: "F2", title: "Rename what stands at the cursor", act: () => assist.rename() },
  { keys: "Mod+.", title: "Apply the fix at the cursor, or the first one", act: fix },
  { keys: "Alt+Enter", title: "List what can be done here", act: () => assist.actions() },
  { keys: "F8", title: "Go to the next problem", act: () => step(1) },
  { keys: "Shift+F8", title: "Go to the problem before", act: () => step(-1) },
  { keys: "Shift+Alt+F", title: "Tidy the source", act: tidy },
  { keys: "Mod+O", title: "Open files", act: () => byId("open-file").click() },
  { keys: "Mod+S", title: "Download the picture as SVG", act: () => download("svg") },
  { keys: "Mod+Shift+S", title: "Copy a link to this diagram", act: () => share.copyLink(state()) },
  { keys: "Mod+/", title: "Comment lines, or uncomment them" },
  { keys: "Tab", title: "Indent; Escape then Tab leaves the editor" },
  { keys: "+  −  0", title: "Zoom in, out, fit (in the picture)" },
];

export async function start(given) {
  setup = given;
  byId("tools").append(template("diagram-tools"));
  byId("main").append(template("diagram-view"));
  byId("place").append(template("document-tools"));
  document.body.dataset.view = "diagrams";
  editor = new Editor({
    changed,
    moved: (offset) => moved(offset, { isFollowed: true }),
  });
  preview = new Preview({ clicked });
  assist = new Assist(editor, { applied: draw });
  hint = new Hint(editor, { apply, describe: (offset) => assist.describe(offset) });
  library = new Library({ show, state: () => ({ text: editor.text, theme: byId("theme").value, look: byId("look").value }) });
  for (const id of ["theme", "look"]) byId(id).addEventListener("change", chosen);
  scheme.changed(chosen);
  startDownload(state);
  share.start(state);
  gallery.start(setup.examples, ({ title, source }) => library.visit({ name: title, text: source }));
  files.start({ opened: (name, text) => library.add(name, text), pasted });
  byId("new-document").addEventListener("click", () => {
    byId("documents").hidePopover();
    library.visit({ name: "Untitled", text: "" });
  });
  shortcuts(KEYS);
  tabs(() => preview.fit());
  divider();
  addEventListener("hashchange", open);
  await library.recover();
  const [{ title, source }] = setup.examples;
  if (!(await open())) await library.resume({ name: title, text: source });
}

/** The diagram as it stands. */
const state = () => ({
  language: language(editor.text), source: editor.text, theme: byId("theme").value, look: byId("look").value,
  scheme: scheme.current(), page: preview.page, name: library.name,
});

/** Puts a document into the editor. */
function show({ id, text, theme, look }) {
  if (id) share.forget();
  hint.hide();
  assist.hide();
  preview.clear();
  editor.open(text);
  offer(theme, look);
  draw();
}

/** Offers the themes of the language; one that it does not have is no choice. */
function offer(theme = byId("theme").value, look = byId("look").value) {
  const isMermaid = language(editor.text) === "mermaid";
  const select = byId("theme");
  if (select.dataset.language !== String(isMermaid)) {
    const names = isMermaid ? setup.mermaid_themes : setup.themes;
    select.replaceChildren(new Option("Theme", ""), ...names.map((name) => new Option(name, name)));
    select.dataset.language = String(isMermaid);
  }
  select.value = [...select.options].some((it) => it.value === theme) ? theme : "";
  if (byId("look").options.length < 2) byId("look").append(...setup.looks.slice(1).map((name) => new Option(name, name)));
  byId("look").value = setup.looks.includes(look) ? look : "";
  byId("look-field").hidden = !isMermaid;
}

function changed(data) {
  share.forget();
  clearTimeout(timer);
  running?.abort();
  preview.outdated();
  library.changed();
  assist.typed(data);
  timer = setTimeout(draw, PAUSE);
}

/** A theme, a look or a scheme was chosen. */
function chosen() {
  share.forget();
  library.changed();
  draw();
}

/** Something in the picture was clicked: its source is selected. */
function clicked({ start, end, label }) {
  const place = label === undefined ? undefined : written(editor.text, label);
  // On a small screen only one of the two is shown.
  if (!byId("pane-editor").checkVisibility()) byId("tab-editor").click();
  if (place) editor.goto(place.start, place.end);
  else if (start !== undefined) editor.goto(...[start, end].map(unitsOf(editor.text)));
}

function moved(offset, { isFollowed = false } = {}) {
  const { line, column } = editor.place(offset);
  const name = language(editor.text) === "mermaid" ? "Mermaid" : "PlantUML";
  byId("aside").textContent = `${[name, ...new Set(kinds)].join(" ")} · ${line}:${column}`;
  // Once the keys rest: to look for what a line has drawn takes longer in large pictures than to type.
  clearTimeout(lighting);
  lighting = setTimeout(() => {
    // An old picture knows nothing of where the cursor is now.
    preview.light(document.body.dataset.verdict === "bad" ? undefined : placeAt(offset));
    if (isFollowed) preview.follow();
  }, RESTING);
}

/** What the picture needs to know about a place of the source. */
function placeAt(offset) {
  const { text } = editor;
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const until = text.indexOf("\n", offset);
  const end = until < 0 ? text.length : until;
  if (language(text) === "mermaid") return { source: text, line: text.slice(start, end) };
  const lineStart = bytesBefore(text, start);
  return { lineStart, offset: lineStart + bytesBefore(text.slice(start), offset - start), lineEnd: lineStart + bytesBefore(text.slice(start), end - start) };
}

async function draw() {
  clearTimeout(timer);
  running?.abort();
  const mine = new AbortController();
  running = mine;
  offer();
  const wish = state();
  editor.language = wish.language;
  const busy = setTimeout(() => setBusy(true), BUSY);
  try {
    const answer = await api.compile(wish, mine.signal);
    if (wish.source === editor.text && running === mine) drawn(answer, wish);
  } catch (error) {
    if (error.name !== "AbortError") say(error.message, "bad");
  } finally {
    clearTimeout(busy);
    if (running === mine) setBusy(false);
  }
}

function setBusy(isBusy) {
  byId("busy").hidden = !isBusy;
  byId("canvas").setAttribute("aria-busy", String(isBusy));
}

function drawn({ diagnostics, kinds: found, pages }, wish) {
  const offset = unitsOf(wish.source);
  kinds = found;
  problems = diagnostics.map((it) => {
    const start = offset(it.range.start.offset);
    return { ...it, start, end: Math.max(offset(it.range.end.offset), start + 1) };
  });
  editor.mark(problems.map((problem) => ({ problem, severity: problem.severity, start: problem.start, end: problem.end })));
  list(problems, { goto: (problem) => editor.goto(problem.start, problem.start), apply });
  const errors = problems.filter((it) => it.severity === "error").length;
  const others = problems.length - errors;
  const isEmpty = !wish.source.trim();
  if (pages.length) preview.show(pages, wish.scheme);
  else if (isEmpty) preview.clear();
  byId("last-good").hidden = errors === 0 || preview.isEmpty;
  document.body.dataset.verdict = errors ? "bad" : "good";
  if (isEmpty) say("Start typing, open or drop a file, or choose an example");
  else if (errors && preview.isEmpty) say(count(errors, "error"), "bad");
  else if (errors) say(`${count(errors, "error")}; the picture is the last good one`, "bad");
  else if (others) say(`Drawn, with ${count(others, "remark")}`, "doubtful");
  else say("Checked and drawn", "good");
  moved(editor.cursor);
}

function apply(fix) {
  editor.replace(editsOf(editor.text, fix.edits));
  draw();
}

function fix() {
  const fixable = problems.filter((it) => it.fixes?.length);
  const here = fixable.find((it) => it.start <= editor.cursor && editor.cursor <= it.end);
  const chosen = here ?? fixable[0];
  if (chosen) apply(chosen.fixes[0]);
  else say("There is nothing to fix");
}

function step(direction) {
  if (!problems.length) return say("There are no problems", "good");
  const after = direction > 0 ? problems.find((it) => it.start > editor.cursor) : problems.findLast((it) => it.start < editor.cursor);
  const next = after ?? problems.at(direction > 0 ? 0 : -1);
  editor.goto(next.start);
  say(`${next.range.start.line}:${next.range.start.column} ${next.message}`, next.severity === "error" ? "bad" : "doubtful");
}

async function tidy() {
  const wish = state();
  if (wish.language === "mermaid") return say("There is no formatter for Mermaid");
  try {
    const { source } = await api.formatted({ language: wish.language, source: wish.source });
    if (wish.source !== editor.text) return;
    if (source === wish.source) return say("Already tidy", "good");
    await library.keep();
    const { line } = editor.place(editor.cursor);
    editor.replace([{ start: 0, end: editor.text.length, text: source }]);
    editor.goto(editor.paint.start(line));
    draw();
  } catch (error) {
    say(error.message, "bad");
  }
}

/** A whole diagram in place of the selection, or a piece of one. */
function pasted(text) {
  const { start, end } = editor.selection;
  if (end - start > 0 && end - start === editor.text.length) library.keep();
  editor.replace([{ start, end, text }]);
}

/** Opens what the address carries, beside the documents that are there; returns whether it carries anything. */
async function open() {
  try {
    const found = await link.opened(location);
    if (!found) return false;
    if (found.scheme) scheme.follow(found.scheme);
    library.visit({ name: titleOf(found.text) || "Shared diagram", ...found });
    return true;
  } catch (error) {
    say(error.message, "bad");
    return false;
  }
}
