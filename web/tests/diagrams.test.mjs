// The diagram view, as people use it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { pictureText, says, screenshot, type, visit } from "./browser.mjs";

const WRONG = "@startuml\npartcipant A\nA -> B : hello\n@enduml\n";

test("the page opens with a diagram that is checked and drawn", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  assert.match(await pictureText(page), /submit credentials/);
  await screenshot(page, "light");
}));

test("typing changes the picture", () => visit(async (page) => {
  await type(page, "@startuml\nAlice -> Bob : good morning\n@enduml\n");
  await page.locator("#sheet", { hasText: "good morning" }).waitFor();
  await says(page, "Checked and drawn");
}));

test("a problem is underlined, explained, and fixed by a click; the last good picture stays", () => visit(async (page) => {
  await type(page, "@startuml\nA -> B : before\n@enduml\n");
  await page.locator("#sheet", { hasText: "before" }).waitFor();
  await type(page, WRONG);
  await says(page, "1 error");
  assert.equal(await page.locator(".line .error").textContent(), "partcipant");
  assert.match(await page.locator(".problem").textContent(), /begins no statement/);
  assert.match(await pictureText(page), /before/);
  await page.locator("#last-good").waitFor();
  await screenshot(page, "error");
  await page.getByRole("button", { name: "Replace with participant" }).click();
  await says(page, "Checked and drawn");
  assert.match(await page.locator("#source").inputValue(), /^participant A$/m);
  await page.locator("#sheet", { hasText: "hello" }).waitFor();
  assert.equal(await page.locator("#problems").isVisible(), false);
}));

test("the card at an underlined place offers the same fix, and undo takes it back", () => visit(async (page) => {
  await type(page, WRONG);
  await says(page, "1 error");
  const box = await page.locator("[data-mark]").first().boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator("#hint .fix").click();
  await says(page, "Checked and drawn");
  await page.locator("#source").focus();
  await page.keyboard.press("Control+Z");
  await says(page, "1 error");
}));

test("letters outside the basic plane do not shift a fix", () => visit(async (page) => {
  await type(page, "@startuml\nparticipant \"Zoë 🚀 好\" as Z\npartcipant B\nZ -> B\n@enduml");
  await says(page, "1 error");
  assert.equal(await page.locator(".line .error").textContent(), "partcipant");
  await page.keyboard.press("Control+.");
  await says(page, "Checked and drawn");
  assert.match(await page.locator("#source").inputValue(), /\nparticipant B\n/);
}));

for (const [format, start, ending] of [
  ["svg", "<svg", "svg"], ["png", "\x89PNG", "png"], ["pdf", "%PDF-", "pdf"], ["utxt", "", "txt"], ["source", "@startuml", "puml"],
]) {
  test(`a diagram is downloaded as ${format}`, () => visit(async (page) => {
    await says(page, "Checked and drawn");
    await page.locator("#download").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`[data-format=${format}]`).click()]);
    assert.equal(download.suggestedFilename(), `login.${ending}`);
    const bytes = readFileSync(await download.path());
    assert.ok(bytes.length > 100);
    assert.ok(bytes.toString("latin1").startsWith(start));
  }));
}

