// One Chromium for all tests; every page must stay free of errors and of violations of its policy.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdirSync } from "node:fs";
import { after } from "node:test";

const { chromium } = createRequire(`${process.env.PLAYWRIGHT}/`)("playwright-core");
const address = process.env.STRAIGHTEDGE_URL;
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
after(() => browser.close());

/** Opens the page, runs `use(page)`, and fails if the page complained about anything but what `expected` fits. */
export async function visit(use, { path = "/", server = address, expected, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  const complaints = [];
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && !expected?.test(message.text()) && complaints.push(message.text()));
  await page.goto(server + path);
  try {
    await use(page, context);
  } finally {
    await context.close();
  }
  assert.deepEqual(complaints, []);
}

/** The text of the status line, once it fits. */
export const says = (page, pattern) => page.locator("#status", { hasText: pattern }).waitFor();

/** Replaces the source as a user would: select all, type over it. */
export async function type(page, source) {
  // The first document is there once it has a verdict.
  await page.locator("body[data-verdict]").waitFor();
  await page.locator("#source").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(source);
}

/** The whole source. */
export const source = (page) => page.locator("#source").inputValue();

/** Replaces the source by pasting over it. */
export async function paste(page, text) {
  await page.locator("#source").click();
  await page.keyboard.press("Control+A");
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    document.getElementById("source").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** Waits for a picture with these words, drawn and checked. */
export async function drawnWith(page, words, timeout = 30_000) {
  await page.locator("#sheet svg", { hasText: words }).first().waitFor({ state: "attached", timeout });
  await page.locator("#status[data-state=good], #status[data-state=doubtful]").waitFor({ timeout });
}

/** What is written in the picture. */
export const pictureText = (page) => page.locator("#sheet svg").evaluate((svg) => svg.textContent);

/** Keeps a picture of the page where the caller asked for them. */
export async function screenshot(page, name) {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}
