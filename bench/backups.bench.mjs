import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { built } from './support/built.mjs';
import { deviceWithVersions } from './support/configurations.mjs';
import { signIn, startEngine } from './support/engine.mjs';
import { fillBackups, storedBytes } from './support/kept-configurations.mjs';
import { shuffled, startServer } from './support/measure.mjs';
import { median, percentile, row, sized } from './support/report.mjs';

/** `BENCH_DEVICES=10000` is the size that the aims are for. */
const DEVICES = sized(1000, 4, 'BENCH_DEVICES');
const VERSIONS = sized(100, 3, 'BENCH_VERSIONS');
/** So many are stored as a collector stores them; the others are copies of these. */
const TAKEN = sized(30, 2, 'BENCH_TAKEN');
const ROUNDS = sized(200, 3);
const SEARCH_ROUNDS = sized(7, 1);
const HISTORY_MS = 60_000;
const file = fileURLToPath(new URL('support/platform.server.mjs', import.meta.url));

async function timed(work) {
  const begun = performance.now();
  const value = await work();
  return { value, ms: performance.now() - begun };
}

function report(title, times, aim) {
  row(`${title}, p50`, { measured: percentile(times, 0.5) });
  row(`${title}, p99`, { measured: percentile(times, 0.99), aim });
}

/** What versions take beside their texts as they came. */
function reportStorage({ bytes, sources }) {
  const sizeOf = (document) => mongoose.mongo.BSON.calculateObjectSize(document);
  const { texts, newest, versions } = storedBytes(sources, sizeOf);
  const stored = (what, part, aim) =>
    row(`stored: ${what}, of raw`, { measured: (100 * part) / bytes, unit: '%', aim });
  stored('texts, signatures, secrets', texts, 5);
  stored('the newest once more, for searches', newest);
  stored('dates, names and notes', versions);
}

/** Lists of versions and differences of two of them, of devices in random order. */
async function measureReads(ask, names) {
  const [lists, differences, plain] = [[], [], []];
  const { unifiedDiff } = await built('cores/differences/unified-diff.js');
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = names[Math.floor(Math.random() * names.length)];
    const path = `/configuration_manager/devices/${name}/backups`;
    const { value, ms } = await timed(() => ask('GET', `${path}?limit=${VERSIONS}`));
    lists.push(ms);
    const [one, other] = shuffled(value.list ?? value.results);
    const diff = `/configuration_manager/backups/${one.id}/diff/${other.id}?format=unified`;
    differences.push((await timed(() => ask('GET', diff))).ms);
  }
  const { texts } = deviceWithVersions(1, VERSIONS);
  for (let round = 0; round < ROUNDS; round += 1)
    plain.push((await timed(() => unifiedDiff(texts[0], texts[round % VERSIONS]))).ms);
  report(`list of ${VERSIONS} versions`, lists, 20);
  report('difference of any two', differences, 50);
  report('the comparison alone', plain);
}

const SEARCHES = [
  ['a name that one device has', { pattern: (name) => name }],
  ['a text that nearly all have', { pattern: 'description' }],
  ['a text that nobody has', { pattern: 'telnet server' }],
  ['three letters that nobody has', { pattern: 'xqz' }],
  ['an address, by a pattern', { pattern: '10\\.2[0-4]\\.77\\.\\d+ 0\\.0\\.0\\.255', regex: true }],
  ['one of two words, by a pattern', { pattern: 'STARK-99(12|87)|GLOBEX-41[0-3]7', regex: true }],
  ['a common word and one that is rare', { pattern: 'description .*guest.*WAYNE-12', regex: true }],
  ['no literal at all', { pattern: '^ [a-z]{21}$', regex: true, deadlineMs: 60_000 }],
];

/** First pages over the newest versions, beside the same look by the database at plain texts. */
async function measureSearches(ask, db, names) {
  const plain = db.collection('plain');
  for (const [title, search] of SEARCHES) {
    const [ours, theirs] = [[], []];
    for (let round = 0; round < SEARCH_ROUNDS; round += 1) {
      const name = names[(round * 7919) % names.length];
      const pattern = typeof search.pattern === 'string' ? search.pattern : search.pattern(name);
      const body = { ...search, pattern };
      const searched = () => ask('POST', '/configuration_manager/backups/search', body);
      ours.push((await timed(searched)).ms);
      const source = search.regex ? pattern : pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const condition = { text: { $regex: source, $options: 'im' } };
      const look = () => plain.find(condition).sort({ _id: 1 }).limit(25).toArray();
      theirs.push((await timed(look)).ms);
    }
    row(`search: ${title}`, { measured: median(ours), aim: 2000 });
    row(`the same by a plain scan`, { measured: median(theirs) });
  }
}

/** All of the history, in pages of a second; of what takes longer than a minute the rate is told. */
async function measureHistory(ask) {
  for (const [title, search] of [
    ['a text that nobody has', { pattern: 'telnet server' }],
    ['a number that was once', { pattern: 'ACME-4[0-4]42', regex: true }],
  ]) {
    const begun = performance.now();
    let page;
    do {
      const { cursor } = page ?? {};
      const body = { ...search, scope: 'history', limit: 2000, deadlineMs: 1000, cursor };
      page = await ask('POST', '/configuration_manager/backups/search', body);
    } while (page.cursor !== null && performance.now() - begun < HISTORY_MS);
    const seconds = (performance.now() - begun) / 1000;
    const measured = (page.progress.searched * VERSIONS) / seconds;
    row(`all history: ${title}, versions a second`, { measured, unit: '' });
  }
}

async function fillPlain(db) {
  for (let from = 0; from < DEVICES; from += 200) {
    const batch = Array.from({ length: Math.min(200, DEVICES - from) }, (_, at) => {
      const { name, texts } = deviceWithVersions(from + at, 1);
      return { _id: name, text: texts[0] };
    });
    await db.collection('plain').insertMany(batch);
  }
}

/** Kept configurations: what they take, and how fast they are listed, compared and searched. */
export async function run() {
  const engine = await startEngine();
  const client = await mongoose.mongo.MongoClient.connect(engine.uri);
  let server;
  try {
    const db = client.db('netadmin');
    const told = (what) => process.stderr.write(`${what}\n`);
    const { environment } = engine;
    const sizes = { devices: DEVICES, versions: VERSIONS, taken: Math.min(TAKEN, DEVICES) };
    const filled = await fillBackups({ db, environment, ...sizes, told });
    reportStorage(filled);
    await fillPlain(db);
    server = await startServer(file, { ...environment, OUTBOUND_ALLOW: '127.0.0.1' });
    const authorization = `Bearer ${await signIn(server.url)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const ask = async (method, path, body) => {
      const answer = await fetch(server.url + path, {
        method,
        headers,
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return answer.json();
    };
    const names = Array.from(
      { length: DEVICES },
      (_, number) => deviceWithVersions(number, 1).name,
    );
    await measureSearches(ask, db, names);
    await measureHistory(ask);
    await measureReads(ask, names);
  } finally {
    await server?.stop();
    await client.close();
    await engine.stop();
  }
}
