// Diagrams in the preview of Markdown: the fences of a page that the server has open are drawn by it. The preview is
// synchronous and the server is not, so a picture that is not there yet comes with the next refresh.
'use strict';
const vscode = require('vscode');

const NAMES = ['puml', 'plantuml', 'uml'];
const MOST = 200;

class Fences {
  constructor(client) {
    this.client = client;
    this.drawn = new Map();
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
      if (!uri || !isDiagram(token)) return plain(tokens, idx, options, env, self);
      const before = tokens.slice(0, idx).filter(isDiagram).map((it) => count(it.content));
      const svg = this.picture(uri, before.reduce((sum, it) => sum + it, 0), token.content);
      if (!svg) return plain(tokens, idx, options, env, self);
      // An image, so that nothing in it can run.
      const line = token.map ? ` data-line="${token.map[0]}" class="code-line"` : '';
      return `<p${line}><img alt="diagram" src="data:image/svg+xml;base64,${Buffer.from(svg, 'utf8').toString('base64')}"></p>\n`;
    };
    return markdown;
  }
}

function isDiagram(token) {
  return token.type === 'fence' && NAMES.includes(token.info.trim().split(/[ {,]/)[0].toLowerCase());
}

// How many diagrams a fence has: one for each marker, or one without any.
function count(text) {
  return Math.max(1, (text.match(/^\s*@start/gm) ?? []).length);
}

module.exports = { Fences };
