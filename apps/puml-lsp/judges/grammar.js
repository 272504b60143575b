// Reads an example of every family with the TextMate grammar, in the engine that editors use: grammar.js EXAMPLES
// Every family must show its own words as such, and no line may be left without a scope.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const examples = process.argv[2];
const file = path.join(__dirname, '../../../editors/vscode/syntaxes/puml.tmLanguage.json');

// In the example of a family: a piece of text, and what it must be.
const FAMILIES = {
  activity: [['|', 'punctuation.definition.lane.puml'], ['Developer', 'entity.name.section.lane.puml'], ['start', 'keyword.control.flow.puml'], ['Open pull request', 'string.unquoted.action.puml'], ['fork again', 'keyword.control.flow.puml'], ['if', 'keyword.control.flow.puml'], ['then', 'keyword.control.flow.puml'], ['endif', 'keyword.control.flow.puml'], ['repeat', 'keyword.control.flow.puml'], ['stop', 'keyword.control.flow.puml']],
  class: [['package', 'storage.type.element.puml'], ['class', 'storage.type.class.puml'], ['Order', 'entity.name.class.participant.puml'], ['-', 'storage.modifier.visibility.puml'], ['total', 'entity.name.function.member.puml'], ['Money', 'support.type.puml'], ['enum', 'storage.type.class.puml'], ['<|..', 'keyword.operator.arrow.puml'], ['*--', 'keyword.operator.arrow.puml'], ['-->', 'keyword.operator.arrow.puml']],
  description: [['actor', 'storage.type.participant.puml'], ['cloud', 'storage.type.element.puml'], ['component', 'storage.type.element.puml'], ['node', 'storage.type.element.puml'], ['queue', 'storage.type.participant.puml'], ['as', 'keyword.other.puml'], ['-->', 'keyword.operator.arrow.puml']],
  gantt: [['@startgantt', 'keyword.control.marker.puml'], ['[Design]', 'entity.name.function.task.puml'], ['requires', 'keyword.control.gantt.puml'], ['2026-03-02', 'constant.numeric.date.puml'], ['closed', 'keyword.control.gantt.puml'], ['@endgantt', 'keyword.control.marker.puml']],
  json: [['#highlight', 'keyword.control.highlight.puml'], ['"service"', 'support.type.property-name.json.puml'], ['"shop"', 'string.quoted.double.json.puml'], ['3', 'constant.numeric.json.puml']],
  mindmap: [['*', 'keyword.operator.node.puml'], ['Incident', 'string.unquoted.node.puml'], ['left side', 'keyword.control.side.puml']],
  state: [['[*]', 'constant.language.point.puml'], ['-->', 'keyword.operator.arrow.puml'], ['state', 'storage.type.state.puml'], ['Packing', 'entity.name.class.participant.puml']],
  timing: [['robust', 'storage.type.player.puml'], ['concise', 'storage.type.player.puml'], ['@', 'keyword.operator.time.puml'], ['100', 'constant.numeric.time.puml'], ['is', 'keyword.operator.state.puml'], ['Waiting', 'string.unquoted.state.puml']],
  wbs: [['**', 'keyword.operator.node.puml'], ['Old office', 'string.unquoted.node.puml']],
  yaml: [['pipeline', 'support.type.property-name.yaml.puml'], ['release', 'string.unquoted.yaml.puml'], ['true', 'constant.language.yaml.puml']],
};
const LINES = [
  ['Container(web, "Web app", "Rust")', [['Container', 'support.function.macro.puml'], ['Web app', 'string.quoted.double.puml']]],
  ['Reader --> (Borrow a book) : does', [['(Borrow a book)', 'entity.name.class.usecase.puml']]],
  ['[Billing] ..> [Store]', [['[Billing]', 'entity.name.class.component.puml'], ['..>', 'keyword.operator.arrow.puml']]],
  ['customers ||--o{ orders : places', [['||--o{', 'keyword.operator.arrow.puml'], ['orders', 'entity.name.class.participant.puml']]],
  ['state pick <<choice>>', [['<<choice>>', 'storage.modifier.stereotype.puml']]],
];

async function judge() {
  const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const onigLib = Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  });
  const loadGrammar = async () => textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file);
  const grammar = await new textmate.Registry({ onigLib, loadGrammar }).loadGrammar('source.puml');
  const read = (text) => {
    let state = textmate.INITIAL;
    return text.split('\n').map((line) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      return { line, pieces: tokens.map((it) => [line.slice(it.startIndex, it.endIndex).trim(), it.scopes.at(-1)]) };
    });
  };
  const wanted = (lines, expected, what) => {
    const pieces = lines.flatMap((it) => it.pieces);
    for (const [text, scope] of expected) {
      assert(pieces.some((it) => it[0] === text && it[1] === scope), `${what}: ${text} as ${scope} in ${JSON.stringify(pieces.filter((it) => it[0].includes(text)))}`);
    }
  };
  for (const name of fs.readdirSync(examples).filter((it) => it.endsWith('.puml'))) {
    const family = name.split('-')[0];
    assert(FAMILIES[family], `no expectation for ${family}`);
    const lines = read(fs.readFileSync(path.join(examples, name), 'utf8'));
    wanted(lines, FAMILIES[family], name);
    for (const { line, pieces } of lines.filter((it) => it.line.trim())) {
      assert(pieces.some((it) => it[1] !== 'source.puml' && !it[1].startsWith('meta.')), `${name}: nothing is known in ${line}`);
    }
  }
  for (const [line, expected] of LINES) wanted(read(line), expected, line);
}

judge().catch((problem) => { console.error(problem); process.exit(1); });
