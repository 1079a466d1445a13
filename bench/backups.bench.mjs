import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { built } from './support/built.mjs';
import { deviceWithVersions } from './support/configurations.mjs';
import { signIn, startEngine } from './support/engine.mjs';
import { fillBackups, storedBytes } from './support/kept-configurations.mjs';
import { median, shuffled, startServer } from './support/measure.mjs';

/** `BENCH_DEVICES=10000` is the size that the aims are for. */
const DEVICES = Number(process.env.BENCH_DEVICES ?? 1000);
const VERSIONS = Number(process.env.BENCH_VERSIONS ?? 100);
/** So many are stored as a collector stores them; the others are copies of these. */
const TAKEN = Number(process.env.BENCH_TAKEN ?? 30);
const ROUNDS = 200;
const SEARCH_ROUNDS = 7;
const say = (line) => process.stdout.write(`${line}\n`);
const percent = (part, whole) => `${((100 * part) / whole).toFixed(2)} %`;
const file = fileURLToPath(new URL('support/platform.server.mjs', import.meta.url));

function percentile(times, share) {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

async function timed(work) {
  const begun = performance.now();
  const value = await work();
  return { value, ms: performance.now() - begun };
}

function report(title, times, aim) {
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)].map((ms) => ms.toFixed(1));
  say(`${title.padEnd(52)} p50 ${p50.padStart(7)} ms  p99 ${p99.padStart(7)} ms  (aim ${aim})`);
}

/** What versions take beside their texts as they came. */
function reportStorage({ bytes, sources }) {
  const sizeOf = (document) => mongoose.mongo.BSON.calculateObjectSize(document);
  const { texts, newest, versions } = storedBytes(sources, sizeOf);
  say(
    `storage of ${TAKEN} devices x ${VERSIONS} versions, ${(bytes / 2 ** 20).toFixed(1)} MiB raw`,
  );
  say(`  texts, signatures and secrets          ${percent(texts, bytes)}  (aim 5 %)`);
  say(`  the newest once more, for searches     ${percent(newest, bytes)}`);
  say(`  dates, names and notes of versions     ${percent(versions, bytes)}`);
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
  report(`list of ${VERSIONS} versions`, lists, '20 ms');
  report('difference of any two', differences, '50 ms');
  report('  the comparison alone', plain, '');
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
    let end;
    for (let round = 0; round < SEARCH_ROUNDS; round += 1) {
      const name = names[(round * 7919) % names.length];
      const pattern = typeof search.pattern === 'string' ? search.pattern : search.pattern(name);
      const body = { ...search, pattern };
      const { value, ms } = await timed(() =>
        ask('POST', '/configuration_manager/backups/search', body),
      );
      ours.push(ms);
      end = value;
      const source = search.regex ? pattern : pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const condition = { text: { $regex: source, $options: 'im' } };
      const look = () => plain.find(condition).sort({ _id: 1 }).limit(25).toArray();
      theirs.push((await timed(look)).ms);
    }
    const [us, them] = [median(ours), median(theirs)];
    const done = `${end.results.length} found, ${end.progress.searched} of ${end.progress.total}`;
    const times = `${us.toFixed(0).padStart(6)} ms  plain scan ${them.toFixed(0).padStart(6)} ms`;
    say(`search: ${title.padEnd(36)} ${times}  ratio ${(us / them).toFixed(2)}  (${done})`);
  }
}

/** All of the history, in pages of a second. */
async function measureHistory(ask) {
  for (const [title, search] of [
    ['a text that nobody has', { pattern: 'telnet server' }],
    ['a number that was once', { pattern: 'ACME-4[0-4]42', regex: true }],
  ]) {
    let [pages, found, cursor] = [0, 0, undefined];
    const { ms } = await timed(async () => {
      do {
        const body = { ...search, scope: 'history', limit: 2000, deadlineMs: 1000, cursor };
        const page = await ask('POST', '/configuration_manager/backups/search', body);
        pages += 1;
        found += page.results.length;
        cursor = page.cursor ?? undefined;
      } while (cursor !== undefined);
    });
    say(
      `all history: ${title.padEnd(31)} ${ms.toFixed(0).padStart(6)} ms, ${pages} pages, ${found} found`,
    );
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
    say(`${DEVICES} devices x ${VERSIONS} versions`);
    await measureSearches(ask, db, names);
    await measureHistory(ask);
    await measureReads(ask, names);
  } finally {
    await server?.stop();
    await client.close();
    await engine.stop();
  }
}
