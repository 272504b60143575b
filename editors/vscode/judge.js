// Reads lines with the grammar in the engine that editors use, and compares what they become.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const SCOPES = [
  ['@startuml shop', { '@startuml': 'keyword.control.marker.puml' }],
  ["' a remark", { "' a remark": 'comment.line.apostrophe.puml' }],
  ['!include lib/a.puml', { '!include': 'keyword.control.directive.puml', 'lib/a.puml': 'string.unquoted.path.puml' }],
  ['actor "The user" as U <<x>> #red', { actor: 'storage.type.participant.puml', '"The user"': 'entity.name.class.participant.puml', as: 'keyword.other.puml', '<<x>>': 'storage.modifier.stereotype.puml', '#red': 'constant.other.color.puml' }],
  ['U -> B ++ : say **hi**', { U: 'entity.name.class.participant.puml', '->': 'keyword.operator.arrow.puml', '++': 'keyword.operator.life.puml', '**hi**': 'markup.bold.puml' }],
  ['A -[#red,dashed]-> B', { '-[#red,dashed]->': 'keyword.operator.arrow.puml' }],
  ['漢字->Bob:text', { 漢字: 'entity.name.class.participant.puml', '->': 'keyword.operator.arrow.puml', text: 'string.unquoted.puml' }],
  ['alt#Gold sunny', { alt: 'keyword.control.group.puml', '#Gold': 'constant.other.color.puml' }],
  ['note left of U : why', { note: 'keyword.control.note.puml', left: 'keyword.other.puml', U: 'entity.name.class.participant.puml' }],
  ['== Part ==', { ' Part ': 'entity.name.section.puml' }],
  ['end', { end: 'keyword.control.puml' }],
  ['skinparam ArrowColor Navy', { ArrowColor: 'support.type.property-name.puml', Navy: 'support.constant.property-value.puml' }],
];

async function judge() {
  const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const onigLib = Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  });
  const file = path.join(__dirname, 'syntaxes', 'puml.tmLanguage.json');
  const loadGrammar = async () => textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file);
  const grammar = await new textmate.Registry({ onigLib, loadGrammar }).loadGrammar('source.puml');
  for (const [line, expected] of SCOPES) {
    const seen = {};
    for (const token of grammar.tokenizeLine(line, textmate.INITIAL).tokens) {
      seen[line.slice(token.startIndex, token.endIndex)] ??= token.scopes.at(-1);
    }
    for (const [text, scope] of Object.entries(expected)) {
      assert.equal(seen[text], scope, `${text} in ${line}: ${JSON.stringify(seen)}`);
    }
  }
  // A note of several lines is text up to its end, and what follows is none.
  let state = textmate.INITIAL;
  const scopes = ['note over A', '  alt is only a word', 'end note', 'alt x'].map((line) => {
    const read = grammar.tokenizeLine(line, state);
    state = read.ruleStack;
    return read.tokens.map((it) => it.scopes.at(-1));
  });
  assert(!scopes[1].includes('keyword.control.group.puml'), JSON.stringify(scopes));
  assert(scopes[3].includes('keyword.control.group.puml'), JSON.stringify(scopes));
}

judge().catch((problem) => { console.error(problem); process.exit(1); });
