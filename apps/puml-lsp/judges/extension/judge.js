// Runs the extension as it is packed, with the server inside it: judge.js FOLDER OUT.html
// FOLDER is the unpacked extension; OUT.html gets the preview panel with its last message, for a browser to show.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

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
  await extension.activate(context);
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

  const message = JSON.stringify(last).replaceAll('<', '\\u003c');
  const nonce = panel.webview.html.match(/script nonce="(\w+)"/)[1];
  const host = `<script nonce="${nonce}">window.acquireVsCodeApi = () => ({ postMessage() { setTimeout(() => window.postMessage(${message}, '*')); } });</script>`;
  fs.writeFileSync(out, panel.webview.html.replace('<nav', `${host}<nav`));
  await extension.deactivate();
  context.subscriptions.forEach((it) => it.dispose());
}

judge().then(() => process.exit(0), (problem) => { console.error(problem); process.exit(1); });
