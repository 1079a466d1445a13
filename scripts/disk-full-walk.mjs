#!/usr/bin/env node
/**
 * Fills the disk of the platform while clients write, makes room, and again: `node scripts/disk-full-walk.mjs [ROUNDS]`.
 * Whatever could not be stored is answered 503 in words, nothing acknowledged is lost, and the platform goes on by
 * itself once there is room. Needs the right to mount a small file system; says so where it has none.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, endPlatform, signIn, startPlatform } from './support/platform.mjs';

const ROUNDS = Number(process.argv[2] ?? 5);
const WRITERS = 4;
/** What the disk has left when a round begins. */
const ROOM_MIB = 48;
const MIB = 1024 * 1024;
const FULL_MS = 60_000;
const BACK_MS = 60_000;
const PASSWORD = 'a password for the full disk';
const TEXT = 'x'.repeat(20_000);
const directory = mkdtempSync(join(tmpdir(), 'disk-full-'));
const [seed, disk] = [join(directory, 'seed'), join(directory, 'disk')];
const environment = (DATA_DIR) => ({ DATA_DIR, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'fatal' });
const acknowledged = new Set();
const refusals = new Map();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let running;

/** @returns false where this account may not mount. */
function mounted(sizeMib) {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'tmpfs', disk], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** A start builds indexes, which wants more room than the disk will have. */
async function prepared() {
  const platform = await startPlatform(environment(seed));
  await signIn(platform, PASSWORD);
  await endPlatform(platform, 'SIGTERM');
  return Math.ceil(
    Number(execFileSync('du', ['-sk', seed], { encoding: 'utf8' }).split('\t')[0]) / 1024,
  );
}

/** Takes whatever room is left. */
function fill() {
  const file = openSync(join(disk, 'filler'), 'w');
  try {
    for (let size = MIB; size >= 4096;) {
      try {
        writeSync(file, Buffer.alloc(size));
      } catch {
        size /= 2;
      }
    }
  } finally {
    closeSync(file);
  }
}

async function write(platform, token, name) {
  const automation = { name, description: TEXT, tasks: {}, transitions: {} };
  const response = await fetch(`${platform.url}/automation-studio/automations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ automation }),
  });
  const answer = await response.json();
  if (response.ok) acknowledged.add(name);
  return { status: response.status, code: answer.code ?? '' };
}

/** Writes until told to stop, and counts how it was refused. */
async function writer(platform, token, prefix, isOver) {
  for (let count = 0; !isOver(); count += 1) {
    const { status, code } = await write(platform, token, `${prefix}-${count}`);
    if (status < 400) continue;
    const refusal = `${status} ${code}`;
    refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
    if (status !== 503) throw new Error(`a full disk was answered ${refusal}`);
    await sleep(100);
  }
}

async function until(what, ms, isIt) {
  for (const begun = Date.now(); !(await isIt()); await sleep(100)) {
    if (Date.now() - begun > ms) throw new Error(`not within ${ms} ms: ${what}`);
  }
}

const statusOf = async (platform, path) => (await fetch(platform.url + path)).status;

async function assertKept(platform, token) {
  const lost = [];
  for (const name of acknowledged) {
    const path = `/automation-studio/workflows?equals[name]=${encodeURIComponent(name)}&limit=1`;
    if (JSON.parse(await call(platform, path, { token })).items.length !== 1) lost.push(name);
  }
  if (lost.length > 0) throw new Error(`lost: ${lost.join(', ')}`);
}

/** @returns milliseconds from the room to the first write. */
async function round(token, number) {
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, (_, at) =>
    writer(running, token, `Disk ${number}-${at}`, () => isOver),
  );
  const failed = Promise.all(writers);
  failed.catch(() => undefined);
  const { size } = refusals;
  const before = [...refusals.values()].reduce((sum, count) => sum + count, 0);
  fill();
  const isRefused = () => [...refusals.values()].reduce((sum, count) => sum + count, 0) > before;
  await Promise.race([failed, until('a write is refused', FULL_MS, isRefused)]);
  if ((await statusOf(running, '/health/live')) !== 200) throw new Error('the platform is gone');
  rmSync(join(disk, 'filler'));
  const begun = Date.now();
  await until('writes go on', BACK_MS, async () => {
    const { status } = await write(running, token, `Back ${number}-${Date.now()}`);
    return status < 400;
  });
  const ms = Date.now() - begun;
  isOver = true;
  await failed;
  await until(
    'the platform is ready',
    BACK_MS,
    async () => (await statusOf(running, '/health/ready')) === 200,
  );
  return { ms, size };
}

async function walk() {
  running = await startPlatform(environment(disk));
  const token = await signIn(running, PASSWORD);
  const back = [];
  for (let number = 0; number < ROUNDS; number += 1) back.push((await round(token, number)).ms);
  await assertKept(running, token);
  await endPlatform(running, 'SIGTERM');
  running = await startPlatform(environment(disk));
  await assertKept(running, await signIn(running, PASSWORD));
  const counts = [...refusals].map(([refusal, count]) => `${count} times ${refusal}`).join(', ');
  process.stdout.write(
    `disk full: ${ROUNDS} times, ${acknowledged.size} acknowledged writes, none lost; refused ${counts}; ` +
      `writes go on ${Math.max(...back)} ms after there is room at most\n`,
  );
}

let isMounted = false;
try {
  isMounted = mounted((await prepared()) + ROOM_MIB);
  if (isMounted) {
    cpSync(seed, disk, { recursive: true });
    await walk();
  } else process.stdout.write('disk full: skipped, this account may not mount a file system\n');
} catch (error) {
  process.stderr.write(`disk full: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  if (running) await endPlatform(running, 'SIGTERM');
  if (isMounted) execFileSync('umount', [disk]);
  rmSync(directory, { recursive: true, force: true });
}
