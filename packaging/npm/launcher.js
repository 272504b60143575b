// Starts the program of this platform as one of those inside it. `program()` is where it lies, for tools that call it.
'use strict';
const { spawn } = require('node:child_process');
const path = require('node:path');

function program() {
  const name = `straightedge-${process.platform}-${process.arch}`;
  try {
    const ending = process.platform === 'win32' ? '.exe' : '';
    return path.join(path.dirname(require.resolve(`${name}/package.json`)), 'bin', `straightedge${ending}`);
  } catch {
    throw new Error(`the package ${name} is missing: it is an optional dependency, install without --omit=optional; other platforms need cargo install`);
  }
}

function start(name) {
  let file;
  try {
    file = program();
  } catch (problem) {
    console.error(`${name}: ${problem.message}`);
    process.exit(2);
  }
  const words = name === 'straightedge' ? process.argv.slice(2) : [name, ...process.argv.slice(2)];
  const child = spawn(file, words, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (problem) => {
    console.error(`${name}: ${file} does not start: ${problem.message}`);
    process.exit(2);
  });
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)));
}

module.exports = { program, start };