test("a diagram is copied as Markdown", () => visit(async (page) => {
  await type(page, "@startuml\nA -> B : copy me\n@enduml\n");
  await page.locator("#sheet svg", { hasText: "copy me" }).waitFor();
  await says(page, "Checked and drawn");
  await page.locator("#download").click();
  await page.locator("[data-format=markdown]").click();
  await says(page, "Markdown copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "```puml\n@startuml\nA -> B : copy me\n@enduml\n```\n");
}));

test("a share link opens the same diagram elsewhere", () => visit(async (page, context) => {
  const source = "@startuml\nZoë -> Böb : 早上好 🚀\n@enduml\n";
  await type(page, source);
  await page.locator("#sheet svg", { hasText: "早上好" }).waitFor();
  await says(page, "Checked and drawn");
  await page.locator("#share").click();
  await page.getByRole("button", { name: "Copy: Link to this diagram" }).click();
  await says(page, "Link copied");
  await screenshot(page, "share");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#puml\/[\w-]+\?scheme=light$/);
  const other = await context.newPage();
  await other.goto(link);
  await says(other, "Checked and drawn");
  assert.equal(await other.locator("#source").inputValue(), source);
  const picture = await page.locator("#share-picture").inputValue();
  const answer = await context.request.get(picture);
  assert.equal(answer.status(), 200);
  assert.match(await answer.text(), /早上好/);
}));

test("texts of every length come back from their links", () => visit(async (page) => {
  const same = await page.evaluate(async () => {
    const link = await import("/assets/link.js");
    for (let length = 1; length < 60; length += 1) {
      const text = Array.from({ length }, (_, index) => String.fromCharCode(33 + ((index * 37 + length) % 90))).join("");
      const opened = await link.opened({ hash: `#mermaid/${await link.code(text)}`, pathname: "/" });
      if (opened.text !== text) return length;
    }
    return 0;
  });
  assert.equal(same, 0);
}));

test("a PlantUML address opens in the editor", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  assert.equal(await page.locator("#source").inputValue(), "@startuml\nBob -> Alice : hello\n@enduml\n");
}, { path: "/uml/SyfFKj2rKt3CoKnELR1Io4ZDoSa70000" }));

test("a damaged link is told and does no harm", () => visit(async (page) => {
  await says(page, /damaged|Checked/);
  await page.waitForFunction(() => document.getElementById("source").value.includes("@startuml"));
}, { path: "/#puml/zzzz" }));

test("the colour scheme is switched and remembered", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await background();
  await page.locator("#scheme").click();
  await page.locator("#sheet[data-scheme=dark]").waitFor();
  assert.notEqual(await background(), before);
  await screenshot(page, "dark");
  await page.reload();
  await page.locator("#sheet[data-scheme=dark]").waitFor();
}));

test("the theme of the diagram is chosen", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  const before = await page.locator("#sheet").innerHTML();
  await page.locator("#theme").selectOption("sand");
  await page.waitForFunction((old) => document.getElementById("sheet").innerHTML !== old, before);
}));

test("Mermaid is checked, fixed and drawn", () => visit(async (page) => {
  await page.locator("#open-gallery").click();
  await page.locator(".example[data-name='05-flowchart']").click();
  await page.locator("#sheet", { hasText: "Reproducible" }).waitFor();
  await says(page, "Checked and drawn");
  assert.equal(await page.locator("#paint .line").count(), (await page.locator("#source").inputValue()).split("\n").length);
  await screenshot(page, "mermaid");
  await type(page, "flowchart TD\n  A[Start (now)] --> B\n");
  await says(page, "1 error");
  await page.getByRole("button", { name: "Quote the label" }).click();
  await says(page, "Checked and drawn");
  await page.locator("#sheet", { hasText: "Start (now)" }).waitFor();
}));

test("the picture is zoomed, moved and fitted", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  const level = () => page.locator("#zoom-level").textContent();
  const place = () => page.locator("#sheet").evaluate((it) => it.style.transform);
  await page.locator("#zoom-in").click();
  assert.equal(await level(), "125%");
  await page.locator("#canvas").focus();
  await page.keyboard.press("-");
  assert.equal(await level(), "100%");
  const before = await place();
  await page.mouse.move(1000, 700);
  await page.mouse.down();
  await page.mouse.move(1050, 730, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await place(), before);
  await page.keyboard.press("0");
  assert.equal(await place(), before);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await page.waitForFunction(() => document.getElementById("zoom-level").textContent !== "100%");
}));

test("a click in the picture leads to its source, and the cursor lights up the picture", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  await page.locator("#sheet text", { hasText: "find user" }).click();
  const selected = await page.locator("#source").evaluate((it) => it.value.slice(it.selectionStart, it.selectionEnd));
  assert.match(selected, /find user/);
  assert.match(await page.locator("#sheet .here").first().textContent(), /find user/);
}));

