// Links that carry a diagram behind the `#`, which browsers do not send; the page that opens one sends the source to its
// server to have it drawn. The code is PlantUML's own.

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
const LARGEST = 1 << 20;

/** The code of a text. */
export async function code(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return letters(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** The code of a text as Kroki has it: deflated with a header, in Base64 for addresses. */
export async function krokiCode(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a link says besides the text, in the order in which it stands there. */
const CHOICES = ["theme", "look", "scheme"];

/** The part of an address from the `#` on that opens this diagram as it looks now. */
export async function hash({ language, source, ...chosen }) {
  const choices = new URLSearchParams(CHOICES.filter((it) => chosen[it]).map((it) => [it, chosen[it]]));
  return `#${language}/${await code(source)}${choices.size ? `?${choices}` : ""}`;
}

/** What the address opens: `{text, theme, look, scheme}` behind `#puml/CODE`, `#mermaid/CODE` or `/uml/CODE`; nothing
 *  where it carries no diagram. */
export async function opened({ hash, pathname }) {
  const match = /^#(puml|mermaid)\/([\w-]+)(?:\?(.*))?$/.exec(hash) ?? /^\/(?:plantuml\/)?(uml|form)\/([\w-]+)$/.exec(pathname);
  if (!match) return undefined;
  const text = await inflated(bytes(match[2]));
  const isPlain = ["uml", "form"].includes(match[1]) && !/^\s*@start/.test(text);
  const choices = new URLSearchParams(match[3] ?? "");
  return {
    text: isPlain ? `@startuml\n${text.trimEnd()}\n@enduml\n` : text,
    ...Object.fromEntries(CHOICES.map((it) => [it, choices.get(it) ?? ""])),
  };
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
