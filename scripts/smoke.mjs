#!/usr/bin/env node
/**
 * Does what a newcomer does with a fresh build: starts it, signs in with the printed password, lists
 * packages, installs one, kills the process with -9, starts it again and finds the package installed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'smoke-'));
let running;

function fail(message) {
  throw new Error(message);
}

/** Starts the platform as `npm start` does and waits for the address that it prints. */
function start() {
  const begun = Date.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: directory, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const url = /(http:\/\/\S+?)\/docs/.exec(output)?.[1];
      if (url) resolve({ child, url, output: () => output, ms: Date.now() - begun });
    });
    child.on('exit', (code) => reject(new Error(`the platform ended with ${code}:\n${output}`)));
  });
}

async function call(url, path, { token, body, method } = {}) {
  const response = await fetch(url + path, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) fail(`${path} answers ${response.status}: ${text}`);
  return text;
}

function stop(child, signal) {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.on('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

async function signIn(url, password) {
  return call(url, '/login', { body: { user: { username: 'admin', password } } });
}

async function walk() {
  const first = await start();
  const password = /password\W+(\S+)/i.exec(first.output())?.[1] ?? fail('no password was printed');
  await call(first.url, '/health/ready');
  await call(first.url, '/docs');
  const token = await signIn(first.url, password);
  const { results } = JSON.parse(await call(first.url, '/prebuilts-repository', { token }));
  const wanted = results.results.find(({ installStatus }) => installStatus.installable);
  if (!wanted) fail('no package of the first-run repository can be installed');
  await call(first.url, '/admin/artifacts', { token, body: { name: wanted.name } });
  await stop(first.child, 'SIGKILL');

  const second = await start();
  if (/password\W+\S+/i.test(second.output())) fail('the password was printed a second time');
  const installed = JSON.parse(
    await call(
      second.url,
      `/admin/artifacts?queryOptions[equals][name]=${encodeURIComponent(wanted.name)}`,
      {
        token: await signIn(second.url, password),
      },
    ),
  );
  if (installed.total !== 1) fail(`${wanted.name} is not installed after the restart`);
  const code = await stop(second.child, 'SIGTERM');
  if (code !== 0) fail(`the platform ended with ${code} on SIGTERM`);
  process.stdout.write(
    `smoke: ready in ${first.ms} ms, after kill -9 in ${second.ms} ms; ${results.total} packages, ${wanted.name} installed\n`,
  );
}

try {
  await walk();
} catch (error) {
  process.stderr.write(`smoke: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  running?.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
}
