// The plans view: from an idea to a plan, then an edit and what it changes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { says, screenshot, visit } from "./browser.mjs";

/** The link that the server printed, without its address. */
const link = new URL(process.env.STRAIGHTEDGE_LINK);
const path = link.pathname + link.hash;

const IDEA = "Our village near Graz wants something for its young people by June 2027 with 8,000 € and six volunteers.";

test("an idea becomes a plan, an edit is kept, and only what depends on it runs again", () => visit(async (page) => {
  assert.ok(!page.url().includes("token"), "the token does not stay in the address");
  // The rules are the model until another is chosen; one that does not answer is told and builds nothing.
  assert.equal(await page.locator("#model").inputValue(), "embedded");
  await page.locator("#idea").fill(IDEA);
  await page.locator("#model").fill("openai:small@https://elsewhere.example/v1");
  await page.getByRole("button", { name: "Build the plan" }).click();
  await says(page, "no model");
  await screenshot(page, "plans-model");
  await page.locator("#model").fill("embedded");
  await page.getByRole("button", { name: "Build the plan" }).click();
  // The words do not decide what kind of project it is: the reader does.
  await says(page, "waits for your answer");
  await screenshot(page, "plans-question");
  await page.locator("#questions [data-value=generic]").click();
  await page.locator("#run-state[data-state=completed]").waitFor({ timeout: 60_000 });
  await says(page, "The plan is built");
  // The report is what people want to see; its colours do not promise more than the checks do.
  await page.frameLocator(".report").locator("h1").first().waitFor();
  const verdict = await page.locator("#plan-verdict").getAttribute("data-verdict");
  assert.match(await page.locator("#plan-verdict").textContent(), /^checks (passed|in doubt|failed)$/);
  const told = await page.locator("#status").getAttribute("data-state");
  assert.equal(told, { pass: "good", warn: "doubtful", fail: "bad" }[verdict], verdict);
  await screenshot(page, "plans-first");
  assert.match(page.url(), /\/plans\/pxe_/);
  for (const bar of await page.locator("progress").all()) assert.equal(await bar.evaluate((it) => it.value), 1);
  await page.locator(".artifact-name[data-path='plan.md']").click();
  await page.locator(".markdown h1").waitFor();
  await page.locator(".markdown figure img").first().waitFor();
  await screenshot(page, "plans");
  // Figures are read from their right end, words from their left.
  const sides = await page.locator(".markdown td").evaluateAll((cells) => cells.map((it) => [it.textContent, getComputedStyle(it).textAlign]));
  assert.ok(sides.filter(([words, side]) => /^[\d\s.,]+$/.test(words) && side === "right").length > 3, JSON.stringify(sides.slice(0, 40)));
  assert.ok(sides.some(([words, side]) => /^[A-Z][a-z]+ [a-z]+/.test(words) && side === "left"));

  await page.locator("#artifact-edit").click();
  const source = page.locator("#artifact-source");
  await source.fill(`${await source.inputValue()}\n\nA sentence of my own.\n`);
  await page.locator("#artifact-save").click();
  // The news of the edit itself may follow at once, and says what is to be done.
  await says(page, /Saved|run again/);
  await page.locator(".artifact-name[data-path='plan.md'] small", { hasText: "edited" }).waitFor();
  await page.locator("#plan-resume").click();
  await says(page, "The plan is built");
  assert.match(await page.locator(".artifact-text").textContent(), /A sentence of my own/);

  await page.locator("#artifact-changes").click();
  await page.locator(".difference .added", { hasText: "A sentence of my own" }).waitFor();
  assert.equal(await page.locator(".difference .removed").count(), 0);
  await screenshot(page, "plans-changes");
  await page.locator("#artifact-text").click();
  await page.locator("#artifact-version").selectOption("1");
  await page.locator("#artifact-restore").click();
  await says(page, /restored|run again/);
  await page.locator("#artifact-version option:checked", { hasText: "version 3, current" }).waitFor({ state: "attached" });
  assert.doesNotMatch(await page.locator(".artifact-text").textContent(), /A sentence of my own/);
  await page.locator("#plan-resume").click();
  await says(page, "The plan is built");

  await page.locator("summary", { hasText: "Task graph" }).click();
  await page.locator("#graph svg").waitFor();
  await page.locator(".artifact-name[data-path='report.html']").click();
  const report = page.frameLocator(".report");
  await report.locator("h1").first().waitFor();
  await screenshot(page, "plans-report");
  await page.locator(".artifact-name[data-path='diagrams/gantt.svg']").click();
  await page.locator(".artifact-picture img").waitFor();

  await page.reload();
  await page.locator("#run-state[data-state=completed]").waitFor();
  assert.ok((await page.locator("#session-list a").count()) >= 1);
}, { path, expected: /422/ }));

