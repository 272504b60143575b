// The diagram view: type on the left, see on the right, with every problem named in between.

import * as api from "./api.js";
import { Editor } from "./editor.js";
import * as gallery from "./gallery.js";
import { language } from "./highlight.js";
import * as link from "./link.js";
import { anchor, byId, copy, count, element, save, say, template } from "./page.js";
import { Preview } from "./preview.js";
import { Hint, list } from "./problems.js";
import * as scheme from "./scheme.js";
import * as share from "./share.js";

const PAUSE = 120;
const KEPT = "straightedge.source";
const MAC = /mac|iphone|ipad/i.test(navigator.platform);

let editor;
let preview;
let timer;
let running;
let problems = [];

/** Every key, its name in the list of shortcuts, and what it does. */
const KEYS = [
  { keys: "Mod+Enter", title: "Draw now", act: () => draw() },
  { keys: "Mod+.", title: "Apply the fix at the cursor, or the first one", act: fix },
  { keys: "F8", title: "Go to the next problem", act: () => step(1) },
  { keys: "Shift+F8", title: "Go to the problem before", act: () => step(-1) },
  { keys: "Shift+Alt+F", title: "Tidy the source", act: tidy },
  { keys: "Mod+S", title: "Download the picture as SVG", act: () => download("svg") },
  { keys: "Mod+Shift+S", title: "Copy a link to this diagram", act: () => share.copyLink(state()) },
  { keys: "Mod+/", title: "Comment lines, or uncomment them" },
  { keys: "Tab", title: "Indent; Escape then Tab leaves the editor" },
  { keys: "+  −  0", title: "Zoom in, out, fit (in the picture)" },
];

const FORMATS = [
  { format: "svg", title: "SVG", note: "scales, keeps links" },
  { format: "png", title: "PNG", note: "pixels" },
  { format: "pdf", title: "PDF", note: "selectable text" },
  { format: "utxt", title: "Text", note: "for code comments" },
  { format: "source", title: "Source", note: "what you typed" },
  { format: "markdown", title: "Copy as Markdown", note: "a fenced block" },
];

export async function start({ themes, examples }) {
  byId("tools").append(template("diagram-tools"));
  byId("main").append(template("diagram-view"));
  document.body.dataset.view = "diagrams";
  editor = new Editor({ changed, moved });
  preview = new Preview({ clicked: (bytes) => editor.goto(...units(bytes)) });
  const hint = new Hint(editor, { apply });
  byId("theme").append(...themes.map((name) => new Option(name, name)));
  byId("theme").addEventListener("change", draw);
  scheme.changed(draw);
  menu();
  share.start(state);
  gallery.start(examples, (example) => {
    editor.text = example.source;
    hint.hide();
    draw();
  });
  help();
  tabs();
  resize();
  addEventListener("keydown", keys);
  addEventListener("hashchange", open);
  if (!(await open())) editor.text = localStorage.getItem(KEPT) || examples[0].source;
  draw();
}

/** The diagram as it stands. */
const state = () => ({ language: language(editor.text), source: editor.text, theme: byId("theme").value, scheme: scheme.current() });

function changed() {
  clearTimeout(timer);
  running?.abort();
  preview.outdated();
  timer = setTimeout(draw, PAUSE);
}

function moved(offset) {
  const { line, column } = editor.place(offset);
  byId("aside").textContent = `${language(editor.text) === "mermaid" ? "Mermaid" : "PlantUML sequence"} · ${line}:${column}`;
  // An old picture knows nothing of where the cursor is now.
  preview.light(document.body.dataset.verdict === "bad" ? -1 : bytesBefore(offset));
}

async function draw() {
  clearTimeout(timer);
  running?.abort();
  running = new AbortController();
  const wish = state();
  localStorage.setItem(KEPT, wish.source);
  editor.language = wish.language;
  byId("theme").disabled = wish.language === "mermaid";
  try {
    const answer = await api.compile(wish, running.signal);
    if (wish.source === editor.text) show(answer, wish);
  } catch (error) {
    if (error.name !== "AbortError") say(error.message, "bad");
  }
}

function show({ diagnostics, pages }, wish) {
  const offset = unitsOf(wish.source);
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
  byId("last-good").hidden = errors === 0 || !byId("sheet").firstElementChild;
  document.body.dataset.verdict = errors ? "bad" : "good";
  if (isEmpty) say("Start typing, or choose an example");
  else if (errors) say(`${count(errors, "error")}; the picture is the last good one`, "bad");
  else if (others) say(`Drawn, with ${count(others, "remark")}`, "doubtful");
  else say("Checked and drawn", "good");
  moved(editor.cursor);
}

/** The server counts bytes, the text area UTF-16 units. */
function unitsOf(text) {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length === text.length) return (offset) => Math.min(offset, text.length);
  const table = [];
  let units = 0;
  for (const character of text) {
    for (let byte = encoder.encode(character).length; byte > 0; byte -= 1) table.push(units);
    units += character.length;
  }
  return (offset) => table[offset] ?? units;
}

