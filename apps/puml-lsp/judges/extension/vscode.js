// The part of VS Code that an extension and its language client see, without a window: documents, providers, panels
// and messages are kept in `seen` for the judge to look at.
'use strict';
const seen = { providers: {}, commands: {}, panels: [], errors: [], diagnostics: new Map(), files: new Map(), clipboard: '', revealed: [] };

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener, self) => {
      const bound = self ? listener.bind(self) : listener;
      this.listeners.add(bound);
      return new Disposable(() => this.listeners.delete(bound));
    };
  }
  fire(value) { for (const it of [...this.listeners]) it(value); }
  dispose() { this.listeners.clear(); }
}

class Disposable {
  constructor(end = () => {}) { this.dispose = end; }
  static from(...all) { return new Disposable(() => all.forEach((it) => it.dispose())); }
}

class Uri {
  constructor(scheme, path) { Object.assign(this, { scheme, path, authority: '', query: '', fragment: '', fsPath: path }); }
  static parse(text) { return new Uri(...text.split(/:(?:\/\/)?(.*)/s).slice(0, 2).map(decodeURIComponent)); }
  static file(path) { return new Uri('file', path); }
  with(change) { return Object.assign(new Uri(this.scheme, this.path), change); }
  toString() { return this.scheme === 'file' ? `file://${this.path}` : `${this.scheme}:${this.path}`; }
}

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}

class Range {
  constructor(start, end, line, character) {
    this.start = line === undefined ? start : new Position(start, end);
    this.end = line === undefined ? end : new Position(line, character);
  }
}

class Diagnostic {
  constructor(range, message, severity) { Object.assign(this, { range, message, severity }); }
}

class CodeActionKind {
  constructor(value) { this.value = value; }
  append(part) { return new CodeActionKind([this.value, part].filter(Boolean).join('.')); }
}
for (const it of ['', 'quickfix', 'refactor', 'refactor.extract', 'refactor.inline', 'refactor.rewrite', 'source', 'source.organizeImports']) {
  const name = it.split('.').map((part) => part[0]?.toUpperCase() + part.slice(1)).join('').replace('Quickfix', 'QuickFix');
  CodeActionKind[it ? name : 'Empty'] = new CodeActionKind(it);
}

class TabInputText {
  constructor(uri) { this.uri = uri; }
}

class Document {
  constructor(uri, text) { Object.assign(this, { uri, text, languageId: 'puml', version: 1, isClosed: false, isDirty: false, fileName: uri.path, notebook: undefined }); }
  getText() { return this.text; }
  get lineCount() { return this.text.split('\n').length; }
}

const events = new Map();
const emitter = (name) => events.get(name) ?? events.set(name, new EventEmitter()).get(name);
// Any event that is asked for exists, and any provider is kept under the name it is registered by.
const space = (name, known) => new Proxy(known, {
  get(target, key) {
    if (key in target || typeof key !== 'string') return target[key];
    if (key.startsWith('on')) return emitter(`${name}.${key}`).event;
    if (key.startsWith('register')) return (selector, provider, ...more) => {
      seen.providers[key] = typeof selector.push === 'function' || selector.language ? provider : selector;
      return new Disposable();
    };
    return undefined;
  },
});

const settings = { 'puml.server': { path: '', arguments: [] } };
const panel = (type, title) => {
  const disposed = new EventEmitter();
  const told = new EventEmitter();
  const messages = [];
  const made = {
    type, title, messages, tell: (it) => told.fire(it), onDidDispose: disposed.event, dispose: () => disposed.fire(),
    webview: { html: '', onDidReceiveMessage: told.event, postMessage: async (it) => { messages.push(it); return true; } },
  };
  seen.panels.push(made);
  return made;
};

