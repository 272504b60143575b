// A server that wants a token: the page asks for it once, and everything on it works with it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { pictureText, says, screenshot, type, visit } from "./browser.mjs";

const TOKEN = "open sesame";
const home = mkdtempSync(join(tmpdir(), "straightedge-token-"));
const running = spawn(process.env.STRAIGHTEDGE_BIN, ["serve", "--listen", "127.0.0.1:0", "--plans", home, "--log", "error"], {
  env: { ...process.env, STRAIGHTEDGE_TOKEN: TOKEN }, stdio: ["ignore", "pipe", "ignore"],
});
const server = await new Promise((found) => running.stdout.on("data", (text) => {
  const address = /http:\/\/\S+[^/\s]/.exec(text);
  if (address) found(address[0]);
}));
after(() => {
  running.kill();
  rmSync(home, { recursive: true, force: true });
});

/** A browser itself reports a refused request, which is how the page learns that it needs a token. */
const guarded = { server, expected: /401/ };

async function answer(page, token) {
  await page.locator("#token-dialog[open]").waitFor();
  await page.locator("#token").fill(token);
  await page.keyboard.press("Enter");
}

test("the page asks for the token until it is right, and once", () => visit(async (page) => {
  await page.locator("#token-refused").waitFor({ state: "hidden" });
  await answer(page, "a guess");
  await page.locator("#token-refused").waitFor();
  await screenshot(page, "token");
  await answer(page, TOKEN);
  await type(page, "A -> B : let in");
  await page.locator("#sheet svg text", { hasText: "let in" }).waitFor();
  assert.match(await pictureText(page), /let in/);
  await page.reload();
  await says(page, "Checked and drawn");
  assert.equal(await page.locator("#token-dialog[open]").count(), 0);
}, guarded));

test("a report is shown behind a token, too", () => visit(async (page) => {
  await answer(page, TOKEN);
  await page.locator("#idea").fill("Open a bakery shop in Linz before April 2027 with 90,000 € and three employees.");
  await page.getByRole("button", { name: "Build the plan" }).click();
  await page.locator("#run-state[data-state=completed]").waitFor({ timeout: 60_000 });
  await page.locator(".artifact-name[data-path='report.html']").click();
  await page.frameLocator(".report").locator("h1").first().waitFor();
}, { ...guarded, path: "/plans" }));
