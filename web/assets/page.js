// What every view uses: finding elements, making them, and telling the reader something.

/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/** An element with attributes and children; functions become listeners. */
export function element(name, attributes = {}, ...children) {
  const out = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") out.addEventListener(key, value);
    else if (value === true) out.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) out.setAttribute(key, value);
  }
  out.append(...children.filter((it) => it !== undefined && it !== null));
  return out;
}

/** A sentence whose `quoted` parts are code. */
export function prose(text) {
  return text.split(/(`[^`]+`)/).map((part) => (part.startsWith("`") && part.length > 1 ? element("code", {}, part.slice(1, -1)) : part));
}

/** The little Markdown that the language server writes: paragraphs, code blocks, `code` and **strong** words. */
export function markdown(text) {
  const strong = (part) => part.split(/(\*\*[^*]+\*\*)/).map((it) => (it.startsWith("**") && it.length > 4 ? element("strong", {}, it.slice(2, -2)) : it));
  const inline = (line) => prose(line).flatMap((it) => (typeof it === "string" ? strong(it) : it));
  return text.split(/(```[\s\S]*?```)/).flatMap((part) => {
    const code = /^```\w*\n?([\s\S]*?)\n?```$/.exec(part)?.[1];
    if (code !== undefined) return element("pre", {}, code);
    return part.split(/\n{2,}/).filter((it) => it.trim()).map((it) => element("p", {}, ...inline(it.trim())));
  });
}

/** A copy of a template's content. */
export const template = (id) => byId(id).content.cloneNode(true);

/** Says something in the status line, which screen readers read out. */
export function say(text, state = "") {
  const status = byId("status");
  if (status.textContent !== text) status.textContent = text;
  status.dataset.state = state;
}

/** `3 errors`, `1 error`. */
export const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/** Puts a text on the clipboard and says so. */
export async function copy(text, told) {
  try {
    await navigator.clipboard.writeText(text);
    say(told, "good");
    return true;
  } catch {
    say("The browser did not allow copying", "doubtful");
    return false;
  }
}

/** Hands a file to the reader. */
export function save(blob, name) {
  const anchor = element("a", { href: URL.createObjectURL(blob), download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
  say(`Saved ${name}`, "good");
}

/** Puts a popover below the button that opens it, inside the window. */
export function anchor(popover, button, opened = () => {}) {
  popover.addEventListener("beforetoggle", (event) => {
    if (event.newState === "open") opened();
  });
  popover.addEventListener("toggle", (event) => {
    if (event.newState !== "open") return;
    const box = button.getBoundingClientRect();
    const left = Math.min(box.left, innerWidth - popover.offsetWidth - 8);
    popover.style.left = `${Math.max(8, left)}px`;
    popover.style.top = `${box.bottom + 6}px`;
  });
}
