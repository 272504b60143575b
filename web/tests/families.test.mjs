// Every family on the page: the picture leads to its source and back, the source has colours, and completion knows it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drawnWith, paste, says, screenshot, visit } from "./browser.mjs";

/** A source; the words to click and the line they stand for; pieces that are coloured; what is typed and then offered. */
const FAMILIES = [
  {
    kind: "sequence", text: "@startuml\nactor Ann\n  Ann -> Shop : orders bread\n@enduml\n",
    click: "orders bread", line: "Ann -> Shop : orders bread", colours: ["k actor", "a ->"], typed: "par", offered: "participant",
  },
  {
    kind: "class", text: "@startuml\nclass Loaf {\n  +weight : int\n}\nabstract class Bread\nBread <|-- Loaf : bakes\n@enduml\n",
    click: "bakes", line: "Bread <|-- Loaf : bakes", colours: ["k class", "a <|--", "a   +"], typed: "inter", offered: "interface",
  },
  {
    kind: "description", text: "@startuml\nactor Ann\nusecase \"Buy bread\" as Buy\nAnn --> Buy : hungry\n@enduml\n",
    click: "Buy bread", line: "usecase \"Buy bread\" as Buy", colours: ["k usecase", "s \"Buy bread\"", "k as", "a -->"], typed: "data", offered: "database",
  },
  {
    kind: "state", text: "@startuml\n[*] --> Cold\nCold --> Hot : switch on\nHot --> [*]\n@enduml\n",
    click: "switch on", line: "Cold --> Hot : switch on", colours: ["m [*]", "a -->"], typed: "sta", offered: "state",
  },
  {
    kind: "activity", text: "@startuml\nstart\n:mix flour;\nif (risen?) then (yes)\n  :bake;\nendif\nstop\n@enduml\n",
    click: "mix flour", line: ":mix flour;", colours: ["k start", "s :mix flour;", "k if", "k then"], typed: "whi", offered: "while",
  },
  {
    kind: "timing", text: "@startuml\nrobust \"Oven\" as O\n@0\nO is Cold\n@50\nO is Hot\n@enduml\n",
    click: "Oven", line: "robust \"Oven\" as O", colours: ["k robust", "k @50", "k is"], typed: "conc", offered: "concise",
  },
  {
    kind: "gantt", text: "@startgantt\nproject starts 2027-01-04\n[Mix] lasts 2 days\n[Bake] lasts 3 days\n[Bake] starts at [Mix]'s end\n@endgantt\n",
    click: "Bake", line: "[Bake] lasts 3 days", colours: ["s [Mix]", "k lasts", "n 2027-01-04"], typed: "proj", offered: "project",
  },
  {
    kind: "mindmap", text: "@startmindmap\n* Bread\n** Flour\n** Yeast\n@endmindmap\n",
    click: "Yeast", line: "** Yeast", colours: ["a **"], typed: "lef", offered: "left side",
  },
  {
    kind: "wbs", text: "@startwbs\n* Bread\n** Flour\n** Yeast\n@endwbs\n",
    click: "Flour", line: "** Flour", colours: ["a **"], typed: "", offered: "***",
  },
  {
    kind: "json", text: "@startjson\n{\n  \"flour\": 500,\n  \"yeast\": true\n}\n@endjson\n",
    click: "flour", line: "\"flour\": 500", colours: ["k \"flour\"", "n 500"], typed: "titl", offered: "title",
  },
  {
    kind: "yaml", text: "@startyaml\nflour: 500\nyeast: true\n@endyaml\n",
    click: "yeast", line: "yeast: true", colours: ["k flour", "n 500"], typed: "titl", offered: "title",
  },
];

const selected = (page) => page.locator("#source").evaluate((it) => it.value.slice(it.selectionStart, it.selectionEnd));
const lit = (page) => page.locator("#sheet .here").evaluateAll((all) => all.map((it) => it.textContent).join(" | "));

