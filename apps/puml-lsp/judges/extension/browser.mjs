// Shows the preview panel in Chromium: browser.mjs PAGE.html PICTURE.png
// Its policy must hold: the picture is drawn, nothing is refused, nothing else is loaded.
import assert from 'node:assert';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [file, picture] = process.argv.slice(2);
const { chromium } = createRequire(`${process.env.PLAYWRIGHT}/`)('playwright-core');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 640, height: 480 }, colorScheme: 'dark' });
const complaints = [];
page.on('console', (it) => it.type() === 'error' && complaints.push(it.text()));
page.on('pageerror', (it) => complaints.push(it.message));
await page.goto(pathToFileURL(file).href);
await page.waitForFunction(() => document.querySelector('#picture svg')?.getBoundingClientRect().width > 50);
assert.deepEqual(complaints, []);
assert.equal(await page.textContent('#place'), 'diagram 1 of 1, page 1 of 2');
assert(await page.isDisabled('#back') && await page.isEnabled('#next'));
// Zoom, a click to the line, the line to the picture, and pixels.
const width = () => page.evaluate(() => document.querySelector('#picture svg').getBoundingClientRect().width);
const before = await width();
await page.click('#in');
assert(await width() > before * 1.2, 'it grows');
await page.click('#fit');
await page.click('#picture .message[data-line="3"] text');
assert((await page.evaluate(() => window.told)).some((it) => it.kind === 'line' && it.line === 3), 'the line is told');
await page.evaluate(() => window.postMessage({ kind: 'point', line: 3 }, '*'));
await page.waitForFunction(() => document.querySelector('#picture .pointed')?.dataset.line === '3');
await page.evaluate(() => window.postMessage({ kind: 'pixels', id: 'x', scale: 2 }, '*'));
await page.waitForFunction(() => window.told.some((it) => it.kind === 'pixels' && it.png?.startsWith('data:image/png;base64,')));
assert.deepEqual(complaints, []);
await page.screenshot({ path: picture });
await browser.close();
