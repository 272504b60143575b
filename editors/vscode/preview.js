// A panel beside the text with one page of one diagram, drawn by the server after each edit.
'use strict';
const vscode = require('vscode');

// Edits in quick succession are drawn once.
const REST = 150;

class Preview {
  constructor(client) {
    this.client = client;
    this.shown = undefined;
    this.panel = undefined;
    this.timer = undefined;
    this.subscriptions = [
      vscode.workspace.onDidChangeTextDocument((event) => this.edited(event.document.uri)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.followed(editor)),
      vscode.window.onDidChangeActiveColorTheme(() => this.draw()),
    ];
  }

  open(uri, diagram = 0) {
    const target = uri ? vscode.Uri.parse(String(uri)) : vscode.window.activeTextEditor?.document.uri;
    if (!target) return;
    this.shown = { uri: target, diagram, page: 0 };
    if (!this.panel) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.panel = vscode.window.createWebviewPanel('puml.preview', 'Preview', column, { enableScripts: true, localResourceRoots: [] });
      this.panel.webview.html = page();
      this.panel.webview.onDidReceiveMessage((message) => this.told(message));
      this.panel.onDidDispose(() => { this.panel = undefined; });
    }
    this.draw();
  }

  told(message) {
    if (message.kind === 'ready') this.draw();
    if (message.kind === 'turn' && this.shown) {
      this.shown.diagram = message.diagram;
      this.shown.page = message.page;
      this.draw();
    }
  }

  edited(uri) {
    if (this.panel && this.shown?.uri.toString() === uri.toString()) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.draw(), REST);
    }
  }

  followed(editor) {
    const uri = editor?.document.languageId === 'puml' ? editor.document.uri : undefined;
    if (this.panel && uri && uri.toString() !== this.shown?.uri.toString()) {
      this.shown = { uri, diagram: 0, page: 0 };
      this.draw();
    }
  }

  async draw() {
    const client = this.client();
    if (!this.panel || !this.shown || !client) return;
    const { uri, diagram, page: number } = this.shown;
    const dark = [vscode.ColorThemeKind.Dark, vscode.ColorThemeKind.HighContrast].includes(vscode.window.activeColorTheme.kind);
    this.panel.title = `Preview ${uri.path.split('/').pop()}`;
    try {
      const drawn = await client.sendRequest('puml/renderSvg', {
        textDocument: { uri: client.code2ProtocolConverter.asUri(uri) },
        diagram, page: number, scheme: dark ? 'dark' : 'light',
      });
      this.panel?.webview.postMessage({ kind: 'drawn', ...drawn, diagram, page: number });
    } catch (problem) {
      this.panel?.webview.postMessage({ kind: 'failed', reason: problem.message });
    }
  }

  dispose() {
    clearTimeout(this.timer);
    this.panel?.dispose();
    for (const it of this.subscriptions) it.dispose();
  }
}

function page() {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map((it) => it.toString(16).padStart(2, '0')).join('');
  // The picture is an image, so nothing in it can run or load anything.
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="${nonce}">
  body { margin: 0; padding: 1rem; }
  nav { position: sticky; top: 0; display: flex; gap: .5rem; align-items: center; padding: .25rem 0; background: var(--vscode-editor-background); }
  nav[hidden] { display: none; }
  button { background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground); border: 0; border-radius: 2px; padding: .25rem .6rem; cursor: pointer; }
  button:disabled { opacity: .4; cursor: default; }
  img { max-width: 100%; height: auto; }
  img.stale { opacity: .5; }
  #words { color: var(--vscode-descriptionForeground); }
</style>
</head>
<body>
<nav hidden aria-label="Pages"><button id="back">Back</button><span id="place"></span><button id="next">Next</button></nav>
<p id="words" role="status"></p>
<img alt="" hidden>
<script nonce="${nonce}">
  const api = acquireVsCodeApi();
  const find = (name) => document.querySelector(name);
  const [nav, image, words] = [find('nav'), find('img'), find('#words')];
  let at = { diagram: 0, page: 0, diagrams: 1, pages: 1 };
  const turn = (diagram, page) => api.postMessage({ kind: 'turn', diagram, page });
  find('#back').onclick = () => at.page > 0 ? turn(at.diagram, at.page - 1) : turn(at.diagram - 1, 0);
  find('#next').onclick = () => at.page + 1 < at.pages ? turn(at.diagram, at.page + 1) : turn(at.diagram + 1, 0);
  window.addEventListener('message', ({ data }) => {
    if (data.kind === 'failed') { words.textContent = data.reason; return; }
    at = data;
    nav.hidden = data.diagrams < 2 && data.pages < 2;
    find('#place').textContent = 'diagram ' + (data.diagram + 1) + ' of ' + data.diagrams + ', page ' + (data.page + 1) + ' of ' + data.pages;
    find('#back').disabled = data.diagram === 0 && data.page === 0;
    find('#next').disabled = data.diagram + 1 >= data.diagrams && data.page + 1 >= data.pages;
    words.textContent = data.ok ? '' : data.svg ? 'The text has errors; this shows what was understood.' : 'There is nothing to draw yet.';
    if (data.svg) {
      image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(data.svg);
      image.alt = 'Diagram ' + (data.diagram + 1);
      image.hidden = false;
    }
    image.classList.toggle('stale', !data.svg);
  });
  api.postMessage({ kind: 'ready' });
</script>
</body>
</html>`;
}

module.exports = { Preview };
