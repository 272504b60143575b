// Codes made by the npm library are drawn by our server: node plantuml_encoder.cjs URL.

const assert = require("node:assert/strict");
const encoder = require("plantuml-encoder");

async function main(address) {
  const source = "@startuml\nZoë -> Bob : 早上好\n@enduml";
  const svg = await fetch(`${address}/svg/${encoder.encode(source)}`);
  assert.equal(svg.status, 200);
  assert.equal(svg.headers.get("x-plantuml-diagram-description"), "(2 participants)");
  assert.match(await svg.text(), /早上好/);
  const png = await fetch(`${address}/png/${encoder.encode(source)}`);
  assert.equal(png.headers.get("content-type"), "image/png");
  assert.deepEqual([...new Uint8Array(await png.arrayBuffer()).slice(1, 4)], [80, 78, 71]);
  const wrong = await fetch(`${address}/svg/${encoder.encode("@startuml\nA -> B\nend\n@enduml")}`);
  assert.equal(wrong.status, 400);
  assert.equal(wrong.headers.get("x-plantuml-diagram-error-line"), "3");
  console.log("the npm client got its pictures");
}

main(process.argv[2]);
