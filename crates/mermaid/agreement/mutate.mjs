// Small changes to Mermaid sources, the same in every run: what an editor or a person in a hurry does to a file.
//   node mutate.mjs FOLDER OUT EACH
// Writes OUT/TYPE/NAME--CHANGE.mmd, EACH changes per source; with 0, the sources unchanged.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Numbers that look random and depend on nothing but the seed. */
function generator(seed) {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0), 16777619);
  return (bound) => {
    state = Math.imul(state ^ (state >>> 15), 2246822507);
    state = Math.imul(state ^ (state >>> 13), 3266489909);
    state ^= state >>> 16;
    return (state >>> 0) % bound;
  };
}

const SIGNS = [..."\"'()[]{}<>-=|,.:;#%&@`~*/\\+!?_ x1"];

/** Everything before the statements: front matter, directives, comments and the line with the type. */
function headLength(lines) {
  let at = lines.findIndex((line) => line.trim() !== "");
  if (at < 0) return 0;
  if (lines[at].trim() === "---") {
    const close = lines.findIndex((line, index) => index > at && line.trim() === "---");
    if (close > 0) at = close + 1;
  }
  while (at < lines.length && (lines[at].trim() === "" || lines[at].trim().startsWith("%%"))) at += 1;
  return Math.min(at + 1, lines.length);
}

/** Applies a change to each statement that has text. */
const everyStatement = (change) => (lines, head) =>
  lines.map((line, index) => (index < head || line.trim() === "" ? line : change(line)));

/** Applies a change to one statement that has text; gives up where there is none. */
const oneStatement = (change) => (lines, head, below) => {
  const candidates = [...lines.keys()].filter((index) => index >= head && lines[index].trim() !== "");
  if (candidates.length === 0) return null;
  const at = candidates[below(candidates.length)];
  return lines.toSpliced(at, 1, ...[change(lines[at], below)].flat());
};

/** Inserts a line among the statements. */
const inserted = (line) => (lines, head, below) => lines.toSpliced(head + below(lines.length - head + 1), 0, line);

/** Applies a change to the letters of one statement, at a random place. */
const oneLetter = (change) =>
  oneStatement((line, below) => {
    const letters = [...line];
    const first = letters.findIndex((letter) => letter.trim() !== "");
    return change(letters, first + below(letters.length - first), below).join("");
  });

const CHANGES = {
  "blank-line": inserted(""),
  "line-of-blanks": inserted("   "),
  "blank-lines": (lines, head) => lines.flatMap((line, index) => (index < head ? [line] : [line, ""])),
  "trailing-blank": oneStatement((line) => `${line}  `),
  "trailing-blanks": everyStatement((line) => `${line} `),
  "final-lines": (lines) => [...lines, "", "  ", ""],
  semicolon: oneStatement((line) => `${line};`),
  semicolons: everyStatement((line) => `${line};`),
  comment: inserted("%% a remark"),
  "indented-comment": inserted("    %% a remark"),
  crlf: (lines) => lines.map((line) => `${line}\r`),
  tabs: everyStatement((line) => line.replace(/^ +/, (blanks) => "\t".repeat(Math.ceil(blanks.length / 2)))),
  deeper: everyStatement((line) => `  ${line}`),
  flat: everyStatement((line) => line.trimStart()),
  "drop-letter": oneLetter((letters, at) => letters.toSpliced(at, 1)),
  "double-letter": oneLetter((letters, at) => letters.toSpliced(at, 0, letters[at])),
  "swap-letters": oneLetter((letters, at) => letters.toSpliced(at, 2, ...letters.slice(at, at + 2).reverse())),
  "insert-sign": oneLetter((letters, at, below) => letters.toSpliced(at, 0, SIGNS[below(SIGNS.length)])),
  "replace-sign": oneLetter((letters, at, below) => letters.toSpliced(at, 1, SIGNS[below(SIGNS.length)])),
  "drop-word": oneStatement((line, below) => {
    const words = line.trim().split(/ +/);
    return line.match(/^\s*/)[0] + words.toSpliced(below(words.length), 1).join(" ");
  }),
  "drop-line": oneStatement(() => []),
  "double-line": oneStatement((line) => [line, line]),
  "break-line": oneStatement((line, below) => {
    const words = line.trim().split(/ +/);
    const at = 1 + below(words.length);
    return [words.slice(0, at).join(" "), words.slice(at).join(" ")];
  }),
  "join-lines": (lines, head, below) => {
    if (lines.length - head < 2) return null;
    const at = head + below(lines.length - head - 1);
    return lines.toSpliced(at, 2, `${lines[at]} ${lines[at + 1].trim()}`);
  },
  "swap-lines": (lines, head, below) => {
    if (lines.length - head < 2) return null;
    const at = head + below(lines.length - head - 1);
    return lines.toSpliced(at, 2, lines[at + 1], lines[at]);
  },
  truncate: (lines, head, below) => {
    const text = lines.join("\n");
    const start = lines.slice(0, head).join("\n").length;
    return text.slice(0, start + below(text.length - start + 1)).split("\n");
  },
};

const [folder, out, each] = process.argv.slice(2);
const names = Object.keys(CHANGES);
let written = 0;

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  written += 1;
}

const sources = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(".mmd")).sort();
for (const path of sources) {
  const text = readFileSync(join(folder, path), "utf8");
  const stem = join(out, relative(".", path).replace(/\.mmd$/, ""));
  if (Number(each) === 0) {
    write(`${stem}--none.mmd`, text);
    continue;
  }
  const below = generator(path);
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const left = [...names];
  for (let made = 0; made < Number(each) && left.length > 0; ) {
    const [name] = left.splice(below(left.length), 1);
    const changed = CHANGES[name](lines, headLength(lines), below)?.join("\n");
    if (changed === undefined || changed === text) continue;
    write(`${stem}--${name}.mmd`, changed);
    made += 1;
  }
}
console.error(`${written} files from ${sources.length} sources`);