const bytesBefore = (offset) => new TextEncoder().encode(editor.text.slice(0, offset)).length;

function units({ start, end }) {
  const offset = unitsOf(editor.text);
  return [offset(start), offset(end)];
}

function apply(fix) {
  const offset = unitsOf(editor.text);
  editor.replace(fix.edits.map((it) => ({
    start: offset(it.range.start.offset), end: offset(it.range.end.offset), text: it.text,
  })));
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
    const cursor = editor.place(editor.cursor);
    editor.replace([{ start: 0, end: editor.text.length, text: source }]);
    const lines = source.split("\n").slice(0, cursor.line - 1);
    editor.goto(Math.min(source.length, lines.join("\n").length + (lines.length ? 1 : 0)));
    draw();
  } catch (error) {
    say(error.message, "bad");
  }
}

async function download(format) {
  const wish = state();
  if (format === "markdown") return copy("```" + wish.language + "\n" + wish.source.trimEnd() + "\n```\n", "Markdown copied");
  const ending = { utxt: "txt", source: wish.language === "mermaid" ? "mmd" : "puml" }[format] ?? format;
  try {
    const blob = format === "source"
      ? new Blob([wish.source], { type: "text/plain" })
      : await api.exported({ ...wish, format, page: preview.page });
    save(blob, `${name(wish)}.${ending}`);
  } catch (error) {
    say(error.message, "bad");
  }
}

/** A file's name out of the diagram's title. */
function name({ source }) {
  const title = /^\s*(?:title|accTitle)[:\s]+(.+)$/im.exec(source)?.[1] ?? "";
  const plain = title.normalize("NFKD").replace(/[^\w\s-]/g, "").trim().toLowerCase().replace(/[\s_]+/g, "-").slice(0, 60);
  return plain || "diagram";
}

function menu() {
  const menu = byId("download-menu");
  const items = FORMATS.map(({ format, title, note }) => element("button", {
    type: "button", role: "menuitem", "data-format": format,
    click: () => {
      menu.hidePopover();
      download(format);
    },
  }, title, element("small", {}, note)));
  menu.append(...items);
  anchor(menu, byId("download"), () => {
    const isMermaid = language(editor.text) === "mermaid";
    menu.querySelector("[data-format=utxt]").hidden = isMermaid;
  });
  menu.addEventListener("toggle", (event) => event.newState === "open" && items[0].focus());
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const shown = items.filter((it) => !it.hidden);
    shown.at((shown.indexOf(document.activeElement) + step) % shown.length).focus();
  });
}

function help() {
  const named = (keys) => (MAC ? keys.replace("Mod", "⌘").replace("Alt", "⌥").replace("Shift", "⇧") : keys.replace("Mod", "Ctrl"));
  const keyCaps = (keys) => named(keys).split(/(?<=\w|\.|\/)\+|\s{2}/).map((key) => element("kbd", {}, key));
  byId("help-keys").tBodies[0].append(...KEYS.map(({ keys, title }) => element("tr", {}, element("th", { scope: "row" }, ...keyCaps(keys)), element("td", {}, title))));
  byId("open-help").addEventListener("click", () => byId("help").showModal());
}

function keys(event) {
  const pressed = [
    (event.ctrlKey || event.metaKey) && "Mod", event.shiftKey && "Shift", event.altKey && "Alt",
    event.code.startsWith("Key") ? event.code.slice(3) : event.key,
  ].filter(Boolean).join("+");
  const found = KEYS.find((it) => it.keys === pressed && it.act);
  if (!found || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  found.act();
}

/** On a phone there is room for one pane. */
function tabs() {
  const names = ["editor", "preview"];
  const select = (name) => {
    document.body.dataset.tab = name;
    for (const tab of names) {
      byId(`tab-${tab}`).setAttribute("aria-selected", String(tab === name));
      byId(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
    }
    if (name === "preview") preview.fit();
  };
  for (const tab of names) {
    byId(`tab-${tab}`).addEventListener("click", () => select(tab));
    byId(`tab-${tab}`).addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const other = names.find((it) => it !== tab);
      select(other);
      byId(`tab-${other}`).focus();
    });
  }
  select("editor");
}

function resize() {
  const divider = byId("divider");
  const set = (percent) => {
    const bounded = Math.min(80, Math.max(15, percent));
    byId("panes").style.setProperty("--left", `${bounded}%`);
    divider.setAttribute("aria-valuenow", Math.round(bounded));
  };
  divider.addEventListener("pointerdown", (event) => divider.setPointerCapture(event.pointerId));
  divider.addEventListener("pointermove", (event) => {
    if (divider.hasPointerCapture(event.pointerId)) set((event.clientX / innerWidth) * 100);
  });
  divider.addEventListener("dblclick", () => set(42));
  divider.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -3, ArrowRight: 3 }[event.key];
    if (step) set(Number(divider.getAttribute("aria-valuenow")) + step);
  });
}

async function open() {
  try {
    const text = await link.opened(location);
    if (text === undefined) return false;
    editor.text = text;
    return true;
  } catch (error) {
    say(error.message, "bad");
    return false;
  }
}
