// The picture in other formats: files, the clipboard, Markdown.

import * as api from "./api.js";
import { anchor, byId, copy, element, save, say } from "./page.js";

const FORMATS = [
  { format: "svg", title: "SVG", note: "scales, keeps links" },
  { format: "png", title: "PNG", note: "pixels" },
  { format: "pdf", title: "PDF", note: "selectable text" },
  { format: "utxt", title: "Text", note: "for code comments" },
  { format: "source", title: "Source", note: "what you typed" },
  { format: "markdown", title: "Copy as Markdown", note: "a fenced block" },
  { format: "picture", title: "Copy picture", note: "to the clipboard" },
];

let state;

/** Fills the menu; `current()` is the diagram as it stands, with its page. */
export function start(current) {
  state = current;
  const menu = byId("download-menu");
  const items = FORMATS.map(({ format, title, note }) => element("button", {
    type: "button", role: "menuitem", "data-format": format,
    click: () => {
      menu.hidePopover();
      download(format);
    },
  }, title, element("small", {}, note)));
  byId("formats").append(...items);
  anchor(menu, byId("download"), () => (menu.querySelector("[data-format=utxt]").hidden = state().language === "mermaid"));
  menu.addEventListener("toggle", (event) => event.newState === "open" && items[0].focus());
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !items.includes(document.activeElement)) return;
    event.preventDefault();
    const shown = items.filter((it) => !it.hidden);
    shown.at((shown.indexOf(document.activeElement) + step) % shown.length).focus();
  });
}

/** Hands the diagram to the reader in a format. */
export async function download(format) {
  const wish = state();
  if (format === "markdown") return copy("```" + wish.language + "\n" + wish.source.trimEnd() + "\n```\n", "Markdown copied");
  if (format === "picture") return copyPicture(wish);
  const ending = { utxt: "txt", source: wish.language === "mermaid" ? "mmd" : "puml" }[format] ?? format;
  try {
    const own = { blob: new Blob([wish.source], { type: "text/plain" }) };
    const { blob, notice } = format === "source" ? own : await api.exported(ordered(wish, format));
    save(blob, `${fileName(wish)}.${ending}`);
    if (notice) say(`Saved, but ${notice}`, "doubtful");
  } catch (error) {
    say(error.message, "bad");
  }
}

/** With the size and the background that the menu says. */
function ordered(wish, format) {
  const scale = Number(document.querySelector("[name=png-size]:checked").value);
  const background = byId("transparent").checked ? "transparent" : "opaque";
  return { ...wish, format, background, ...(format === "png" && { scale }) };
}

async function copyPicture(wish) {
  try {
    // The promise goes into the item: some browsers allow writing only right after the click.
    const png = api.exported(ordered(wish, "png"));
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png.then((it) => it.blob) })]);
    const { notice } = await png;
    say(notice ? `Copied, but ${notice}` : "Picture copied", notice ? "doubtful" : "good");
  } catch (error) {
    say(error.code ? error.message : "The browser did not allow copying", "doubtful");
  }
}

/** A file's name out of the diagram's title, or of the document's. */
function fileName({ source, name }) {
  const title = titleOf(source) || name;
  const plain = title.normalize("NFKD").replace(/[^\w\s-]/g, "").trim().toLowerCase().replace(/[\s_]+/g, "-").slice(0, 60);
  return plain || "diagram";
}

/** The title that a source gives its diagram. */
export const titleOf = (source) => /^\s*(?:title|accTitle)[:\s]+(.+)$/im.exec(source)?.[1].trim() ?? "";
