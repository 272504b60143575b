// Runs the extension as it is packed, with the server inside it: judge.js FOLDER OUT.html
// FOLDER is the unpacked extension; OUT.html gets the preview panel with its last message, for a browser to show.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const zlib = require('node:zlib');

const [folder, out] = process.argv.slice(2);
const resolve = Module._resolveFilename;
Module._resolveFilename = (name, ...more) => name === 'vscode' ? path.join(__dirname, 'vscode.js') : resolve(name, ...more);
const vscode = require('vscode');
const { seen } = vscode;

async function until(what, condition) {
  for (let round = 0; round < 200; round += 1) {
    const found = condition();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(`${what} does not come: ${JSON.stringify(seen.errors)}`);
}

async function judge() {
  const extension = require(path.resolve(folder));
  const context = { extensionPath: path.resolve(folder), subscriptions: [] };
  const text = '@startuml\nactor Alice\nAlice -> Bob : hi 漢字 😀\nnewpage\nBob -> Alice : second\nend\n@enduml\n';
  const document = vscode.open('file:///judged/a.puml', text);
  const markdown = await extension.activate(context);
  assert.equal(seen.errors.join(), '', 'the server starts');
  const found = await until('a finding', () => seen.diagnostics.get('file:///judged/a.puml')?.length && seen.diagnostics.get('file:///judged/a.puml'));
  assert.equal(found[0].code?.value ?? found[0].code, 'syntax/no-open-group');

  const completion = await until('completion', () => seen.providers.registerCompletionItemProvider);
  const token = new vscode.CancellationTokenSource().token;
  const offered = await completion.provideCompletionItems(document, new vscode.Position(2, 9), token, {});
  assert((offered.items ?? offered.args?.[0] ?? offered).some((it) => JSON.stringify(it).includes('Alice')), 'Alice is offered');
  for (const name of ['Hover', 'Rename', 'DocumentSymbol', 'DocumentFormattingEdit', 'CodeActions', 'CodeLens', 'InlayHints', 'FoldingRange', 'DocumentSemanticTokens']) {
    assert(seen.providers[`register${name}Provider`], `${name} is registered`);
  }

  await vscode.commands.executeCommand('puml.preview');
  const panel = await until('the panel', () => seen.panels[0]);
  const drawn = (test) => until('a picture', () => panel.messages.findLast((it) => it.kind === 'drawn' && test(it)));
  assert.equal(panel.title, 'Preview a.puml');
  const first = await drawn((it) => it.svg?.includes('漢字'));
  assert.deepEqual([first.ok, first.diagrams, first.pages], [false, 1, 2]);
  panel.tell({ kind: 'turn', diagram: 0, page: 1 });
  await drawn((it) => it.page === 1 && it.svg.includes('second'));
  panel.tell({ kind: 'turn', diagram: 0, page: 0 });
  vscode.replace(document, text.replace('end\n', '').replace('hi', 'good day'));
  const last = await drawn((it) => it.ok && it.page === 0 && it.svg.includes('good day'));
  await until('the finding to go', () => seen.diagnostics.get('file:///judged/a.puml')?.length === 0);

  // From the picture to the line and back.
  panel.tell({ kind: 'line', line: 3 });
  await until('the line', () => seen.revealed.includes(2));
  vscode.select(document, 2);
  await until('the place', () => panel.messages.some((it) => it.kind === 'point' && it.line === 3));
  // Export, copy and share.
  panel.tell({ kind: 'export' });
  const written = await until('the file', () => seen.files.get('/judged/a.svg'));
  assert(new TextDecoder().decode(written).includes('good day'), 'the picture is written');
  vscode.window.saved = vscode.Uri.file('/judged/a.png');
  await Promise.all([vscode.commands.executeCommand('puml.export'), (async () => {
    const asked = await until('the pixels', () => panel.messages.findLast((it) => it.kind === 'pixels'));
    panel.tell({ kind: 'pixels', id: asked.id, png: 'data:image/png;base64,AAAA' });
  })()]);
  assert.equal(seen.files.get('/judged/a.png').length, 3, 'the pixels are written');
  await vscode.commands.executeCommand('puml.copy');
  assert(seen.clipboard.startsWith('<svg') && seen.clipboard.includes('good day'), 'the picture is copied');
  await vscode.commands.executeCommand('puml.share');
  const code = seen.clipboard.match(/\/svg\/([0-9A-Za-z_-]+)$/)[1];
  const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const coded = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';
  const packed = Buffer.from([...code].map((it) => plain[coded.indexOf(it)]).join(''), 'base64');
  assert.equal(zlib.inflateRawSync(packed, { finishFlush: zlib.constants.Z_SYNC_FLUSH }).toString(), document.getText(), 'the link holds the text');

  // The preview of Markdown: the fence of an open page becomes a picture with the next refresh.
  const prose = '# Shop\n\n```puml\nAlice -> Bob : from a page\n```\n';
  const opened = vscode.open('file:///judged/page.md', prose, 'markdown');
  const rules = { fence: () => 'as it is' };
  markdown.extendMarkdownIt({ renderer: { rules } });
  const tokens = [{ type: 'fence', info: 'puml', content: 'Alice -> Bob : from a page\n', map: [2, 5] }, { type: 'fence', info: 'rust', content: '' }];
  const fence = (idx) => rules.fence(tokens, idx, {}, { currentDocument: opened.uri }, {});
  assert.equal(fence(0), 'as it is');
  await until('the picture of the fence', () => fence(0).includes('data:image/svg+xml'));
  const shown = Buffer.from(fence(0).match(/base64,([^"]*)/)[1], 'base64').toString();
  assert(shown.includes('from a page'), shown.slice(0, 200));
  assert.equal(fence(1), 'as it is');

  const message = JSON.stringify(last).replaceAll('<', '\\u003c');
  const nonce = panel.webview.html.match(/script nonce="(\w+)"/)[1];
  const host = `<script nonce="${nonce}">window.told = []; window.acquireVsCodeApi = () => ({ postMessage(it) { window.told.push(it); if (it.kind === 'ready') setTimeout(() => window.postMessage(${message}, '*')); } });</script>`;
  fs.writeFileSync(out, panel.webview.html.replace('<nav', `${host}<nav`));
  await extension.deactivate();
  context.subscriptions.forEach((it) => it.dispose());
}

judge().then(() => process.exit(0), (problem) => { console.error(problem); process.exit(1); });