test("an edit that is not saved is asked about before it goes", () => visit(async (page) => {
  await page.locator("#session-list a").first().click();
  await page.locator(".artifact-name[data-path='plan.md']").click();
  // What was shown before has an edit button of its own.
  await page.locator(".markdown h1").waitFor();
  await page.locator("#artifact-edit").click();
  await page.locator("#artifact-source").fill("Mine");
  await page.locator(".artifact-name[data-path='report.html']").click();
  await page.getByRole("heading", { name: /Throw away your edit/ }).waitFor();
  await screenshot(page, "plans-unsaved");
  await page.getByRole("button", { name: "Cancel" }).last().click();
  assert.equal(await page.locator("#artifact-source").inputValue(), "Mine");
  await page.locator("#new-plan").click();
  await page.locator("#ask").getByRole("button", { name: "Cancel" }).click();
  assert.equal(await page.locator("#artifact-source").inputValue(), "Mine");
  await page.locator(".artifact-name[data-path='report.html']").click();
  await page.getByRole("button", { name: "Throw away" }).click();
  await page.frameLocator(".report").locator("h1").first().waitFor();
}, { path }));

test("a plan is renamed and deleted", () => visit(async (page) => {
  await page.locator("#idea").fill("Open a bakery shop in Linz before April 2027 with 90,000 € and three employees.");
  await page.getByRole("button", { name: "Build the plan" }).click();
  await page.locator("#run-state[data-state=completed]").waitFor({ timeout: 60_000 });
  const before = await page.locator("#session-list a").count();
  await page.locator("#plan-rename").click();
  await page.locator("#ask-text").fill("Trees by the water");
  await page.keyboard.press("Enter");
  await page.locator("#session-list .name", { hasText: "Trees by the water" }).waitFor();
  await page.reload();
  await page.locator("#plan-title", { hasText: "Trees by the water" }).waitFor();
  // The state is shown while the rest is still loading: deleting must not leave requests for what is gone.
  await page.locator("#run-state[data-state=completed]").waitFor();
  await page.locator("#plan-delete").click();
  await page.locator("#ask").getByRole("button", { name: "Delete" }).click();
  await says(page, "Deleted");
  assert.equal(await page.locator("#session-list a").count(), before - 1);
}, { path }));

test("plans fit on a phone", () => visit(async (page) => {
  await page.locator("#idea").waitFor();
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width[0] <= width[1], `${width[0]} > ${width[1]}`);
  await screenshot(page, "plans-phone");
}, { path, viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true }));

test("without the link, plans ask for the token and diagrams do not", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  await page.locator("#view-plans").click();
  await page.locator("#token-dialog[open]").waitFor();
  await page.locator("#token").fill(link.hash.replace("#token=", ""));
  await page.keyboard.press("Enter");
  await page.locator("#idea").waitFor();
  await page.locator("#session-list a").first().click();
  await page.locator(".artifact-name[data-path='report.html']").click();
  await page.frameLocator(".report").locator("h1").first().waitFor();
}, { expected: /401/ }));
