// A panel beside the text with one page of one diagram, drawn by the server after each edit. What stands in it is in
// panel.html.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
const { shareLink } = require('./share');

// Edits in quick succession are drawn once.
const REST = 150;
const LANGUAGES = ['puml', 'markdown', 'asciidoc'];

class Preview {
  constructor(client) {
    this.client = client;
    this.shown = undefined;
    this.panel = undefined;
    this.timer = undefined;
    this.drawn = undefined;
    this.waiting = new Map();
    this.subscriptions = [
      vscode.workspace.onDidChangeTextDocument((event) => this.edited(event.document.uri)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.followed(editor)),
      vscode.window.onDidChangeActiveColorTheme(() => this.draw()),
      vscode.window.onDidChangeTextEditorSelection((event) => this.moved(event)),
    ];
  }

  open(uri, diagram = 0) {
    const target = uri ? vscode.Uri.parse(String(uri)) : vscode.window.activeTextEditor?.document.uri;
    if (!target) return;
    this.shown = { uri: target, diagram, page: 0 };
    if (!this.panel) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      const options = { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true };
      this.panel = vscode.window.createWebviewPanel('puml.preview', 'Preview', column, options);
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
    if (message.kind === 'line') this.reveal(message.line);
    if (message.kind === 'export') this.export();
    if (message.kind === 'copy') this.copy();
    if (message.kind === 'share') this.share();
    if (message.kind === 'pixels') {
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    }
  }

  // From the picture to the line.
  async reveal(line) {
    if (!this.shown) return;
    const document = await vscode.workspace.openTextDocument(this.shown.uri);
    const editor = await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
    const start = new vscode.Position(line - 1, 0);
    editor.selection = new vscode.Selection(start, start);
    editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType?.InCenterIfOutsideViewport);
  }

  // From the line to the picture.
  moved({ textEditor, selections }) {
    if (!this.panel || textEditor.document.uri.toString() !== this.shown?.uri.toString()) return;
    this.panel.webview.postMessage({ kind: 'point', line: selections[0].active.line + 1 });
  }

  edited(uri) {
    if (this.panel && this.shown?.uri.toString() === uri.toString()) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.draw(), REST);
    }
  }

  followed(editor) {
    const uri = LANGUAGES.includes(editor?.document.languageId) ? editor.document.uri : undefined;
    if (this.panel && uri && uri.toString() !== this.shown?.uri.toString()) {
      this.shown = { uri, diagram: 0, page: 0 };
      this.draw();
    }
  }

  async picture(scheme) {
    const client = this.client();
    const { uri, diagram, page: number } = this.shown;
    const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
    return client.sendRequest('puml/renderSvg', { textDocument, diagram, page: number, scheme });
  }

  async draw() {
    if (!this.panel || !this.shown || !this.client()) return;
    const { uri, diagram, page: number } = this.shown;
    const dark = [vscode.ColorThemeKind.Dark, vscode.ColorThemeKind.HighContrast].includes(vscode.window.activeColorTheme.kind);
    this.panel.title = `Preview ${uri.path.split('/').pop()}`;
    try {
      const drawn = await this.picture(dark ? 'dark' : 'light');
      this.panel?.webview.postMessage({ kind: 'drawn', ...drawn, diagram, page: number });
    } catch (problem) {
      this.panel?.webview.postMessage({ kind: 'failed', reason: problem.message });
    }
  }

  // Opens the panel for the text at hand if it is not there yet.
  ready() {
    if (!this.shown || !this.panel) this.open();
    return Boolean(this.shown && this.client());
  }

  // Pixels are drawn where the picture is shown.
  pixels(scale) {
    const id = Math.random().toString(36).slice(2);
    const answer = new Promise((resolve) => this.waiting.set(id, resolve));
    this.panel.webview.postMessage({ kind: 'pixels', id, scale });
    return answer;
  }

  async export() {
    if (!this.ready()) return;
    const named = this.shown.uri.with({ path: this.shown.uri.path.replace(/\.[^./]*$/, '') + '.svg' });
    const target = await vscode.window.showSaveDialog({ defaultUri: named, filters: { 'SVG drawing': ['svg'], 'PNG picture': ['png'] } });
    if (!target) return;
    try {
      await vscode.workspace.fs.writeFile(target, await this.bytes(target.path.toLowerCase().endsWith('.png')));
      vscode.window.showInformationMessage(`Wrote ${target.fsPath}`);
    } catch (problem) {
      vscode.window.showErrorMessage(`Nothing was written: ${problem.message}`);
    }
  }

  async bytes(asPixels) {
    if (!asPixels) {
      const { svg } = await this.picture('auto');
      if (!svg) throw new Error('there is nothing to draw yet');
      return new TextEncoder().encode(svg);
    }
    const { png, problem } = await this.pixels(2);
    if (!png) throw new Error(problem ?? 'the picture cannot be drawn');
    return Buffer.from(png.split(',')[1], 'base64');
  }

  async copy() {
    if (!this.ready()) return;
    const { svg } = await this.picture('auto');
    if (!svg) return vscode.window.showErrorMessage('There is nothing to draw yet.');
    await vscode.env.clipboard.writeText(svg);
    vscode.window.showInformationMessage('The picture is on the clipboard, as SVG.');
  }

  async share() {
    if (!this.ready()) return;
    const document = await vscode.workspace.openTextDocument(this.shown.uri);
    if (document.languageId !== 'puml') return vscode.window.showErrorMessage('A link holds a whole puml file; copy the fence into one.');
    const server = vscode.workspace.getConfiguration('puml').get('shareServer', '');
    await vscode.env.clipboard.writeText(shareLink(server, document.getText()));
    vscode.window.showInformationMessage('A link is on the clipboard. It holds the whole text: whoever gets it can read it.');
  }

  dispose() {
    clearTimeout(this.timer);
    this.panel?.dispose();
    for (const it of this.subscriptions) it.dispose();
  }
}

function page() {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map((it) => it.toString(16).padStart(2, '0')).join('');
  return fs.readFileSync(path.join(__dirname, 'panel.html'), 'utf8').replaceAll('NONCE', nonce);
}

module.exports = { Preview };
