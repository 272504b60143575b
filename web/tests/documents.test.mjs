// Work is never lost: documents with history, links that do not overwrite, files that are opened and dropped.

import assert from "node:assert/strict";
import { writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { drawnWith, says, screenshot, source, type, visit } from "./browser.mjs";

const diagram = (label) => `@startuml\nA -> B : ${label}\n@enduml\n`;
const names = (page) => page.locator("#document-list .name").allTextContents();

async function openList(page) {
  await page.locator("#document").click();
  await page.locator(".document-row").first().waitFor();
}

async function rename(page, row, to) {
  await page.locator(".document-row").nth(row).getByRole("button", { name: "Rename" }).click();
  await page.locator("#ask-text").fill(to);
  await page.keyboard.press("Enter");
  await says(page, `Renamed to “${to}”`);
}

test("typing after sharing drops the code from the address, and a reload shows what was typed", () => visit(async (page) => {
  await type(page, diagram("shared"));
  await drawnWith(page, "shared");
  await page.keyboard.press("Control+Shift+S");
  await says(page, "Link copied");
  assert.match(page.url(), /#puml\//);
  await type(page, diagram("typed later"));
  await drawnWith(page, "typed later");
  assert.doesNotMatch(page.url(), /#/);
  await page.reload();
  await drawnWith(page, "typed later");
  assert.equal(await source(page), diagram("typed later"));
}));

test("a link opens beside the documents and overwrites none", () => visit(async (page) => {
  await type(page, diagram("my draft"));
  await drawnWith(page, "my draft");
  const link = await page.evaluate(async () => {
    const { hash } = await import("/assets/link.js");
    return hash({ language: "puml", source: "@startuml\ntitle From elsewhere\nX -> Y : linked\n@enduml\n" });
  });
  await page.goto(`${new URL(page.url()).origin}/${link}`);
  await page.reload();
  await drawnWith(page, "linked");
  assert.equal(await page.locator("#document-name").textContent(), "From elsewhere");
  await openList(page);
  assert.equal((await names(page)).length, 1, "a link that nobody edited is no document");
  await page.locator(".document-row .open").first().click();
  await drawnWith(page, "my draft");
  await page.goto(`${new URL(page.url()).origin}/${link}`);
  await drawnWith(page, "linked");
  await page.locator("#source").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("' mine now\n");
  await says(page, "Checked and drawn");
  await openList(page);
  await page.locator(".document-row").nth(1).waitFor();
  assert.deepEqual(await names(page), ["From elsewhere", "Login"]);
  assert.doesNotMatch(page.url(), /#puml/);
}));

test("what is typed right before the page goes is kept", () => visit(async (page) => {
  await says(page, "Checked and drawn");
  await type(page, diagram("just in time"));
  await page.reload();
  await drawnWith(page, "just in time");
}));

test("what is typed before the documents are read stays, and the documents stay too", () => visit(async (page) => {
  await type(page, diagram("kept"));
  await drawnWith(page, "kept");
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...given) {
      const request = {};
      setTimeout(() => {
        const real = open.apply(this, given);
        for (const it of ["onupgradeneeded", "onsuccess", "onerror"]) real[it] = request[it];
        Object.defineProperty(request, "result", { get: () => real.result });
      }, 1500);
      return request;
    };
  });
  await page.goto("about:blank");
  await page.goBack();
  await page.locator("#source").fill(diagram("early"));
  await drawnWith(page, "early");
  await page.waitForTimeout(1800);
  assert.equal(await source(page), diagram("early"));
  await openList(page);
  await page.locator(".document-row").nth(1).waitFor();
  await page.locator(".document-row .open:not([aria-current])").click();
  await drawnWith(page, "kept");
}));

test("documents are made, renamed, opened and deleted", () => visit(async (page) => {
  await type(page, diagram("first"));
  await drawnWith(page, "first");
  await openList(page);
  await page.locator(".document-row").first().waitFor();
  await rename(page, 0, "First one");
  await openList(page);
  await page.locator("#new-document").click();
  await type(page, diagram("second"));
  await drawnWith(page, "second");
  await openList(page);
  await page.locator(".document-row").nth(1).waitFor();
  assert.deepEqual(await names(page), ["Untitled", "First one"]);
  await screenshot(page, "documents");
  await page.locator(".document-row .open").nth(1).click();
  await drawnWith(page, "first");
  assert.equal(await page.title(), "First one · Straightedge");
  await openList(page);
  await page.locator(".document-row").nth(1).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: /Delete “First one”/ }).waitFor();
  await screenshot(page, "delete");
  await page.getByRole("button", { name: "Cancel" }).click();
  await openList(page);
  assert.equal((await names(page)).length, 2);
  await page.locator(".document-row").nth(1).getByRole("button", { name: "Delete" }).click();
  await page.locator("#ask").getByRole("button", { name: "Delete" }).click();
  await drawnWith(page, "second");
  await openList(page);
  assert.deepEqual(await names(page), ["Untitled"]);
}));

