import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { built } from './built.mjs';

const KEYS = Buffer.alloc(32, 1).toString('base64');
export const PASSWORD = 'a password for benchmarks';

/** The embedded engine on a temporary directory, and the environment of a platform over it. */
export async function startEngine() {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const { EmbeddedLauncher } = await built('platform/database/launcher/embedded.launcher.js');
  const launcher = new EmbeddedLauncher({ directory, cacheMb: 512 });
  const { uri } = await launcher.start();
  return {
    uri,
    environment: {
      MONGODB_URI: uri,
      SECRETS_KEYS: KEYS,
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'warn',
      PORT: '0',
    },
    async stop() {
      await launcher.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A token of an account, the first one when none is named. */
export async function signIn(url, account = { username: 'admin', password: PASSWORD }) {
  const body = JSON.stringify(account);
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/login`, { method: 'POST', headers, body })).text();
}

/**
 * The text that answers a request; anything but success is an error with the beginning of the answer. Not by `fetch`,
 * which takes four times the CPU time of the cores that clients share with what is measured.
 */
export async function requestText(url, { method, headers, body }) {
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const { statusCode, body: answer } = await request(url, sent);
  const text = await answer.text();
  if (statusCode >= 300) throw new Error(`${method} ${url}: ${statusCode} ${text.slice(0, 1000)}`);
  return text;
}

export const requestJson = async (url, request) => JSON.parse(await requestText(url, request));

/** Resolves when none of the jobs goes on any more. Each look ends at the latest one that does. */
export async function jobsEnded(jobs, ids) {
  const running = { _id: { $in: ids }, status: 'running' };
  const latest = { sort: { _id: -1 }, hint: '_id_', projection: { _id: 1 } };
  while (await jobs.findOne(running, latest)) await delay(20);
}

const COPIES_AT_ONCE = 2000;
const MANY = 100_000;

/**
 * Copies of a job that are roots of their own.
 * @param change the members that differ from copy to copy, by its number
 */
export async function copyJobs(jobs, id, count, change) {
  const job = await jobs.findOne({ _id: id });
  const copy = (number) => {
    const _id = randomBytes(12).toString('hex');
    return { ...job, _id, ancestors: [_id], rootId: _id, ...change(number, job) };
  };
  // Indexes are built once, over all of them: keeping them up at each insert takes many times as long.
  const indexes = (await jobs.indexes()).filter(({ name }) => name !== '_id_');
  if (count >= MANY) await jobs.dropIndexes();
  for (let at = 0; at < count; at += COPIES_AT_ONCE) {
    const length = Math.min(COPIES_AT_ONCE, count - at);
    await jobs.insertMany(
      Array.from({ length }, (_, number) => copy(at + number)),
      { ordered: false, writeConcern: { w: 1, j: false } },
    );
  }
  if (count >= MANY) await jobs.createIndexes(indexes.map(({ v: _, ...index }) => index));
}

/** As many callers at a time as there are clients; each does the next thing when it has done one. */
export async function together(clients, times, work) {
  let next = 0;
  const client = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
}
