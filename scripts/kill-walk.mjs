#!/usr/bin/env node
/**
 * Kills the platform with -9 while clients write, again and again, and proves after each restart that
 * everything it had acknowledged is still there: `node scripts/kill-walk.mjs [ROUNDS]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, endPlatform, signIn, startPlatform } from './support/platform.mjs';

const ROUNDS = Number(process.argv[2] ?? 20);
const WRITERS = 6;
const PASSWORD = 'a password for the kill walk';
const directory = mkdtempSync(join(tmpdir(), 'kill-'));
const acknowledged = new Set();
let running;

/** A package of one document: its installation touches several collections. */
function aPackage(name) {
  const document = { name: `Workflow of ${name}`, tasks: {}, transitions: {} };
  return {
    metadata: { name, version: '1.0.0', description: '', license: 'Apache-2.0', keywords: [] },
    manifest: {
      bundleName: name,
      fingerprint: '0',
      createdEpoch: '1',
      artifacts: [
        {
          id: document.name,
          name: document.name,
          type: 'workflow',
          location: '/bundles/workflows/a.json',
        },
      ],
    },
    bundles: [{ type: 'workflow', data: document }],
    readme: '',
  };
}

/** Writes until the connection breaks; an answer is an acknowledgement, a broken call is none. */
async function write(platform, token, prefix) {
  for (let count = 0; ; count++) {
    const name = `@kill/${prefix}-${count}`;
    try {
      await call(platform, '/prebuilts/import', { token, body: { prebuilt: aPackage(name) } });
    } catch (error) {
      if (error.message.includes(' answers ')) throw error;
      return;
    }
    acknowledged.add(name);
  }
}

async function installedNames(platform, token) {
  const names = new Set();
  for (let skip = 0; ; skip += 500) {
    const page = JSON.parse(
      await call(platform, `/admin/artifacts?limit=500&skip=${skip}`, { token }),
    );
    for (const { name } of page.packages) names.add(name);
    if (page.packages.length < 500) return names;
  }
}

async function round(number) {
  running = await startPlatform({
    DATA_DIR: directory,
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'error',
  });
  const token = await signIn(running, PASSWORD);
  const present = await installedNames(running, token);
  const lost = [...acknowledged].filter((name) => !present.has(name));
  if (lost.length > 0) throw new Error(`lost after kill ${number}: ${lost.join(', ')}`);
  if (number === ROUNDS) return running.ms;
  const writing = Promise.all(
    Array.from({ length: WRITERS }, (_, index) => write(running, token, `${number}-${index}`)),
  );
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 700));
  await endPlatform(running, 'SIGKILL');
  await writing;
  return running.ms;
}

try {
  const starts = [];
  for (let number = 0; number <= ROUNDS; number++) starts.push(await round(number));
  await endPlatform(running, 'SIGTERM');
  const median = starts.sort((a, b) => a - b)[starts.length >> 1];
  process.stdout.write(
    `kill walk: ${ROUNDS} kills, ${acknowledged.size} acknowledged installs, none lost; ready again in ${median} ms (median)\n`,
  );
} catch (error) {
  process.stderr.write(`kill walk: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  running?.child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
}
