// Pictures: the gallery, looks and themes, the busy sign, files and the clipboard.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { drawnWith, says, screenshot, type, visit } from "./browser.mjs";

const FLOW = "flowchart LR\n  a[Start] --> b[Finish]\n";

/** Width, height and whether the first pixel lets the page through, of a PNG. */
async function png(page, bytes) {
  return page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(data)], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(bitmap, 0, 0);
    return { width: bitmap.width, height: bitmap.height, alpha: pen.getImageData(0, 0, 1, 1).data[3] };
  }, [...bytes]);
}

async function saved(page, set = async () => {}) {
  await page.locator("#download").click();
  await set();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("[data-format=png]").click()]);
  return png(page, readFileSync(await download.path()));
}

for (const [language, text, label] of [["PlantUML", "@startuml\nA -> B : big\n@enduml\n", "big"], ["Mermaid", FLOW, "Finish"]]) {
  test(`a PNG of ${language} comes in three sizes, and transparent`, () => visit(async (page) => {
    await type(page, text);
    await drawnWith(page, label);
    const one = await saved(page);
    assert.equal(one.alpha, 255);
    for (const size of [2, 3]) {
      const larger = await saved(page, () => page.locator(`[name=png-size][value="${size}"]`).check());
      assert.ok(Math.abs(larger.width - size * one.width) <= size, `${larger.width} is not ${size} × ${one.width}`);
    }
    const clear = await saved(page, async () => {
      await page.locator("#transparent").check();
      await screenshot(page, `download-${language}`);
    });
    assert.equal(clear.alpha, 0);
  }));
}

test("a picture with too many pixels is saved smaller, and the page says so", () => visit(async (page) => {
  const lines = Array.from({ length: 60 }, (_, index) => `participant "A participant with a rather long name ${index}" as P${index}`);
  await type(page, `@startuml\n${lines.join("\n")}\n${"P0 -> P59 : far\n".repeat(60)}@enduml\n`);
  await drawnWith(page, "far");
  const small = await saved(page);
  await says(page, /Saved, but the picture would be \d+ x \d+ pixels/);
  assert.ok(small.width * small.height <= 16_000_000);
}));

test("the picture is copied to the clipboard", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  await page.locator("#download").click();
  await page.locator("[data-format=picture]").click();
  await says(page, "Picture copied");
  const bytes = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return [...new Uint8Array(await (await item.getType("image/png")).arrayBuffer())];
  });
  assert.ok((await png(page, bytes)).width > 100);
}));

test("Mermaid has its own themes and looks, and its own picture address", () => visit(async (page, context) => {
  await type(page, FLOW);
  await drawnWith(page, "Finish");
  const svg = () => page.locator("#sheet svg").evaluate((it) => it.outerHTML);
  const plain = await svg();
  assert.ok((await page.locator("#theme option").allTextContents()).includes("forest"));
  await page.locator("#theme").selectOption("forest");
  await page.waitForFunction((old) => document.querySelector("#sheet svg").outerHTML !== old, plain);
  const forest = await svg();
  await page.locator("#look").selectOption("hand-drawn");
  await page.waitForFunction((old) => document.querySelector("#sheet svg").outerHTML !== old, forest);
  await screenshot(page, "mermaid-hand-drawn");
  await page.locator("#share").click();
  await page.locator("#share-picture").waitFor();
  const address = await page.locator("#share-picture").inputValue();
  assert.match(address, /\/mermaid\/svg\/[\w-]+\?theme=forest&look=hand-drawn$/);
  const answer = await context.request.get(address);
  assert.equal(answer.status(), 200);
  assert.match(await answer.text(), /Finish/);
  await page.keyboard.press("Escape");
  await page.reload();
  await drawnWith(page, "Finish");
  assert.deepEqual([await page.locator("#theme").inputValue(), await page.locator("#look").inputValue()], ["forest", "hand-drawn"]);
}));

test("the gallery shows every kind of diagram that the server draws", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  const setup = await page.evaluate(() => fetch("/page/setup").then((it) => it.json()));
  await page.locator("#open-gallery").click();
  const kinds = await page.locator(".example").evaluateAll((all) => all.map((it) => it.dataset.kind));
  assert.equal(kinds.length, setup.examples.length);
  for (const kind of ["sequence", "class", "flowchart", "gantt", "radar", "zenuml", "treemap"]) assert.ok(kinds.includes(kind), kind);
  await page.locator(".example img[src]").nth(7).waitFor({ timeout: 60_000 });
  await screenshot(page, "gallery");
  const last = page.locator(".example").last();
  await last.scrollIntoViewIfNeeded();
  await last.locator("img[src]").waitFor({ timeout: 60_000 });
  await last.click();
  await says(page, "Checked and drawn");
}));

test("a drawing that takes its time shows that it is at work", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  await page.route("**/page/compile", async (route) => {
    await new Promise((done) => setTimeout(done, 900));
    await route.continue();
  });
  await type(page, "@startuml\nA -> B : slowly\n@enduml\n");
  await page.locator("#busy").waitFor();
  assert.equal(await page.locator("#canvas").getAttribute("aria-busy"), "true");
  await screenshot(page, "busy");
  await drawnWith(page, "slowly");
  await page.locator("#busy").waitFor({ state: "hidden" });
}));
