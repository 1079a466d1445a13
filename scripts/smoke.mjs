#!/usr/bin/env node
/**
 * Does what a newcomer does with a fresh build: starts it, signs in with the printed password, lists
 * packages, installs one, judges a model, kills the process with -9, starts it again and finds the package installed
 * and the OpenAPI document, which the first start kept in the build, the same.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, endPlatform, signIn, startPlatform } from './support/platform.mjs';

const MODEL = { model: { openapi: '3.0.3', info: { title: 'Smoke', version: '1' }, paths: {} } };
const directory = mkdtempSync(join(tmpdir(), 'smoke-'));
let running;

function fail(message) {
  throw new Error(message);
}

async function start() {
  running = await startPlatform({ DATA_DIR: directory });
  return running;
}

async function walk() {
  const first = await start();
  const password = /password: (\S+)/.exec(first.output())?.[1] ?? fail('no password was printed');
  await call(first, '/health/ready');
  await call(first, '/docs');
  const contract = await call(first, '/openapi.json');
  const token = await signIn(first, password);
  const { results } = JSON.parse(await call(first, '/prebuilts-repository', { token }));
  const wanted = results.results.find(({ installStatus }) => installStatus.installable);
  if (!wanted) fail('no package of the first-run repository can be installed');
  await call(first, '/admin/artifacts', { token, body: { name: wanted.name } });
  // Judged in a thread, which loads a file of its own of the build.
  await call(first, '/integration-models/validation', { token, body: MODEL });
  await endPlatform(first, 'SIGKILL');

  const second = await start();
  if ((await call(second, '/openapi.json')) !== contract) fail('the OpenAPI document has changed');
  if (second.output().includes('password')) fail('the password was printed a second time');
  const query = `queryOptions[equals][name]=${encodeURIComponent(wanted.name)}`;
  const installed = JSON.parse(
    await call(second, `/admin/artifacts?${query}`, { token: await signIn(second, password) }),
  );
  if (installed.total !== 1) fail(`${wanted.name} is not installed after the restart`);
  const code = await endPlatform(second, 'SIGTERM');
  if (code !== 0) fail(`the platform ended with ${code} on SIGTERM`);
  process.stdout.write(
    `smoke: ready in ${first.ms} ms, after kill -9 in ${second.ms} ms; ` +
      `${results.total} packages, ${wanted.name} installed\n`,
  );
}

try {
  await walk();
} catch (error) {
  process.stderr.write(`smoke: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  running?.child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
}
