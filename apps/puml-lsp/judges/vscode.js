// Speaks to the server with the protocol library of VS Code: pull diagnostics, completion, calls, signatures, preview.
'use strict';
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const lsp = require('vscode-languageserver-protocol/node');

const [command, ...words] = process.env.PUML_LSP.split('\n');
const uri = 'untitled:judged.puml';
const text = '@startuml\nactor Alice\nAlice -> Bob : hi\nend\n@enduml\n';

async function judge() {
  const server = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const left = new Promise((resolve) => server.on('exit', resolve));
  const connection = lsp.createProtocolConnection(
    new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('workspace/configuration', () => [{}]);
  connection.listen();
  const capabilities = { textDocument: { diagnostic: {} }, workspace: { configuration: true } };
  const begun = await connection.sendRequest(lsp.InitializeRequest.type,
    { processId: process.pid, rootUri: null, workspaceFolders: null, capabilities, initializationOptions: { preview: true } });
  assert.equal(begun.capabilities.positionEncoding, 'utf-16');
  connection.sendNotification(lsp.InitializedNotification.type, {});
  connection.sendNotification(lsp.DidOpenTextDocumentNotification.type,
    { textDocument: { uri, languageId: 'puml', version: 1, text } });
  const textDocument = { uri };
  const report = await connection.sendRequest(lsp.DocumentDiagnosticRequest.type, { textDocument });
  assert.deepEqual(report.items.map((it) => it.code), ['syntax/no-open-group']);
  const offered = await connection.sendRequest(lsp.CompletionRequest.type,
    { textDocument, position: { line: 2, character: 9 } });
  assert(offered.items.some((it) => it.label === 'Alice'));
  const [caller] = await connection.sendRequest(lsp.CallHierarchyPrepareRequest.type,
    { textDocument, position: { line: 2, character: 1 } });
  const calls = await connection.sendRequest(lsp.CallHierarchyOutgoingCallsRequest.type, { item: caller });
  assert.deepEqual(calls.map((it) => it.to.name), ['Bob']);
  const whole = await connection.sendRequest(lsp.WorkspaceDiagnosticRequest.type, { previousResultIds: [] });
  assert.deepEqual(whole.items.map((it) => it.uri), [uri]);
  const macros = { uri: 'untitled:macros.puml' };
  connection.sendNotification(lsp.DidOpenTextDocumentNotification.type,
    { textDocument: { ...macros, languageId: 'puml', version: 1, text: '!$x = %strlen(' } });
  const help = await connection.sendRequest(lsp.SignatureHelpRequest.type, { textDocument: macros, position: { line: 0, character: 14 } });
  assert.equal(help.signatures[0].label, '%strlen(text)');
  const lenses = await connection.sendRequest(lsp.CodeLensRequest.type, { textDocument });
  assert.equal(lenses[0].command.command, 'puml.preview');
  const preview = await connection.sendRequest('puml/renderSvg', { textDocument });
  assert(preview.svg.startsWith('<svg') && preview.svg.includes('Alice'));
  await assert.rejects(connection.sendRequest('textDocument/hover', { nonsense: true }), { code: -32602 });
  await connection.sendRequest(lsp.ShutdownRequest.type);
  await connection.sendNotification(lsp.ExitNotification.type);
  assert.equal(await left, 0);
}

judge().catch((problem) => { console.error(problem); process.exit(1); });