/** Puts the cursor at a place, as a click into the source would. */
async function cursorAt(page, offset) {
  await page.locator("#source").evaluate((it, at) => {
    it.focus();
    it.setSelectionRange(at, at);
  }, offset);
}

for (const { kind, text, click, line, colours, typed, offered } of FAMILIES) {
  test(`${kind}: the picture and its source lead to each other, with colours and completion`, () => visit(async (page) => {
    await says(page, "Checked and drawn");
    await paste(page, text);
    await drawnWith(page, click);
    await page.locator("#aside", { hasText: kind }).waitFor();
    const painted = await page.locator("#paint .line span").evaluateAll((all) => all.map((it) => `${it.className} ${it.textContent}`));
    for (const piece of colours) assert.ok(painted.includes(piece), `${piece} is not in ${painted.join(", ")}`);
    await page.locator("#sheet text", { hasText: click }).first().click();
    assert.ok(line.includes(await selected(page)) || (await selected(page)).includes(line), await selected(page));
    assert.notEqual(await selected(page), "");
    // From the first column of the line, where only blanks may stand, too.
    await cursorAt(page, 0);
    await page.waitForFunction(() => !document.querySelector("#sheet .here"));
    await cursorAt(page, text.lastIndexOf("\n", text.indexOf(line)) + 1);
    await page.locator("#sheet .here").first().waitFor();
    if (!["json", "yaml"].includes(kind)) assert.match(await lit(page), new RegExp(click));
    await screenshot(page, `family-${kind}`);
    const end = text.lastIndexOf("@end");
    await cursorAt(page, end);
    await page.keyboard.type(`\n${typed}`);
    await page.keyboard.press("Control+Space");
    await page.locator("#completions [role=option]", { hasText: offered }).first().waitFor();
  }));
}

/** Mermaid says nothing about where a picture comes from: what is written in both leads from one to the other. */
const MERMAID = [
  { kind: "flowchart", text: "flowchart LR\n  a[Mix flour] -->|then| b(Bake)\n  b --> c{Done?}\n", click: "Mix flour", line: "a[Mix flour]", cursor: "b --> c", here: ["Bake", "Done?"] },
  { kind: "sequence", text: "sequenceDiagram\n  participant O as Oven\n  participant B as Baker\n  B->>O: switch on\n", click: "switch on", line: "switch on", cursor: "B->>O", here: ["Oven", "Baker", "switch on"] },
  { kind: "class", text: "classDiagram\n  class Loaf\n  Bread <|-- Loaf : bakes\n", click: "bakes", line: "bakes", cursor: "Bread <", here: ["Bread", "Loaf", "bakes"] },
  { kind: "state", text: "stateDiagram-v2\n  [*] --> Cold\n  Cold --> Hot : switch on\n", click: "Hot", line: "Hot", cursor: "Cold --> Hot", here: ["Cold", "Hot", "switch on"] },
  { kind: "er", text: "erDiagram\n  BAKER ||--o{ LOAF : bakes\n", click: "LOAF", line: "LOAF", cursor: "BAKER", here: ["BAKER", "LOAF", "bakes"] },
  { kind: "gantt", text: "gantt\n  dateFormat YYYY-MM-DD\n  section Kitchen\n  Knead dough :a, 2027-01-04, 3d\n", click: "Knead dough", line: "Knead dough", cursor: "Knead", here: ["Knead dough"] },
  { kind: "mindmap", text: "mindmap\n  Bread\n    Flour\n    Yeast\n", click: "Yeast", line: "Yeast", cursor: "Flour", here: ["Flour"] },
  { kind: "pie", text: "pie\n  \"Rye\" : 30\n  \"Wheat\" : 70\n", click: "Wheat", line: "Wheat", cursor: "\"Rye", here: ["Rye"] },
];

