#!/usr/bin/env node
/**
 * The one entry of tests that are too long for every change: `npm run test:long -- NAME [--short] [MORE]`.
 * They run what `npm run build` has made. `.ci/run` runs the short forms; MORE goes to the test itself.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @typedef {{ shows: string, script: string, long: string[], short?: string[], env?: Record<string, string> }} LongTest */

/** @type {Record<string, LongTest>} */
const LONG_TESTS = {
  replica: {
    shows: 'a replica set that elects, dies and loses replies loses and doubles nothing',
    script: 'scripts/replica-walk.mjs',
    long: ['100'],
    short: ['--short', '3'],
  },
  kill: {
    shows:
      'jobs lose and double nothing when nodes and the engine are killed and clocks jump; KILLS (100)',
    script: 'scripts/engine-kill-walk.mjs',
    long: ['--random', '100'],
    short: ['--short'],
  },
  'kill-commands': {
    shows: 'the same at random commands of nodes that share a process; KILLS (10000)',
    script: 'scripts/command-kill-walk.mjs',
    long: ['10000'],
    short: ['--short', '40'],
  },
  'kill-points': {
    shows: 'the same before and after each single write of the engine',
    script: 'scripts/engine-kill-walk.mjs',
    long: [],
  },
  follow: {
    shows:
      'streams of the client lose and double nothing when the node under them is killed; KILLS (50)',
    script: 'scripts/follow-walk.mjs',
    long: ['50'],
    short: ['3'],
  },
  'kill-writes': {
    shows: 'installs that were acknowledged are there after kill -9 under writes',
    script: 'scripts/kill-walk.mjs',
    long: ['100'],
    short: ['10'],
  },
  'disk-full': {
    shows: 'a full disk is told of in words, loses nothing acknowledged, and is got over',
    script: 'scripts/disk-full-walk.mjs',
    long: ['5'],
    short: ['1'],
  },
  fuzz: {
    shows: 'inputs of every kind get no answer that the OpenAPI document does not name',
    script: 'scripts/fuzz.mjs',
    long: ['--calls', '200000'],
    short: ['--calls', '20000'],
  },
  walks: {
    shows: 'what `npm test` shortens, whole: a crash at each write, each role, each bad input',
    script: 'scripts/whole-walks.mjs',
    long: [],
    short: [],
  },
  lists: {
    shows: 'look-ups of every list look at what they find, among 100,000 rows; 20 minutes',
    script: 'scripts/whole-walks.mjs',
    long: ['test/contract/list-lookups.contract-spec.ts'],
    env: { LIST_ROWS: '100000' },
  },
  'kill-packages': {
    shows: 'a killed upgrade or rollback leaves the whole old or the whole new version',
    script: 'scripts/package-crash-walk.mjs',
    long: [],
  },
};

function usage() {
  const rows = Object.entries(LONG_TESTS).map(
    ([name, { shows, short }]) => `  ${name.padEnd(14)} ${shows}${short ? '' : ' (no short form)'}`,
  );
  return `npm run test:long -- NAME [--short] [MORE]\n${rows.join('\n')}\n`;
}

function refuse(reason) {
  process.stderr.write(`${reason}\n${usage()}`);
  process.exitCode = 2;
}

function run([name, ...given]) {
  const test = Object.hasOwn(LONG_TESTS, name ?? '') ? LONG_TESTS[name] : undefined;
  if (!test) return refuse(name === undefined ? 'Which one?' : `There is no long test ${name}.`);
  const isShort = given.includes('--short');
  if (isShort && !test.short) return refuse(`${name} has no short form.`);
  const more = given.filter((argument) => argument !== '--short');
  const args = [test.script, ...(isShort ? test.short : test.long), ...more];
  const env = { ...process.env, ...test.env };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

run(process.argv.slice(2));