test("everything is done by the keyboard", () => visit(async (page) => {
  await type(page, WRONG);
  await says(page, "1 error");
  await page.keyboard.press("F8");
  await says(page, "2:1");
  await page.keyboard.press("Control+.");
  await says(page, "Checked and drawn");
  await type(page, "@startuml\nloop twice\nA->B:x\nend\n@enduml\n");
  await says(page, "Checked and drawn");
  await page.keyboard.press("Shift+Alt+F");
  await page.waitForFunction(() => /\n  A/.test(document.getElementById("source").value));
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+S")]);
  assert.equal(download.suggestedFilename(), "login.svg");
  await page.keyboard.press("Control+Shift+S");
  await says(page, "Link copied");
  await page.locator("#source").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+/");
  assert.match(await page.locator("#source").inputValue(), /^' @startuml/);
  await page.keyboard.press("Control+/");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement.id), "source");
}));

test("pages of a diagram are turned", () => visit(async (page) => {
  await type(page, "@startuml\nA -> B : one\nnewpage\nA -> B : two\n@enduml\n");
  await page.locator("#page-number", { hasText: "1 / 2" }).waitFor();
  await page.locator("#page-after").click();
  assert.match(await pictureText(page), /two/);
}));

test("a source survives a reload", () => visit(async (page) => {
  await type(page, "@startuml\nA -> B : still here\n@enduml\n");
  await page.locator("#sheet", { hasText: "still here" }).waitFor();
  await page.reload();
  await page.locator("#sheet", { hasText: "still here" }).waitFor();
}));

test("it works on a phone", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width[0] <= width[1], `${width[0]} > ${width[1]}`);
  assert.equal(await page.locator("#pane-preview").isVisible(), false);
  await screenshot(page, "phone");
  await page.getByRole("tab", { name: "Picture" }).tap();
  assert.equal(await page.locator("#pane-editor").isVisible(), false);
  const sheet = await page.locator("#sheet").boundingBox();
  assert.ok(sheet.width > 200 && sheet.x >= 0 && sheet.x + sheet.width <= 390);
  await screenshot(page, "phone-picture");
  await page.getByRole("tab", { name: "Source" }).tap();
  await page.locator("#source").fill(WRONG);
  await says(page, "1 error");
  await screenshot(page, "phone-error");
  await page.getByRole("button", { name: "Replace with participant" }).tap();
  await says(page, "Checked and drawn");
}, { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true }));

test("every control has a name and text has contrast", () => visit(async (page) => {
  await type(page, WRONG);
  await says(page, "1 error");
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, select, textarea, input")]
    .filter((it) => it.checkVisibility() && !it.textContent.trim() && !it.getAttribute("aria-label") && !it.labels?.length)
    .map((it) => it.outerHTML));
  assert.deepEqual(nameless, []);
  for (const scheme of ["light", "dark"]) {
    await page.evaluate((name) => (document.documentElement.dataset.scheme = name), scheme);
    const weak = await page.evaluate(contrasts);
    assert.deepEqual(weak, [], scheme);
  }
}));

/** Pairs of named colours whose contrast is below 4.5 to 1. Runs in the page. */
function contrasts() {
  const style = getComputedStyle(document.documentElement);
  const light = (name) => {
    const hex = style.getPropertyValue(name).trim().slice(1);
    const [red, green, blue] = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const texts = ["--ink", "--quiet", "--accent", "--error", "--warning", "--good", "--keyword", "--string", "--comment", "--number", "--arrow", "--meta"];
  const pairs = texts.flatMap((text) => [[text, "--paper"], [text, "--desk"]]).concat([["--accent-ink", "--accent"], ["--accent", "--accent-soft"]]);
  return pairs.map(([one, other]) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return `${one} on ${other}: ${((high + 0.05) / (low + 0.05)).toFixed(2)}`;
  }).filter((it) => Number(it.split(": ")[1]) < 4.5);
}
