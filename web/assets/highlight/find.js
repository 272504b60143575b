// What the dialects share.

/** Adds every match of a pattern as a piece, from a place on. */
export function all(found, name, text, pattern, from = 0) {
  for (const match of text.matchAll(pattern)) {
    if (match.index >= from) found.push([name, match.index, match.index + match[0].length]);
  }
}

/** A pattern for whole words of a list. */
export const words = (list, flags = "gi") => new RegExp(`(?<![\\w$])(?:${list.trim().split(/\s+/).join("|")})(?!\\w)`, flags);
