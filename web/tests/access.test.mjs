// For everybody: axe finds nothing on any view, at any width, in any colours; and lost readers are led back.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { says, screenshot, type, visit } from "./browser.mjs";

const axe = readFileSync(`${process.env.PLAYWRIGHT}/node_modules/axe-core/axe.min.js`, "utf8");
const WRONG = "@startuml\npartcipant A\nA -> B : hello\n@enduml\n";
const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true },
};
const link = new URL(process.env.STRAIGHTEDGE_LINK);

async function clean(page, what) {
  // Colours in motion would be judged half-way.
  await page.waitForTimeout(450);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const told = violations.map((it) => `${it.id}: ${it.nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join("\n")}`);
  assert.deepEqual(told, [], what);
}

for (const [device, options] of Object.entries(DEVICES)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing: ${device}, ${colorScheme}`, () => visit(async (page) => {
      await says(page, "Checked and drawn");
      assert.equal(await page.locator("h1").count(), 1);
      await clean(page, "diagram");
      await screenshot(page, `${device}-${colorScheme}`);
      if (device === "phone") {
        await page.getByRole("tab", { name: "Picture" }).tap();
        await clean(page, "picture");
        await screenshot(page, `${device}-${colorScheme}-picture`);
        await page.getByRole("tab", { name: "Source" }).tap();
      }
      await type(page, WRONG);
      await says(page, "1 error");
      await clean(page, "problem");
      await screenshot(page, `${device}-${colorScheme}-problem`);
      for (const button of ["document", "download", "share"]) {
        await page.locator(`#${button}`).click();
        await page.waitForTimeout(200);
        await clean(page, button);
        await screenshot(page, `${device}-${colorScheme}-${button}`);
        await page.keyboard.press("Escape");
      }
      await page.locator("#open-gallery").click();
      await page.locator(".example img[src]").first().waitFor({ timeout: 60_000 });
      await clean(page, "gallery");
      await page.keyboard.press("Escape");
    }, { ...options, colorScheme }));
  }
}

test("an address with nothing behind it says so to people, and in JSON to programs", () => visit(async (page, context) => {
  const origin = new URL(process.env.STRAIGHTEDGE_URL).origin;
  await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
  await clean(page, "404");
  await screenshot(page, "not-found");
  const answer = await context.request.get(`${origin}/no/such/thing`, { headers: { accept: "application/json" } });
  assert.equal(answer.status(), 404);
  assert.equal((await answer.json()).error.code, "NOT_FOUND");
  await page.getByRole("link", { name: "Open the diagram editor" }).click();
  await says(page, "Checked and drawn");
}, { path: "/no/such/thing", expected: /404/ }));

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing on plans: ${colorScheme}`, () => visit(async (page) => {
    await page.locator("#idea").waitFor();
    await clean(page, "new plan");
  }, { path: link.pathname + link.hash, colorScheme }));
}
