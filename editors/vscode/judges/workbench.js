// Uses the extension in VS Code's own workbench as a person would.  node workbench.js PORT PROJECT PICTURES
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const puppeteer = require('puppeteer-core');

const [port, project, pictures] = process.argv.slice(2);
const WRONG = '@startuml\nactor User\nUser -> Shop : order\nShop -> Bank : charge\nBank --> Shop : paid\nauto number\n@enduml\n';
const PAGE = '# Orders\n\n```puml\nUser -> Shop : order\n```\n\n```mermaid\nflowchart LR\n  A[ask] --> B[pay]\n```\n';
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
let page;

// What is seen within the time, or nothing.
async function seenWithin(time, test) {
  for (const end = Date.now() + time; ;) {
    const seen = await test().catch(() => undefined);
    if (seen || Date.now() > end) return seen;
    await pause(200);
  }
}

async function until(what, test, time = 180000) {
  const seen = await seenWithin(time, test);
  if (seen) return seen;
  await shot('failed');
  throw new Error(`not seen after ${time / 1000} s: ${what}`);
}

// Does something until it shows: a workbench that is busy loses keys.
async function repeatedly(what, act, test) {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await act();
    const seen = await seenWithin(15000, test);
    if (seen) return seen;
    await page.keyboard.press('Escape');
  }
  await shot('failed');
  throw new Error(`not seen after eight attempts: ${what}`);
}

function answers() {
  return new Promise((resolve) => http.get({ host: '127.0.0.1', port, path: '/' }, (it) => { it.resume(); resolve(true); }).on('error', () => resolve(false)));
}

const shot = (name) => page.screenshot({ path: path.join(pictures, `${name}.png`) });
const read = (name) => fs.readFileSync(path.join(project, name), 'utf8');
const text = (selector) => page.$$eval(selector, (all) => all.map((it) => it.textContent).join('\n'));

// The value of the field that has the keyboard, if it lies in such a place.
const focused = (place) => page.evaluate((it) => document.activeElement?.matches(`${it} input`) ? document.activeElement.value : undefined, place);
const QUICK = '.quick-input-widget';

// Opens VS Code's field for quick input with a key, and types.
async function quickly(what, key, words, typed) {
  await repeatedly(what, async () => {
    await key();
    if (await seenWithin(15000, async () => await focused(QUICK) !== undefined)) await page.keyboard.type(words, { delay: 15 });
  }, typed);
  await page.keyboard.press('Enter');
}

async function command(title) {
  await quickly(`the command ${title}`, () => page.keyboard.press('F1'), title, async () => (await text('.quick-input-list .monaco-list-row')).includes(title.replace(/^.*: /, '')));
}

// Searching for files needs a program that is not there; the explorer does not.
async function open(name) {
  const rows = await page.$$('.explorer-viewlet .monaco-list-row');
  for (const it of rows) {
    if ((await it.evaluate((node) => node.textContent)).trim() === name) await it.click({ count: 2 });
  }
  await until(`the editor of ${name}`, async () => (await text('.tab.active')).includes(name));
}

async function keys(...names) {
  for (const it of names.slice(0, -1)) await page.keyboard.down(it);
  await page.keyboard.press(names.at(-1));
  for (const it of names.slice(0, -1).reverse()) await page.keyboard.up(it);
}

async function goTo(line, column) {
  await repeatedly(`the cursor in line ${line}`, async () => {
    await quickly('the field for a line', () => keys('Control', 'g'), `${line}:${column}`, async () => await focused(QUICK) === `:${line}:${column}`);
  }, async () => (await text('.statusbar')).includes(`Ln ${line}, Col ${column}`));
}

// The picture lies in a frame of its own, inside a frame.
async function inPicture(test) {
  for (const frame of page.frames()) {
    const found = await frame.evaluate(test).catch(() => undefined);
    if (found) return { frame, found };
  }
  return undefined;
}

async function judge() {
  fs.mkdirSync(project, { recursive: true });
  fs.writeFileSync(path.join(project, 'order.puml'), WRONG);
  fs.writeFileSync(path.join(project, 'page.md'), PAGE);
  while (!await answers()) await pause(200);
  const browser = await puppeteer.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--window-size=1400,900'], defaultViewport: { width: 1400, height: 900 }, protocolTimeout: 120000 });
  try {
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(project)}`);
    const trust = await until('the question of trust', async () => (await page.$$('.monaco-dialog-box .monaco-button')).at(0), 120000);
    const labels = await page.$$('.monaco-dialog-box .monaco-button');
    for (const it of labels) if (/Yes/.test(await it.evaluate((node) => node.textContent))) await it.click();
    assert(trust);
    await until('the explorer', async () => (await text('.explorer-viewlet .monaco-list-row')).includes('order.puml'));

    await open('order.puml');
    await until('a finding in the text', () => page.$('.squiggly-error, .squiggly-warning'));
    await shot('1-finding');
    console.log('pass  a mistake is underlined');

    await command('Puml: Fix All');
    await until('the fix', async () => /autonumber/.test(await text('.editor-instance .view-lines')));
    await keys('Control', 's');
    await until('the file on disk', async () => /^autonumber$/m.test(read('order.puml')));
    console.log('pass  Fix All repairs it');

    await repeatedly('the new name', async () => {
      await goTo(4, 2);
      await page.keyboard.press('F2');
      if (!await seenWithin(15000, async () => await focused('.rename-box') === 'Shop')) return;
      await keys('Control', 'a');
      await page.keyboard.type('Store', { delay: 15 });
      if (await focused('.rename-box') === 'Store') await page.keyboard.press('Enter');
    }, async () => /Store\s->\sBank/.test((await text('.editor-instance .view-lines')).replace(/\u00a0/g, ' ')));
    await keys('Control', 's');
    await until('the new name on disk', async () => (read('order.puml').match(/Store/g) ?? []).length === 3 && !read('order.puml').includes('Shop'));
    console.log('pass  a participant is renamed');

    await command('Puml: Open Preview to the Side');
    const seen = await until('the picture', () => inPicture(() => document.querySelector('svg')?.textContent.includes('charge')));
    await pause(500);
    await shot('2-preview');
    console.log('pass  the preview draws it');

    await goTo(1, 1);
    const box = await seen.frame.evaluateHandle(() => [...document.querySelectorAll('svg text')].find((it) => it.textContent.includes('charge')));
    await box.click();
    await until('the cursor in line 4', async () => /Ln 4,/.test(await text('.statusbar')));
    await shot('3-line');
    console.log('pass  a click in the picture leads to its line');

    await command('Puml: Export Picture');
    await until('the name of the picture', async () => (await focused(QUICK))?.includes('order.svg'));
    await page.keyboard.press('Enter');
    await until('the picture on disk', async () => read('order.svg').includes('charge'));
    console.log('pass  Export Picture writes a file');

    await open('page.md');
    await command('Markdown: Open Preview to the Side');
    const drawn = () => inPicture(() => {
      const images = [...document.querySelectorAll('img[alt="diagram"]')].map((it) => atob(it.src.split(',')[1]));
      return images.some((it) => it.includes('order')) && images.some((it) => it.includes('pay'));
    });
    await until('puml and Mermaid in the preview of Markdown', drawn);
    await pause(500);
    await shot('4-markdown');
    console.log('pass  the preview of Markdown draws puml and Mermaid');
  } finally {
    await browser.close();
  }
}

judge().catch((problem) => { console.error(`FAIL  ${problem.message}`); process.exit(1); });
