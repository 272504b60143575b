// The thin client: starts the language server and shows its pictures. All knowledge is the server's.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');
const { Fences } = require('./markdown');
const { Preview } = require('./preview');

let client;

const ENDING = process.platform === 'win32' ? '.exe' : '';

// The program inside the extension, if this is a package for a platform.
function bundled(context, name) {
  const file = path.join(context.extensionPath, 'server', name + ENDING);
  return fs.existsSync(file) ? file : undefined;
}

function serverCommand(context) {
  const settings = vscode.workspace.getConfiguration('puml.server');
  const args = settings.get('arguments', []);
  const chosen = settings.get('path', '').trim();
  if (chosen) return { command: chosen, args };
  const puml = bundled(context, 'puml');
  if (puml) return { command: puml, args: ['lsp', ...args] };
  return { command: bundled(context, 'puml-lsp') ?? `puml-lsp${ENDING}`, args };
}

async function start(context) {
  const { command, args } = serverCommand(context);
  client = new LanguageClient('puml', 'Puml', { command, args, transport: TransportKind.stdio }, {
    // Of a page only the fences are looked at.
    documentSelector: [{ language: 'puml' }, { language: 'markdown' }, { language: 'asciidoc' }],
    initializationOptions: { preview: true },
    synchronize: { configurationSection: 'puml' },
  });
  try {
    await client.start();
  } catch (problem) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(
      `The language server ${command} does not start: ${problem.message}`, 'Open Settings');
    if (choice) vscode.commands.executeCommand('workbench.action.openSettings', 'puml.server');
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function activate(context) {
  const preview = new Preview(() => client);
  context.subscriptions.push(
    preview,
    vscode.commands.registerCommand('puml.preview', (uri, diagram) => preview.open(uri, diagram)),
    vscode.commands.registerCommand('puml.export', () => preview.export()),
    vscode.commands.registerCommand('puml.copy', () => preview.copy()),
    vscode.commands.registerCommand('puml.share', () => preview.share()),
    vscode.commands.registerCommand('puml.format', () => vscode.commands.executeCommand('editor.action.formatDocument')),
    vscode.commands.registerCommand('puml.fixAll', () => vscode.commands.executeCommand('editor.action.fixAll')),
    vscode.commands.registerCommand('puml.restart', async () => {
      await stop();
      await start(context);
    }));
  await start(context);
  const fences = new Fences(() => client, bundled(context, 'puml') ?? `puml${ENDING}`);
  return { extendMarkdownIt: (markdown) => fences.extend(markdown) };
}

module.exports = { activate, deactivate: stop };
