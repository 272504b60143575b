// Builds a page with remark into a folder, and compiles it as MDX; prints remark's report.  node judge.mjs PAGE OUT
import fs from 'node:fs';
import { compile } from '@mdx-js/mdx';
import rehypeStringify from 'rehype-stringify';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { read } from 'to-vfile';
import { unified } from 'unified';
import { reporter } from 'vfile-reporter';
import remarkStraightedge from './index.js';

const [page, out] = process.argv.slice(2);
const file = await read(page);
fs.mkdirSync(out, { recursive: true });
try {
  const done = await unified().use(remarkParse).use(remarkStraightedge).use(remarkRehype).use(rehypeStringify).process(file);
  fs.writeFileSync(`${out}/page.html`, `<!doctype html>\n${done}`);
  const code = String(await compile(await read(page), { remarkPlugins: [[remarkStraightedge, { folder: `${out}/diagrams`, base: '/diagrams/' }]] }));
  if (!code.includes('src: "/diagrams/') || !fs.readdirSync(`${out}/diagrams`).length) throw new Error(`MDX has no picture:\n${code}`);
} catch (problem) {
  console.error(file.messages.length ? reporter(file) : problem);
  process.exit(1);
}
