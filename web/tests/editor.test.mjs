// The editor: large texts, pasting, undo, and what the language server offers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drawnWith, paste, says, screenshot, source, type, visit } from "./browser.mjs";

const large = (count) => `@startuml\n${Array.from({ length: count }, (_, index) => `Alice -> Bob : message ${index}`).join("\n")}\n@enduml\n`;

test("5,000 lines are set within a second", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  const text = large(5_000);
  const taken = await page.evaluate(async (pasted) => {
    const area = document.getElementById("source");
    area.focus();
    area.select();
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    const started = performance.now();
    area.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - started;
  }, text);
  assert.equal(await source(page), text);
  assert.ok(taken <= 1_000, `${Math.round(taken)} ms`);
  console.log(`      5,000 lines: ${Math.round(taken)} ms`);
}));

test("typing stays quick with 5,000 messages drawn", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  await paste(page, large(5_000));
  await drawnWith(page, "message 3", 60_000);
  await says(page, "Checked and drawn");
  assert.ok((await page.locator("#sheet svg").count()) <= 8, "only tiles in view are in the document");
  await page.evaluate(() => {
    window.keyed = [];
    addEventListener("keydown", () => {
      const started = performance.now();
      requestAnimationFrame(() => setTimeout(() => window.keyed.push(performance.now() - started)));
    }, { capture: true });
    document.getElementById("source").focus();
  });
  await page.keyboard.press("Control+Home");
  for (let line = 0; line < 20; line += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.evaluate(() => (window.keyed = []));
  for (const letter of " and then some more typing goes on here") {
    await page.keyboard.press(letter === " " ? "Space" : letter);
    await page.waitForTimeout(30);
  }
  const times = (await page.evaluate(() => window.keyed)).sort((a, b) => a - b);
  const [median, worst] = [times[times.length >> 1], times.at(-1)];
  console.log(`      a key: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`);
  assert.ok(median <= 50, `${median} ms`);
  await drawnWith(page, "typing goes on here", 60_000);
  await screenshot(page, "large");
  await page.locator("#canvas").focus();
  for (let step = 0; step < 40; step += 1) await page.keyboard.press("ArrowDown");
  const shown = await page.locator("#sheet").evaluate((it) => it.textContent);
  assert.match(shown, /message \d\d/);
}));

test("only visible lines are painted, and scrolling paints others", () => visit(async (page) => {
  await paste(page, large(3_000));
  assert.ok((await page.locator("#paint .line").count()) < 150);
  await page.locator("#editor").evaluate((it) => (it.scrollTop = 1_500 * 21));
  await page.locator("#paint .line", { hasText: /message 1510$/ }).waitFor();
  const numbers = await page.locator("#gutter div").allTextContents();
  assert.ok(numbers.includes("1512"));
}));

for (const [name, text, expected] of [
  ["mermaid", "Look:\n\n```mermaid\nflowchart TD\n  a --> b\n```\n\nNice.\n", "flowchart TD\n  a --> b\n"],
  ["plantuml", "```plantuml\n@startuml\nA -> B\n@enduml\n```", "@startuml\nA -> B\n@enduml\n"],
]) {
  test(`a fenced block of ${name} is pasted without its fence`, () => visit(async (page) => {
    await says(page, "Checked and drawn");
    await paste(page, text);
    await says(page, "Checked and drawn");
    assert.equal(await source(page), expected);
  }));
}

test("undo and redo go through typing, pasting and fixing", () => visit(async (page) => {
  await type(page, "@startuml\nA -> B : one\n@enduml");
  await drawnWith(page, "one");
  await paste(page, "@startuml\nA -> B : two\n@enduml");
  await drawnWith(page, "two");
  await page.keyboard.press("Control+z");
  assert.equal(await source(page), "@startuml\nA -> B : one\n@enduml");
  await page.keyboard.press("Control+Shift+z");
  assert.equal(await source(page), "@startuml\nA -> B : two\n@enduml");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("' x");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  assert.equal(await source(page), "@startuml\nA -> B : two\n@enduml");
}));

test("completions come from the language server and are taken by key", () => visit(async (page) => {
  await type(page, "@startuml\nparticipant Warehouse\nparticipant Workshop\n\n@enduml");
  await says(page, /Checked|Drawn/);
  await page.evaluate(() => document.getElementById("source").setSelectionRange(53, 53));
  await page.keyboard.type("Wa");
  await page.locator("#completions [role=option]", { hasText: "Warehouse" }).waitFor();
  await screenshot(page, "completions");
  await page.keyboard.press("Tab");
  assert.match(await source(page), /\nWarehouse\n@enduml/);
  await page.keyboard.type(" ");
  await page.locator("#completions [role=option]").first().waitFor();
  assert.match(await page.locator("#completions").textContent(), /->/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Space");
  await page.locator("#completions [aria-selected=true]").waitFor();
  await page.keyboard.press("Enter");
  await page.locator("#completions").waitFor({ state: "hidden" });
  assert.match(await source(page), /\nWarehouse -\S*>/);
}));

test("resting on a word tells what it is", () => visit(async (page) => {
  await type(page, "@startuml\nactor Alice\nAlice -> Bob : hi\n@enduml");
  await drawnWith(page, "hi");
  const box = await page.locator("#paint .line", { hasText: "Alice -> Bob" }).boundingBox();
  await page.mouse.move(box.x + 12, box.y + 10);
  await page.locator("#hint strong", { hasText: "Alice" }).waitFor();
  assert.match(await page.locator("#hint").textContent(), /actor/);
  await screenshot(page, "hover");
}));

test("a participant is renamed everywhere", () => visit(async (page) => {
  await type(page, "@startuml\nactor Zoë\nZoë -> Bob : Zoë says hi\nBob -> Zoë : hi\n@enduml");
  await drawnWith(page, "says hi");
  await page.evaluate(() => document.getElementById("source").setSelectionRange(18, 18));
  await page.keyboard.press("F2");
  await page.locator("#ask-text").fill("Eve");
  await screenshot(page, "rename");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("source").value.includes("actor Eve"));
  assert.equal(await source(page), "@startuml\nactor Eve\nEve -> Bob : Zoë says hi\nBob -> Eve : hi\n@enduml");
  await page.locator("#source").focus();
  await page.keyboard.press("Control+z");
  assert.match(await source(page), /actor Zoë/);
}));

test("what can be done at a place is listed", () => visit(async (page) => {
  await type(page, "@startuml\nA -> B : one\nA -> B : two\n@enduml");
  await drawnWith(page, "two");
  await page.evaluate(() => document.getElementById("source").setSelectionRange(10, 34));
  await page.keyboard.press("Alt+Enter");
  await page.locator("#completions [role=option]", { hasText: /alt|group|loop/i }).first().waitFor();
  await screenshot(page, "actions");
  await page.keyboard.press("Enter");
  await page.locator("#completions").waitFor({ state: "hidden" });
  assert.notEqual(await source(page), "@startuml\nA -> B : one\nA -> B : two\n@enduml");
}));
