// What was done to a text, to be undone and done again. A step is one replacement; letters typed in a row are one step.

const PAUSE = 800;
const MOST = 1_000;

export class Undo {
  #done = [];
  #undone = [];
  #last = 0;

  /** Forgets everything: another text is there. */
  clear() {
    this.#done = [];
    this.#undone = [];
    this.#last = 0;
  }

  /** Notes that `before` became `after`; `cursor` is where the cursor was. */
  note(before, after, cursor) {
    const step = difference(before, after);
    if (!step) return;
    const now = performance.now();
    const previous = this.#done.at(-1);
    const isTyping = previous && now - this.#last < PAUSE && !this.#undone.length
      && !step.removed && !previous.removed && step.added.length === 1 && step.added !== "\n" && !previous.added.endsWith("\n")
      && step.start === previous.start + previous.added.length;
    if (isTyping) previous.added += step.added;
    else this.#done.push({ ...step, cursor });
    if (this.#done.length > MOST) this.#done.shift();
    this.#undone = [];
    this.#last = now;
  }

  /** The text one step back, and where the cursor was; nothing where there is no step. */
  back(text) {
    const step = this.#done.pop();
    if (!step) return undefined;
    this.#undone.push(step);
    this.#last = 0;
    return { text: replaced(text, step.start, step.added.length, step.removed), cursor: step.cursor };
  }

  /** The text one step on. */
  forth(text) {
    const step = this.#undone.pop();
    if (!step) return undefined;
    this.#done.push(step);
    this.#last = 0;
    return { text: replaced(text, step.start, step.removed.length, step.added), cursor: step.start + step.added.length };
  }
}

const replaced = (text, start, length, added) => text.slice(0, start) + added + text.slice(start + length);

/** The smallest replacement that makes one text of another. */
function difference(before, after) {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail += 1;
  return { start, removed: before.slice(start, before.length - tail), added: after.slice(start, after.length - tail) };
}