for (const { kind, text, click, line, cursor, here } of MERMAID) {
  test(`Mermaid ${kind}: the picture and its source lead to each other`, () => visit(async (page) => {
    await says(page, "Checked and drawn");
    await paste(page, text);
    await drawnWith(page, click);
    await page.locator("#sheet text", { hasText: click }).last().click({ force: true });
    assert.ok((await selected(page)).includes(line) || line.includes(await selected(page)), await selected(page));
    assert.notEqual(await selected(page), "");
    await cursorAt(page, text.indexOf(cursor));
    for (const label of here) await page.locator("#sheet .here", { hasText: label }).first().waitFor();
    assert.ok((await page.locator("#paint .line .k").count()) > 0);
    await screenshot(page, `family-mermaid-${kind}`);
  }));
}

test("in a large picture, a line brings its element into view, and the reader can go elsewhere", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  const text = `@startuml\n${Array.from({ length: 2_000 }, (_, index) => `Alice -> Bob : message ${index}.`).join("\n")}\n@enduml\n`;
  await paste(page, text);
  await drawnWith(page, "message 3.", 60_000);
  await cursorAt(page, text.indexOf("message 1500."));
  await page.locator("#sheet .here", { hasText: "message 1500." }).waitFor();
  const [box, view] = [await page.locator("#sheet .here").first().boundingBox(), await page.locator("#canvas").boundingBox()];
  assert.ok(box.y >= view.y && box.y + box.height <= view.y + view.height, `${box.y} is not in ${view.y} + ${view.height}`);
  await screenshot(page, "family-large");
  await page.locator("#sheet text", { hasText: "message 1502." }).first().click();
  assert.match(await selected(page), /message 1502\./);
  // Moving the picture is the reader's business: the mark does not pull it back.
  await page.locator("#canvas").focus();
  for (let step = 0; step < 60; step += 1) await page.keyboard.press("ArrowUp");
  const seen = await page.locator("#sheet .here").evaluateAll((all) => all.some((it) => it.getBoundingClientRect().top < innerHeight));
  assert.equal(seen, false);
}));

for (const [name, options] of [
  ["dark", { colorScheme: "dark" }],
  ["phone", { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true }],
  ["phone-dark", { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, colorScheme: "dark" }],
]) {
  test(`the picture leads to its source, ${name}`, () => visit(async (page) => {
    await says(page, "Checked and drawn");
    await page.locator("#source").fill(FAMILIES[1].text);
    if (name.startsWith("phone")) await page.getByRole("tab", { name: "Picture" }).tap();
    await drawnWith(page, "bakes");
    await page.locator("#sheet text", { hasText: "bakes" }).click();
    await page.locator("#sheet .here").first().waitFor({ state: "attached" });
    assert.match(await selected(page), /bakes/);
    assert.ok(await page.locator("#pane-editor").isVisible());
    await screenshot(page, `family-${name}-source`);
    if (name.startsWith("phone")) await page.getByRole("tab", { name: "Picture" }).tap();
    await page.locator("#sheet .here").first().waitFor();
    await screenshot(page, `family-${name}`);
  }, options));
}

test("what is selected can still be read", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  await paste(page, "@startuml\nA -> B : MMMMMMMMMMMM\n@enduml\n");
  await drawnWith(page, "MMMM");
  const line = page.locator("#paint .line", { hasText: "MMMM" });
  /** How far the darkest and the lightest pixel of the line are apart. */
  const contrast = async () => {
    const bytes = [...(await page.screenshot({ clip: await line.boundingBox() }))];
    return page.evaluate(async (data) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(data)], { type: "image/png" }));
      const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      pen.drawImage(bitmap, 0, 0);
      const { data: pixels } = pen.getImageData(20, 2, bitmap.width - 40, bitmap.height - 4);
      const greens = pixels.filter((_, index) => index % 4 === 1);
      return greens.reduce((most, it) => Math.max(most, it), 0) - greens.reduce((least, it) => Math.min(least, it), 255);
    }, bytes);
  };
  const before = await contrast();
  await page.locator("#sheet text", { hasText: "MMMM" }).click();
  const after = await contrast();
  assert.ok(after > before / 2, `${after} of ${before} is left`);
}));
