#!/usr/bin/env node
/**
 * Starts the platform, or one of its commands (`--cli …`), from the sources: builds first when
 * they have changed since the last build, and says so.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONSOLE_PAGES, isBuilt, PLATFORM } from './support/builds.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a build with a line that counts the seconds on a terminal, and one line elsewhere. */
function build(what, script, ...args) {
  const begun = Date.now();
  const say = (text) => process.stderr.write(text);
  say(`${what} …`);
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  const ticker = process.stderr.isTTY
    ? setInterval(() => say(`\r${what} … ${seconds()} s`), 1000)
    : undefined;
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearInterval(ticker);
      say(code === 0 ? ` done in ${seconds()} s\n` : ' failed\n');
      if (code !== 0) say(Buffer.concat(output).toString());
      resolve(code === 0);
    });
  });
}

/** A deployed tree holds no sources: there `dist` is all there is, and it is up to date. */
async function ensureBuilt() {
  if (!existsSync(join(root, 'src'))) return true;
  return isBuilt(PLATFORM) || build('Building', join(root, 'scripts', 'build.mjs'));
}

/** The platform starts without its console as well: what keeps it from being built is said. */
async function ensureConsoleBuilt() {
  const sources = join(root, 'packages', 'console', 'src');
  if (process.env.CONSOLE === 'off' || !existsSync(sources)) return;
  if (isBuilt(CONSOLE_PAGES)) return;
  await build('Building the console', join(root, 'scripts', 'build-console.mjs'));
}

if (await ensureBuilt()) {
  const isCommand = process.argv[2] === '--cli';
  if (!isCommand) await ensureConsoleBuilt();
  if (isCommand) process.argv.splice(2, 1);
  // From the second start on modules need not be compiled; Node 20 has no such cache.
  module.enableCompileCache?.(join(root, 'node_modules', '.cache', 'compiled'));
  await import(join(root, 'dist', isCommand ? 'cli.js' : 'main.js'));
} else {
  process.exitCode = 1;
}
