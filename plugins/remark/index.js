// A remark plug-in: fences in puml, plantuml and mermaid become images. A diagram with errors fails at its place in the page.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/**
 * @param {object} [settings]
 * @param {string[]} [settings.languages] which fences are drawn
 * @param {string[]} [settings.options] further arguments for `puml render`
 * @param {string} [settings.program] the puml program; else the variable PUML, the package puml-cli, or the PATH
 * @param {string} [settings.folder] write pictures here instead of into the page
 * @param {string} [settings.base] the address of `folder` in the site
 */
export default function remarkStraightedge(settings = {}) {
  const { languages = ['puml', 'plantuml', 'mermaid'], options = [], folder, base = '' } = settings;
  const chosen = settings.program ?? process.env.PUML;
  const command = (chosen ? [chosen] : undefined) ?? packaged() ?? ['puml'];
  return (tree, file) => {
    let failed = false;
    walk(tree, (node) => {
      if (node.type !== 'code' || !languages.includes(node.lang)) return undefined;
      const { pictures, findings } = draw(command, node, file, options);
      for (const it of findings) {
        file.message(it.message, { line: it.line, column: it.column }, `puml:${it.code}`).fatal = true;
        failed = true;
      }
      return pictures.map((svg) => ({
        type: 'paragraph',
        children: [{ type: 'image', url: address(svg, folder, base), alt: node.meta || 'diagram', position: node.position }],
      }));
    });
    if (failed) throw file.messages.find((it) => it.fatal);
  };
}

// Replaces nodes by those that a function gives for them.
function walk(node, replaced) {
  node.children = node.children?.flatMap((child) => {
    const instead = replaced(child);
    if (!instead) walk(child, replaced);
    return instead ?? [child];
  });
}

function draw([program, ...first], node, file, options) {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'puml-'));
  try {
    // A page with nothing but this fence, at its own line: findings have the page's numbers.
    const line = node.position?.start.line ?? 1;
    const marks = '`'.repeat(Math.max(3, ...[...node.value.matchAll(/`+/g)].map((it) => it[0].length + 1)));
    fs.writeFileSync(path.join(work, 'page.md'), `${'\n'.repeat(line - 1)}${marks}${node.lang}\n${node.value}\n${marks}\n`);
    const home = file.path ? path.dirname(path.resolve(file.cwd, file.path)) : file.cwd;
    // A picture in a page sees none of the fonts of that page, so it carries its own; options may say otherwise.
    const words = [...first, '--quiet', 'render', path.join(work, 'page.md'), '--json', '--format', 'svg', '--output', `${work}/out/`, '--include-root', home, '--text', 'embedded', ...options];
    const done = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 30 });
    if (done.error) throw new Error(`${program} does not start (${done.error.code}): npm install puml-cli, or name the program in the variable PUML`);
    let answer;
    try {
      [answer] = JSON.parse(done.stdout).files;
    } catch {
      return { pictures: [], findings: [{ message: done.stderr.trim(), line, column: 1, code: 'failed' }] };
    }
    const findings = (answer.diagnostics ?? []).filter((it) => it.severity === 'error').map((it) => {
      const own = path.basename(it.file) === 'page.md';
      const where = own ? it.range.start : { line: line + 1, column: 1 };
      const message = own ? it.message : `${it.file}:${it.range.start.line}: ${it.message}`;
      return { message, line: where.line, column: where.column, code: it.code };
    });
    if (!answer.ok && !findings.length) findings.push({ message: answer.problem ?? 'cannot be drawn', line, column: 1, code: 'failed' });
    return { pictures: findings.length ? [] : answer.written.map((it) => fs.readFileSync(it)), findings };
  } finally {
    fs.rmSync(work, { recursive: true });
  }
}

function address(svg, folder, base) {
  if (!folder) return `data:image/svg+xml;base64,${svg.toString('base64')}`;
  const name = `${createHash('sha256').update(svg).digest('hex').slice(0, 16)}.svg`;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, name), svg);
  return base + name;
}

function packaged() {
  try {
    return [createRequire(import.meta.url)('puml-cli').program(), 'puml'];
  } catch {
    return undefined;
  }
}
