#!/usr/bin/env node
/**
 * Kills the platform with -9 after each write of an upgrade and of a rollback, starts it again and says
 * what is found: `npm run build && node scripts/package-crash-walk.mjs [EVERY]` (every write, or each
 * EVERYth). Anything but the whole old or the whole new version ends it with an error.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, endPlatform, signIn, startPlatform } from './support/platform.mjs';

const EVERY = Number(process.argv[2] ?? 1);
const PASSWORD = 'a password for the crash walk';
const NAME = '@walk/ports';
const AT = `/admin/artifacts/${encodeURIComponent(NAME)}`;
const PATIENCE_MS = 30_000;
const directory = mkdtempSync(join(tmpdir(), 'package-crash-'));
let running;

function workflow(name, description) {
  return {
    name,
    description,
    type: 'automation',
    groups: [],
    tasks: { workflow_start: { name: 'workflow_start', groups: [] }, workflow_end: {} },
    transitions: { workflow_start: { workflow_end: { state: 'success', type: 'standard' } } },
  };
}

/** A package of workflows, by name and description. */
function aPackage(version, workflows) {
  const bundles = Object.entries(workflows).map(([name, text]) => ({
    type: 'workflow',
    data: workflow(name, text),
  }));
  const artifacts = bundles.map(({ type, data: { name } }) => ({
    id: name,
    name,
    type,
    location: `/bundles/workflows/${name}.json`,
  }));
  const metadata = { name: NAME, version, description: '', license: 'Apache-2.0', keywords: [] };
  const manifest = { bundleName: NAME, fingerprint: '0', createdEpoch: '1', artifacts };
  return { metadata, manifest, bundles, readme: '' };
}

const V1 = aPackage('1.0.0', { Kept: 'one', Gone: 'one' });
const V2 = aPackage('2.0.0', { Kept: 'two', Come: 'two' });
const EDITED = 'one, by a user';
const OLD = '1.0.0 Gone=one Kept=one, by a user';
const NEW = '2.0.0 Come=two Kept=two';

const start = (count) =>
  startPlatform({ DATA_DIR: directory, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'error' }, [
    'scripts/support/killed-packages-node.mjs',
    String(count),
  ]);

/** The package in one line. */
async function state(token) {
  const { metadata, bundles } = JSON.parse(await call(running, `${AT}/export`, { token }));
  const documents = bundles.map(({ data }) => `${data.name}=${data.description}`).sort();
  return [metadata.version, ...documents].join(' ');
}

/** What is found once the node has ended what was begun; half of a version is looked at again, for a while. */
async function settled(token) {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await state(token);
    if (found === OLD || found === NEW) return found;
    if (Date.now() > until) throw new Error(`found half a version: ${found}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const upload = (token, prebuilt) =>
  call(running, '/prebuilts/import', { token, body: { prebuilt, options: { overwrite: true } } });

/** Version 1 with a change of a user. */
async function prepare(token) {
  const present = await fetch(running.url + `${AT}/export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (present.ok) await call(running, AT, { token, method: 'DELETE' });
  await upload(token, V1);
  const body = { update: workflow('Kept', EDITED) };
  await call(running, '/automation-studio/automations/Kept', { token, method: 'PUT', body });
}

const WALKS = {
  upgrade: { prepare, act: (token) => upload(token, V2), before: OLD },
  rollback: {
    prepare: async (token) => {
      await prepare(token);
      await upload(token, V2);
    },
    act: (token) => call(running, `${AT}/rollback`, { token, body: {} }),
    before: NEW,
  },
};

/** @returns whether the change was killed; false when it came to its end. */
async function killedAfter(count, { prepare: begin, act }) {
  running = await start(count);
  const token = await signIn(running, PASSWORD);
  await begin(token);
  const died = new Promise((resolve) => {
    running.child.removeAllListeners('exit');
    running.child.on('exit', () => resolve(true));
  });
  running.child.kill('SIGUSR2');
  const ended = act(token).then(
    () => false,
    (error) => {
      if (error.message.includes(' answers ')) throw error;
      return died;
    },
  );
  const wasKilled = await ended;
  if (!wasKilled) await endPlatform(running, 'SIGTERM');
  return wasKilled;
}

async function walk(name, { before, ...change }) {
  process.stdout.write(
    `\n| writes of the ${name} | last of them | found |\n| ---: | --- | --- |\n`,
  );
  for (let count = 0; await killedAfter(count, change); count += EVERY) {
    const last = [...running.output().matchAll(/^wrote: (.*)$/gm)].at(-1)?.[1] ?? 'nothing';
    running = await start(Infinity);
    const found = await settled(await signIn(running, PASSWORD));
    await endPlatform(running, 'SIGTERM');
    process.stdout.write(`| ${count} | ${last} | ${found === before ? 'old' : 'new'} |\n`);
  }
}

try {
  for (const [name, change] of Object.entries(WALKS)) await walk(name, change);
} catch (error) {
  process.stderr.write(`package crash walk: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  running?.child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
}
