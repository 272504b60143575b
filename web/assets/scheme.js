// Light or dark: the reader's choice, or else the machine's.

import { byId } from "./page.js";

const KEPT = "straightedge.scheme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set();

/** `light` or `dark`. */
export function current() {
  return document.documentElement.dataset.scheme ?? (dark.matches ? "dark" : "light");
}

/** Calls back whenever it changes. */
export function changed(listener) {
  listeners.add(listener);
}

/** Shows a scheme that a link asks for, and leaves the reader's own choice as it is. */
export function follow(name) {
  if (!["light", "dark"].includes(name) || name === current()) return;
  document.documentElement.dataset.scheme = name;
  tell();
}

export function start() {
  const kept = localStorage.getItem(KEPT);
  if (kept) document.documentElement.dataset.scheme = kept;
  byId("scheme").addEventListener("click", () => {
    const next = current() === "dark" ? "light" : "dark";
    document.documentElement.dataset.scheme = next;
    localStorage.setItem(KEPT, next);
    tell();
  });
  dark.addEventListener("change", tell);
}

function tell() {
  for (const listener of listeners) listener(current());
}
