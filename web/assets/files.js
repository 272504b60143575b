// Diagrams that come from elsewhere: files that are opened or dropped, and texts that are pasted out of Markdown.

import { byId, say } from "./page.js";

const LARGEST = 1 << 20;
const FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*(mermaid|plantuml|puml|uml|pu|mmd)\b[^\n]*\n([\s\S]*?)^[ \t]*\2[ \t]*$/gim;

/** The diagrams in fences of a Markdown text, without their fences. */
export function fenced(text) {
  return [...text.matchAll(FENCE)].map(([, indent, , , body]) => (indent ? body.replaceAll(new RegExp(`^${indent}`, "gm"), "") : body));
}

/** Calls `opened(name, text)` for each file that the reader chooses or drops, and `pasted(text)` instead of a paste. */
export function start({ opened, pasted }) {
  const picker = byId("open-file");
  byId("open-document").addEventListener("click", () => {
    byId("documents").hidePopover();
    picker.click();
  });
  picker.addEventListener("change", async () => {
    await take(picker.files, opened);
    picker.value = "";
  });
  const carries = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => !event.relatedTarget && document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!carries(event)) return;
    event.preventDefault();
    take(event.dataTransfer.files, opened);
  });
  byId("source").addEventListener("paste", (event) => {
    if (event.clipboardData.files.length) {
      event.preventDefault();
      take(event.clipboardData.files, opened);
      return;
    }
    const text = event.clipboardData.getData("text/plain").replaceAll("\r\n", "\n");
    if (!text) return;
    event.preventDefault();
    const [first, ...more] = fenced(text);
    pasted(first ?? text);
    if (more.length) say(`Pasted the first of ${more.length + 1} diagrams`, "doubtful");
  });
}

async function take(files, opened) {
  for (const file of files) {
    if (file.size > LARGEST) {
      say(`${file.name} is larger than 1 MB`, "bad");
      continue;
    }
    const text = await file.text();
    if (text.includes("\0")) {
      say(`${file.name} is not a text`, "bad");
      continue;
    }
    const name = file.name.replace(/\.(puml|plantuml|pu|uml|iuml|mmd|mermaid|md|markdown|txt)$/i, "");
    const found = /\.(md|markdown)$/i.test(file.name) ? fenced(text) : [];
    if (!found.length) await opened(name, text.replaceAll("\r\n", "\n"));
    for (const [index, body] of found.entries()) await opened(found.length > 1 ? `${name} ${index + 1}` : name, body);
  }
}
