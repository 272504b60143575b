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
await page.waitForFunction(() => document.querySelector('img').naturalWidth > 50);
assert.deepEqual(complaints, []);
assert.equal(await page.textContent('#place'), 'diagram 1 of 1, page 1 of 2');
assert(await page.isDisabled('#back') && await page.isEnabled('#next'));
await page.screenshot({ path: picture });
await browser.close();