const workspace = {
  textDocuments: [], workspaceFolders: undefined, notebookDocuments: [], isTrusted: true,
  getConfiguration: (section) => ({ get: (key, otherwise) => settings[section]?.[key] ?? otherwise }),
  getWorkspaceFolder: () => undefined,
  createFileSystemWatcher: () => ({ onDidCreate: emitter('w').event, onDidChange: emitter('w').event, onDidDelete: emitter('w').event, dispose() {} }),
  applyEdit: async () => true,
  openTextDocument: async (uri) => workspace.textDocuments.find((it) => it.uri.toString() === uri.toString()),
  fs: { writeFile: async (uri, bytes) => { seen.files.set(uri.path, bytes); } },
};
const window = {
  activeTextEditor: undefined, visibleTextEditors: [], activeColorTheme: { kind: 2 },
  tabGroups: { all: [{ tabs: [] }], onDidChangeTabs: emitter('tabs').event, onDidChangeTabGroups: emitter('groups').event },
  createOutputChannel: () => ({ append() {}, appendLine() {}, show() {}, clear() {}, dispose() {} }),
  createWebviewPanel: panel,
  showTextDocument: async (document) => ({ document, revealRange: (range) => seen.revealed.push(range.start.line) }),
  showSaveDialog: async ({ defaultUri }) => window.saved ?? defaultUri,
  showErrorMessage: async (text) => { seen.errors.push(text); },
  showInformationMessage: async () => undefined,
  showWarningMessage: async () => undefined,
  withProgress: async (_, work) => work({ report() {} }, new known.CancellationTokenSource().token),
};
const languages = {
  match: (selector, document) => [selector].flat().some((it) => it.language === document.languageId) ? 10 : 0,
  createDiagnosticCollection: () => ({
    set: (uri, found) => seen.diagnostics.set(uri.toString(), found), delete: (uri) => seen.diagnostics.delete(uri.toString()),
    get: (uri) => seen.diagnostics.get(uri.toString()), has: (uri) => seen.diagnostics.has(uri.toString()), clear() {}, dispose() {},
  }),
};
const commands = {
  registerCommand: (name, command) => { seen.commands[name] = command; return new Disposable(); },
  executeCommand: async (name, ...args) => seen.commands[name]?.(...args),
};

const known = {
  seen, version: '1.91.0', EventEmitter, Disposable, Uri, Position, Range, Diagnostic, CodeActionKind, TabInputText,
  env: { language: 'en', appName: 'judge', clipboard: { writeText: async (text) => { seen.clipboard = text; } } },
  workspace: space('workspace', workspace), window: space('window', window), languages: space('languages', languages), commands,
  CancellationTokenSource: class { token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() }; cancel() {} dispose() {} },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3 }, ViewColumn: { Beside: -2 },
};

/// Moves the cursor as a user does.
known.select = (document, line) => {
  const at = new Position(line, 0);
  emitter('window.onDidChangeTextEditorSelection').fire({ textEditor: { document }, selections: [{ active: at }] });
};

/// Opens a text as a user does.
known.open = (uri, text, languageId = 'puml') => {
  const document = Object.assign(new Document(Uri.parse(uri), text), { languageId });
  workspace.textDocuments.push(document);
  window.activeTextEditor = { document };
  window.visibleTextEditors = [window.activeTextEditor];
  window.tabGroups.all[0].tabs.push({ input: new TabInputText(document.uri) });
  window.tabGroups.activeTabGroup = { activeTab: { input: new TabInputText(document.uri) } };
  emitter('workspace.onDidOpenTextDocument').fire(document);
  emitter('window.onDidChangeActiveTextEditor').fire(window.activeTextEditor);
  return document;
};

/// Puts a text in place of the lines of a document, as one edit.
known.replace = (document, text) => {
  const lines = document.text.split('\n');
  const range = new Range(0, 0, lines.length - 1, lines.at(-1).length);
  Object.assign(document, { text, version: document.version + 1 });
  emitter('workspace.onDidChangeTextDocument').fire({ document, contentChanges: [{ range, text }] });
};

// What only has to be there: classes that are extended, and enumerations whose values nobody compares.
module.exports = new Proxy(known, {
  get(target, key) {
    if (key in target || typeof key !== 'string') return target[key];
    target[key] = new Proxy(class { constructor(...args) { this.args = args; } }, {
      get: (it, name) => name in it || typeof name !== 'string' ? it[name] : name,
    });
    return target[key];
  },
});
