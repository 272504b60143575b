// The server counts bytes of UTF-8, the text area UTF-16 units. Plain ASCII counts the same in both.

const encoder = new TextEncoder();

/** From bytes to units of this text. */
export function unitsOf(text) {
  if (encoder.encode(text).length === text.length) return (offset) => Math.min(offset, text.length);
  const table = [];
  let units = 0;
  for (const character of text) {
    for (let byte = encoder.encode(character).length; byte > 0; byte -= 1) table.push(units);
    units += character.length;
  }
  return (offset) => table[offset] ?? units;
}

/** How many bytes stand before a unit of a text. */
export const bytesBefore = (text, offset) => encoder.encode(text.slice(0, offset)).length;

/** Edits of the server's, `{range: {start, end}, text}` in bytes, as edits of the editor. */
export function editsOf(text, edits) {
  const units = unitsOf(text);
  const place = (it) => units(it.offset ?? it);
  return edits.map((it) => ({ start: place(it.range.start), end: place(it.range.end), text: it.text }));
}
