// Links that carry a diagram behind the hash: nothing of it reaches a server. The code is PlantUML's own.

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
const LARGEST = 1 << 20;

/** The code of a text. */
export async function code(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return letters(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** The text behind `#puml/CODE`, `#mermaid/CODE` or `/uml/CODE`; nothing where the address carries none. */
export async function opened({ hash, pathname }) {
  const match = /^#(puml|mermaid)\/([\w-]+)$/.exec(hash) ?? /^\/(?:plantuml\/)?(uml)\/([\w-]+)$/.exec(pathname);
  if (!match) return undefined;
  const text = await inflated(bytes(match[2]));
  return match[1] === "uml" && !/^\s*@start/.test(text) ? `@startuml\n${text.trimEnd()}\n@enduml\n` : text;
}

/** A code is filled up to whole groups with up to two zero bytes, which the browser takes for damage. */
async function inflated(packed) {
  for (const filling of [0, 1, 2]) {
    try {
      return await unpacked(packed.subarray(0, packed.length - filling));
    } catch {
      // The next length may be the right one.
    }
  }
  throw new Error("The link is damaged");
}

async function unpacked(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const parts = [];
  let size = 0;
  for await (const part of chunks(stream)) {
    size += part.length;
    if (size > LARGEST) throw new Error("too long");
    parts.push(part);
  }
  return new Blob(parts).text();
}

async function* chunks(stream) {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

function letters(data) {
  let out = "";
  for (let at = 0; at < data.length; at += 3) {
    const group = (data[at] << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    for (const shift of [18, 12, 6, 0]) out += ALPHABET[(group >> shift) & 63];
  }
  return out;
}

function bytes(code) {
  const filled = code.padEnd(Math.ceil(code.length / 4) * 4, "0");
  const out = new Uint8Array((filled.length / 4) * 3);
  for (let at = 0, to = 0; at < filled.length; at += 4) {
    const group = [0, 1, 2, 3].reduce((sum, step) => (sum << 6) | ALPHABET.indexOf(filled[at + step]), 0);
    for (const shift of [16, 8, 0]) out[to++] = (group >> shift) & 255;
  }
  return out;
}
