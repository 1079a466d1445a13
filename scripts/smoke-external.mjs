#!/usr/bin/env node
/**
 * Boots the tree that a container image holds (the build, no sources, no embedded engine) against a
 * database given by MONGODB_URI, with two nodes over it; and proves that it refuses to start without.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'image-'));
const tree = join(directory, 'app');
const children = [];

function run(cwd, args, env) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.output = '';
  child.stdout.on('data', (chunk) => (child.output += chunk));
  child.stderr.on('data', (chunk) => (child.output += chunk));
  children.push(child);
  return child;
}

async function until(what, read, child) {
  for (let waited = 0; waited < 60_000; waited += 100) {
    const value = read();
    if (value) return value;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} did not come:\n${child.output}`);
}

/** The image's tree: hard links where the file system allows it, copies otherwise. */
function makeTree() {
  for (const name of ['dist', 'catalogue', 'package.json', 'scripts']) {
    cpSync(join(root, name), join(tree, name), { recursive: true });
  }
  const modules = join(tree, 'node_modules');
  const linked = spawnSync('cp', ['-al', join(root, 'node_modules'), modules]);
  if (linked.status !== 0) cpSync(join(root, 'node_modules'), modules, { recursive: true });
  rmSync(join(modules, '@0q'), { recursive: true, force: true });
}

/** Asks a process to end; one that does not is a failure, and is killed. */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  const overdue = setTimeout(() => {
    process.stderr.write(`smoke: a process did not end:\n${child.output}`);
    process.exitCode = 1;
    child.kill('SIGKILL');
  }, 30_000);
  await ended;
  clearTimeout(overdue);
}

async function startNode(env) {
  const child = run(tree, ['scripts/start.mjs'], { PORT: '0', ...env });
  return until('the address', () => /(http:\/\/\S+?)\/docs/.exec(child.output)?.[1], child);
}

async function walk() {
  makeTree();
  const refused = run(tree, ['scripts/start.mjs'], {
    PORT: '0',
    DATA_DIR: join(directory, 'none'),
  });
  const code = await new Promise((resolve) => refused.on('exit', resolve));
  if (code === 0 || !/MongoDB/.test(refused.output)) {
    throw new Error(`without an engine the start must be refused in words:\n${refused.output}`);
  }

  const data = join(directory, 'data');
  const database = run(root, ['scripts/start.mjs', '--cli', 'database'], { DATA_DIR: data });
  const link = join(data, 'mongodb.uri');
  const uri = await until(
    'the database',
    () => existsSync(link) && readFileSync(link, 'utf8').trim(),
    database,
  );
  const env = {
    MONGODB_URI: uri,
    SECRETS_KEYS: Buffer.alloc(32, 1).toString('base64'),
    ADMIN_PASSWORD: 'a password for the smoke test',
  };
  const [one, two] = await Promise.all([startNode(env), startNode(env)]);
  const body = JSON.stringify({ username: 'admin', password: env.ADMIN_PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const token = await (await fetch(`${one}/login`, { method: 'POST', headers, body })).text();
  const answer = await fetch(`${two}/admin/artifacts`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status !== 200) throw new Error(`the second node answers ${answer.status}`);
  process.stdout.write('smoke: two nodes without the embedded engine serve one database\n');
}

try {
  await walk();
} catch (error) {
  process.stderr.write(`smoke: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  // Nodes first, then their database, as an operator would.
  for (const child of children.reverse()) await end(child);
  rmSync(directory, { recursive: true, force: true });
}
