// What differs between two texts, line by line, as a reader of a diff knows it.

import { element } from "./page.js";

const CONTEXT = 3;
/** Beyond this many changed lines the middle is shown as replaced: nobody reads more. */
const MOST_STEPS = 4000;

/** The difference as elements; nothing where the texts are equal. */
export function difference(before, after) {
  const steps = compared(before.split("\n"), after.split("\n"));
  if (steps.every(([mark]) => mark === " ")) return undefined;
  const isNear = (at) => steps.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(([mark]) => mark !== " ");
  const rows = [];
  let hidden = 0;
  const gap = () => {
    if (hidden) rows.push(element("div", { class: "gap" }, `${hidden} lines are the same`));
    hidden = 0;
  };
  steps.forEach(([mark, line], at) => {
    if (mark === " " && !isNear(at)) return void (hidden += 1);
    gap();
    rows.push(element("div", { class: { "+": "added", "-": "removed" }[mark] }, `${mark} ${line}`));
  });
  gap();
  return element("div", { class: "difference", tabindex: "0", role: "group", "aria-label": "Changes" }, ...rows);
}

/** Pairs of a mark and a line: ` `, `-` or `+`. */
export function compared(old, now) {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) [oldEnd, nowEnd] = [oldEnd - 1, nowEnd - 1];
  const same = (lines) => lines.map((line) => [" ", line]);
  return [...same(old.slice(0, start)), ...middle(old.slice(start, oldEnd), now.slice(start, nowEnd)), ...same(old.slice(oldEnd))];
}

/** The longest common lines, by the usual table. */
function middle(old, now) {
  if (old.length * now.length > MOST_STEPS * MOST_STEPS) return [...old.map((line) => ["-", line]), ...now.map((line) => ["+", line])];
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let a = old.length - 1; a >= 0; a -= 1) {
    for (let b = now.length - 1; b >= 0; b -= 1) {
      common[a * width + b] = old[a] === now[b] ? common[(a + 1) * width + b + 1] + 1 : Math.max(common[(a + 1) * width + b], common[a * width + b + 1]);
    }
  }
  const out = [];
  let [a, b] = [0, 0];
  while (a < old.length || b < now.length) {
    if (a < old.length && b < now.length && old[a] === now[b]) [a, b] = (out.push([" ", old[a]]), [a + 1, b + 1]);
    else if (a < old.length && (b === now.length || common[(a + 1) * width + b] >= common[a * width + b + 1])) out.push(["-", old[a++]]);
    else out.push(["+", now[b++]]);
  }
  return out;
}
