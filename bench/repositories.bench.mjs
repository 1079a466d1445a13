import { createHash, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import mongoose from 'mongoose';
import { signIn, startEngine } from './support/engine.mjs';
import { startServer } from './support/measure.mjs';
import { percentile, row, sized } from './support/report.mjs';

const PROJECTS = sized(300, 10);
const LATENCY_MS = '50';
const PACKAGES = sized(30_000, 300, 'BENCH_PACKAGES');
const REQUESTS = sized(500, 5, 'BENCH_REQUESTS');
const MEDIAN_BYTES = 30_000;
const LARGE_BYTES = 300_000;
const BATCH = 250;
const RELEASES = ['2022.1', '2023.2', '2024.1'];
const END = 1e14;
const BODIES = 300;
const WORDS = 'change check device interface config verify route peer site policy'.split(' ');

const file = (name) => fileURLToPath(new URL(`support/${name}.server.mjs`, import.meta.url));
const keyOf = (release) => {
  const [year, minor] = release.split('.').map(Number);
  return year * 1e9 + minor * 1e6;
};
const hash = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Reads a registry of 300 projects that was never read, then once more. */
async function measureReading(ours, headers) {
  const environment = { PROJECTS: String(PROJECTS), LATENCY_MS };
  const gitlab = await startServer(file('gitlab'), environment);
  try {
    const call = (method, path, body) =>
      fetch(ours.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const configs = '/prebuilts-repository/configs';
    const config = { name: '@bench', type: 'gitlab', hostname: gitlab.url, path: 'bench' };
    await call('POST', configs, { ...config, enabled: false });
    // Enabling begins the reading and does not wait for its end.
    const begun = performance.now();
    await call('PATCH', `${configs}/@bench`, { enabled: true });
    for (;;) {
      const { results } = await (await call('GET', '/prebuilts-repository/status')).json();
      const status = results.find(({ name }) => name === '@bench');
      if (status.state === 'current') break;
      if (status.state === 'failed') throw new Error(status.lastError.message);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const title = `reading of ${PROJECTS} projects, for the first time`;
    row(title, { measured: performance.now() - begun, aim: 10_000 });
    const again = performance.now();
    await call('POST', `${configs}/@bench/refresh`);
    row('the same, nothing changed', { measured: performance.now() - again });
    await call('DELETE', `${configs}/@bench`);
  } finally {
    await gitlab.stop();
  }
}

const any = (list) => list[Math.floor(Math.random() * list.length)];
const words = (count) => Array.from({ length: count }, () => any(WORDS)).join(' ');
const hex = (bytes) => randomBytes(bytes).toString('hex');

/** A task of a workflow as the canvas of an editor writes it. */
const aTask = () => ({
  name: words(1),
  canvasName: words(1),
  summary: words(4),
  description: words(12),
  location: 'Application',
  app: 'WorkFlowEngine',
  displayName: 'WorkFlowEngine',
  type: 'automatic',
  actor: 'job',
  groups: [],
  variables: {
    incoming: { variable: hex(6), value: `$var.job.${hex(4)}`, options: { [words(1)]: hex(8) } },
    outgoing: { result: `$var.job.${hex(4)}` },
    decorators: [],
  },
  nodeLocation: { x: Math.round(Math.random() * 9e3), y: Math.round(Math.random() * 9e3) },
});

/** Bundles of about that size, as the index keeps them. */
function packedBundles(bytes) {
  const count = Math.ceil(bytes / JSON.stringify(aTask()).length);
  const tasks = Object.fromEntries(Array.from({ length: count }, () => [hex(2), aTask()]));
  const bundle = { type: 'workflow', data: { name: `workflow ${hex(4)}`, tasks } };
  return gzipSync(JSON.stringify([bundle]));
}

// Stored for each package anew: only making them takes long.
const packed = Array.from({ length: BODIES }, () => packedBundles(MEDIAN_BYTES));
const packedLarge = packedBundles(LARGE_BYTES);

/** A package of the index as its collections hold it. */
function aPackage(at) {
  const name = `@bench/package-${String(at).padStart(6, '0')}`;
  const size = at % 100 === 0 ? LARGE_BYTES : MEDIAN_BYTES;
  const release = RELEASES[at % RELEASES.length];
  const head = {
    metadata: { name, version: '1.0.0', description: 'a package', keywords: ['bench'] },
    manifest: { bundleName: name, fingerprint: 'f', createdEpoch: '1701366473295' },
    readme: '# A package\n',
  };
  const contentId = hash(head);
  const touched = new Date();
  const shelf = { from: 0, until: END };
  const entry = {
    _id: `bench-${at}`,
    config: '@local',
    ref: name,
    fingerprint: '2:f',
    name,
    nameFolded: name,
    version: '1.0.0',
    release,
    releaseKey: keyOf(release),
    line: { kind: 'place', name: null },
    dependencies: [],
    integrity: 'i',
    signature: { state: 'unchecked', key: null },
    signatureText: null,
    projectId: null,
    searchText: `${name}\na package\nbench`,
    contentId,
    sizeBytes: size,
    published: touched,
    registryId: at + 1,
    shelf,
    mergedShelf: shelf,
  };
  return {
    entry,
    content: {
      _id: contentId,
      head,
      touched,
      packed: at % 100 === 0 ? packedLarge : packed[at % BODIES],
    },
  };
}

async function fill(uri) {
  const client = await mongoose.mongo.MongoClient.connect(uri);
  const db = client.db('netadmin');
  for (let from = 0; from < PACKAGES; from += BATCH) {
    const some = Array.from({ length: Math.min(BATCH, PACKAGES - from) }, (_, at) =>
      aPackage(from + at),
    );
    const put = (name, documents) => db.collection(name).insertMany(documents, { ordered: false });
    await put(
      'catalogue_contents',
      some.map(({ content }) => content),
    );
    await put(
      'catalogue_entries',
      some.map(({ entry }) => entry),
    );
  }
  await db.collection('catalogue_state').updateOne({}, { $inc: { generation: 1 } });
  await client.close();
}

/** Pages all over the catalogue, one after the other. */
async function measurePages(ours, headers, title, options) {
  const pages = Math.floor(PACKAGES / 25);
  const times = [];
  const before = await ours.cpu();
  for (let at = 0; at < REQUESTS + 50; at += 1) {
    const page = 1 + ((at * 7919) % pages);
    const query = encodeURIComponent(JSON.stringify({ page, ...options }));
    const begun = performance.now();
    const answer = await fetch(`${ours.url}/prebuilts-repository?queryOptions=${query}`, {
      headers,
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    if (at >= 50) times.push(performance.now() - begun);
  }
  const cpuMs = ((await ours.cpu()) - before) / 1000 / (REQUESTS + 50);
  row(`${title}, p50`, { measured: percentile(times, 0.5) });
  row(`${title}, p99`, { measured: percentile(times, 0.99), aim: 20 });
  row(`${title}, CPU`, { measured: cpuMs });
}

/** Reading a registry of 300 projects, and pages of a catalogue of 30,000 packages. */
export async function run() {
  const engine = await startEngine();
  const environment = { ...engine.environment, CATALOGUE_RESCAN_SECONDS: '86400' };
  const ours = await startServer(file('platform'), environment);
  try {
    const token = await signIn(ours.url);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    };
    await measureReading(ours, headers);
    await fill(engine.uri);
    await measurePages(ours, headers, `page of ${PACKAGES}`, {});
    await measurePages(ours, headers, 'page, release overridden', { platform_version: '2023.2' });
  } finally {
    await ours.stop();
    await engine.stop();
  }
}
