// Diagrams in the preview of Markdown: the fences of a page that the server has open are drawn by it, those in Mermaid by the
// program puml. The preview is synchronous and both are not, so a picture that is not there yet comes with the next refresh.
'use strict';
const { execFile } = require('node:child_process');
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const vscode = require('vscode');

const NAMES = ['puml', 'plantuml', 'uml'];
const MOST = 200;

class Fences {
  constructor(client, program) {
    this.client = client;
    this.program = program;
    this.drawn = new Map();
  }

  // The picture of a fence in Mermaid, or nothing until it is drawn.
  mermaid(text) {
    const key = `mermaid\n${text}`;
    if (!this.drawn.has(key)) {
      this.drawn.set(key, undefined);
      this.finish(key, run(this.program, text));
    }
    return this.drawn.get(key);
  }

  async finish(key, picture) {
    // What cannot be drawn stays as text.
    this.drawn.set(key, await picture.catch(() => ''));
    if (this.drawn.size > MOST) this.drawn.delete(this.drawn.keys().next().value);
    vscode.commands.executeCommand('markdown.preview.refresh');
  }

  // The picture of a fence, or nothing until it is drawn.
  picture(uri, diagram, text) {
    const key = `${uri}\n${diagram}\n${text}`;
    if (!this.drawn.has(key)) {
      this.drawn.set(key, undefined);
      this.draw(key, uri, diagram);
      if (this.drawn.size > MOST) this.drawn.delete(this.drawn.keys().next().value);
    }
    return this.drawn.get(key);
  }

  async draw(key, uri, diagram) {
    try {
      const client = this.client();
      const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
      const { svg } = await client.sendRequest('puml/renderSvg', { textDocument, diagram, page: 0, scheme: 'light' });
      this.drawn.set(key, svg ?? '');
    } catch {
      // A page that is not open in an editor cannot be drawn: the text stays as it is.
      this.drawn.set(key, '');
    }
    vscode.commands.executeCommand('markdown.preview.refresh');
  }

  extend(markdown) {
    const plain = markdown.renderer.rules.fence;
    markdown.renderer.rules.fence = (tokens, idx, options, env, self) => {
      const token = tokens[idx];
      const uri = env?.currentDocument;
      if (name(token) === 'mermaid') {
        const svg = this.mermaid(token.content);
        return svg ? image(token, svg) : plain(tokens, idx, options, env, self);
      }
      if (!uri || !isDiagram(token)) return plain(tokens, idx, options, env, self);
      const before = tokens.slice(0, idx).filter(isDiagram).map((it) => count(it.content));
      const svg = this.picture(uri, before.reduce((sum, it) => sum + it, 0), token.content);
      if (!svg) return plain(tokens, idx, options, env, self);
      return image(token, svg);
    };
    return markdown;
  }
}

function name(token) {
  return token.type === 'fence' ? token.info.trim().split(/[ {,]/)[0].toLowerCase() : '';
}

function isDiagram(token) {
  return NAMES.includes(name(token));
}

// An image, so that nothing in it can run.
function image(token, svg) {
  const line = token.map ? ` data-line="${token.map[0]}" class="code-line"` : '';
  return `<p${line}><img alt="diagram" src="data:image/svg+xml;base64,${Buffer.from(svg, 'utf8').toString('base64')}"></p>\n`;
}

async function run(program, text) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'puml-'));
  try {
    const [source, target] = [path.join(folder, 'a.mmd'), path.join(folder, 'a.svg')];
    await fs.writeFile(source, text);
    await new Promise((resolve, reject) => {
      execFile(program, ['--quiet', 'render', source, '--scheme', 'light', '-o', target], { timeout: 20000 }, (problem) => (problem ? reject(problem) : resolve()));
    });
    return await fs.readFile(target, 'utf8');
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}

// How many diagrams a fence has: one for each marker, or one without any.
function count(text) {
  return Math.max(1, (text.match(/^\s*@start/gm) ?? []).length);
}

module.exports = { Fences };
