// Which parts of a picture a place in the source has drawn, and which place a part of the picture was drawn from.
// Pictures of PlantUML say it themselves; those of Mermaid are compared with the source by what is written in them.

/** The bytes `{start, end}` of the source that drew what was clicked. */
export function sourceOf(target) {
  const drawn = target.closest("[data-start]");
  if (!drawn || drawn.dataset.source) return undefined;
  return { start: Number(drawn.dataset.start), end: Number(drawn.dataset.end) };
}

/** Of ranges `[start, end]`, the smallest one around a byte; else the largest one that begins on its line. */
export function rangeAt(ranges, { offset, lineStart, lineEnd }) {
  let smallest;
  let onLine;
  for (const range of ranges) {
    const [start, end] = range;
    if (start <= offset && offset <= end && !(smallest && smallest[1] - smallest[0] <= end - start)) smallest = range;
    if (lineStart <= start && start <= lineEnd && !(onLine && onLine[1] - onLine[0] >= end - start)) onLine = range;
  }
  // What only surrounds the line, such as a package, is not what the line says.
  if (smallest && onLine && smallest[0] < lineStart) return onLine;
  return smallest ?? onLine;
}

/** The ranges of everything that is in the document. */
export const rangesIn = (sheet) =>
  [...sheet.querySelectorAll("[data-start]:not([data-source])")].map((it) => [Number(it.dataset.start), Number(it.dataset.end)]);

/** Everything in the document that was drawn from a range. */
export const drawnFrom = (sheet, [start, end]) =>
  [...sheet.querySelectorAll(`[data-start="${start}"][data-end="${end}"]:not([data-source])`)];

/** A label without what is only writing: quotes, marks, breaks, blanks. */
const bare = (text) => text.replace(/<br\s*\/?>|\\n|["'`*_#;\s]|<\/?[biu]>/gi, "").toLowerCase();

/** Whether a bare text stands in a line as a whole word, or as more than one. */
function says(line, label) {
  const wanted = bare(label);
  if (!wanted) return false;
  if (!/^\w+$/.test(label.trim())) return bare(line).includes(wanted);
  return new RegExp(`(?<!\\w)${label.trim()}(?!\\w)`, "i").test(line.replace(/["'`*]/g, ""));
}

const labelOf = (element) => [...element.querySelectorAll("tspan:not(:has(tspan))")].map((it) => it.textContent).join(" ").trim() || element.textContent.trim();

/** The words at a point of a Mermaid picture: those under it, else those inside the shape that was clicked. */
export function labelAt(sheet, target, { x, y }) {
  const shape = target.getBoundingClientRect();
  const isShape = target.closest("svg") && target.tagName !== "svg";
  let best;
  for (const text of sheet.querySelectorAll("text")) {
    const box = text.getBoundingClientRect();
    const [dx, dy] = [Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)];
    const isInside = shape.left - 1 <= box.left && box.right <= shape.right + 1 && shape.top - 1 <= box.top && box.bottom <= shape.bottom + 1;
    const distance = Math.hypot(dx, dy);
    if (distance > 0 && !(isShape && isInside)) continue;
    if (!best || distance < best.distance) best = { distance, label: labelOf(text) };
  }
  return best?.label;
}

/** Where a label is written in a Mermaid source, as `{start, end}` in UTF-16 units. */
export function written(source, label) {
  let start = 0;
  for (const line of source.split("\n")) {
    const isRead = start > 0 && !line.trimStart().startsWith("%%");
    if (isRead && says(line, label)) {
      const at = line.toLowerCase().indexOf(label.toLowerCase());
      if (at >= 0) return { start: start + at, end: start + at + label.length };
      return { start: start + line.length - line.trimStart().length, end: start + line.trimEnd().length };
    }
    start += line.length + 1;
  }
  return undefined;
}

/** Names with a label of their own, in the ways that Mermaid has for it. */
function labels(source) {
  const found = new Map();
  for (const [, name, label] of source.matchAll(/(?<![\w"-])(\w+(?:-\w+)*)(?:[[({>]+|@\{[^}]*label:\s*)"?([^"\])}\n]+?)"?[\])}]+/g)) found.set(name, label);
  for (const [, label, name] of source.matchAll(/"([^"\n]+)"\s+as\s+(\w+)/g)) found.set(name, label);
  for (const [, name, label] of source.matchAll(/^\s*(?:participant|actor)\s+(\w+)\s+as\s+(.+)$/gm)) found.set(name, label);
  return found;
}

/** What a line of a Mermaid source has written in the picture. */
export function drawnByLine(sheet, source, line) {
  if (!line.trim() || line.trimStart().startsWith("%%")) return [];
  const named = [...labels(source)].filter(([name]) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(line)).map(([, label]) => bare(label));
  return [...sheet.querySelectorAll("text")].filter((text) => {
    const label = labelOf(text);
    return says(line, label) || named.includes(bare(label));
  });
}