test("an earlier version is restored, and the later one is kept", () => visit(async (page) => {
  await type(page, diagram("version one"));
  await drawnWith(page, "version one");
  await page.waitForTimeout(500);
  await page.keyboard.press("Shift+Alt+F");
  await says(page, /tidy|Checked/);
  await type(page, "@startuml\nloop x\nA->B:untidy\nend\n@enduml\n");
  await drawnWith(page, "untidy");
  await page.keyboard.press("Shift+Alt+F");
  await page.waitForFunction(() => /\n  A/.test(document.getElementById("source").value));
  await openList(page);
  await page.getByRole("button", { name: "History" }).click();
  await page.locator(".version").first().waitFor();
  await screenshot(page, "history");
  await page.locator(".version", { hasText: "A->B:untidy" }).getByRole("button", { name: "Restore" }).click();
  await page.waitForFunction(() => document.getElementById("source").value.includes("A->B:untidy"));
  await openList(page);
  await page.getByRole("button", { name: "History" }).click();
  await page.locator(".version pre", { hasText: "  A" }).first().waitFor();
}));

test("two tabs on one document keep both texts", () => visit(async (page, context) => {
  await type(page, diagram("in common"));
  await drawnWith(page, "in common");
  await page.waitForTimeout(500);
  const other = await context.newPage();
  await other.goto(page.url());
  await drawnWith(other, "in common");
  await type(other, diagram("of the other tab"));
  await drawnWith(other, "of the other tab");
  await other.waitForTimeout(500);
  await page.bringToFront();
  await type(page, diagram("of this tab"));
  await says(page, "changed in another tab");
  await openList(page);
  await page.locator(".document-row").nth(1).waitFor();
  assert.equal((await names(page)).length, 2);
  await page.locator(".document-row .open").nth(1).click();
  await drawnWith(page, "of the other tab");
}));

test("files are opened and dropped", () => visit(async (page) => {
  const folder = mkdtempSync(join(tmpdir(), "straightedge-files-"));
  writeFileSync(join(folder, "orders.puml"), diagram("from a file"));
  writeFileSync(join(folder, "notes.md"), "# Notes\n\n```mermaid\nflowchart LR\n  a --> b[out of Markdown]\n```\n");
  await says(page, "Checked and drawn");
  await page.locator("#document").click();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator("#open-document").click()]);
  await chooser.setFiles([join(folder, "orders.puml"), join(folder, "notes.md")]);
  await drawnWith(page, "out of Markdown");
  await openList(page);
  await page.locator(".document-row").nth(1).waitFor();
  assert.deepEqual((await names(page)).sort(), ["notes", "orders"]);
  await page.keyboard.press("Escape");
  await page.evaluate(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(["@startuml\nP -> Q : dropped\n@enduml\n"], "dropped.puml"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
  });
  await drawnWith(page, "dropped");
  assert.equal(await page.locator("#document-name").textContent(), "dropped");
}));

test("theme and scheme travel in the link", () => visit(async (page, context) => {
  await says(page, "Checked and drawn");
  await page.locator("#theme").selectOption("sand");
  await page.locator("#scheme").click();
  await page.locator("#sheet[data-scheme=dark]").waitFor();
  await page.keyboard.press("Control+Shift+S");
  await says(page, "Link copied");
  const link = page.url();
  assert.match(link, /\?theme=sand&scheme=dark$/);
  const other = await context.browser().newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(link);
  await elsewhere.locator("#sheet[data-scheme=dark] svg").waitFor();
  assert.equal(await elsewhere.locator("#theme").inputValue(), "sand");
  await elsewhere.goto(new URL(link).origin);
  await elsewhere.locator("#sheet[data-scheme=light] svg").waitFor();
  await other.close();
}));
