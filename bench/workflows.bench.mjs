import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { signIn, startEngine } from './support/engine.mjs';
import { median, startServer } from './support/measure.mjs';

const WORKFLOWS = 10_000;
const TASKS = 10;
const BATCH = 500;
const ROUNDS = 7;
const SEARCHES = 40;
const FIRST_BYTE_MS = 50;
const SEARCH_MS = 20;
const say = (line) => process.stdout.write(`${line}\n`);
const file = (name) => fileURLToPath(new URL(`support/${name}.server.mjs`, import.meta.url));
const ms = (value) => `${value.toFixed(1).padStart(7)} ms`;

/** About as many tasks, and as much in each, as workflows of platforms in use have on average. */
function workflow(name, description) {
  const ids = Array.from({ length: TASKS }, (_, at) => (0xa000 + at).toString(16));
  const chain = ['workflow_start', ...ids, 'workflow_end'];
  const task = (id, at) => ({
    name: at % 3 === 0 ? 'query' : 'newVariable',
    canvasName: 'query',
    summary: `Step ${at}`,
    description: 'Takes a value out of the answer of the step before and keeps it. '.repeat(3),
    app: 'WorkFlowEngine',
    location: 'Application',
    displayName: 'WorkFlowEngine',
    type: 'operation',
    groups: [],
    nodeLocation: { x: 200 * at, y: 300 },
    variables: {
      incoming: { pass_on_null: false, query: 'response.items[0].id', obj: '$var.job.answer' },
      outgoing: { return_data: `$var.job.value${at}` },
      error: '',
      decorators: [],
    },
  });
  const edge = { type: 'standard', state: 'success' };
  return {
    name,
    description,
    type: 'automation',
    canvasVersion: 3,
    font_size: 12,
    groups: [],
    tasks: Object.fromEntries(chain.map((id, at) => [id, task(id, at)])),
    transitions: Object.fromEntries(
      chain.map((id, at) => [id, chain[at + 1] ? { [chain[at + 1]]: edge } : {}]),
    ),
    created_by: { provenance: 'bench', username: 'ada' },
    last_updated_by: { provenance: 'bench', username: 'ada' },
  };
}

/** One workflow by the front door, and all others as that one lies in the database. */
async function fill(url, headers, uri) {
  const body = JSON.stringify({ workflow: workflow('Bench 0', 'First') });
  const answer = await fetch(`${url}/workflow_builder/import`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(await answer.text());
  const client = await mongoose.mongo.MongoClient.connect(uri);
  const collection = client.db('netadmin').collection('workflows');
  const model = await collection.findOne({});
  for (let from = 1; from < WORKFLOWS; from += BATCH) {
    const size = Math.min(BATCH, WORKFLOWS - from);
    const copies = Array.from({ length: size }, (_, index) => {
      const at = from + index;
      const name = `${createHash('sha256').update(String(at)).digest('hex').slice(0, 6)} Bench ${at}`;
      const description = `What site ${at % 100} does in step ${at}`;
      return {
        ...model,
        _id: `bench-${at}`,
        name,
        nameFolded: name.toLowerCase(),
        document: workflow(name, description),
        facts: { ...model.facts, description, descriptionFolded: description.toLowerCase() },
      };
    });
    await collection.insertMany(copies, { ordered: false });
  }
  await client.close();
}

/** When the first byte of an answer came, when the last, and the answer itself. */
function timed(url, headers) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    let first;
    const chunks = [];
    request(url, { headers }, (response) => {
      response.on('data', (chunk) => {
        first ??= performance.now() - begun;
        chunks.push(chunk);
      });
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        if (response.statusCode !== 200) reject(new Error(bytes.toString()));
        else resolve({ first, total: performance.now() - begun, bytes });
      });
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

async function streaming(ours, token, directory) {
  const headers = { authorization: `Bearer ${token}` };
  const path = '/service_catalog/GetWorkflows';
  const before = await ours.peakMemory();
  const { bytes } = await timed(ours.url + path, headers);
  const count = JSON.parse(bytes.toString()).workflows.length;
  if (count !== WORKFLOWS) throw new Error(`answered ${count}`);
  const bench = join(directory, 'answer.json');
  writeFileSync(bench, bytes);
  const raw = await startServer(file('bytes'), { BENCH_FILE: bench });
  const subjects = {
    GetWorkflows: () => timed(ours.url + path, headers),
    'the same bytes, raw': () => timed(`${raw.url}/bytes`, {}),
  };
  for (const [name, run] of Object.entries(subjects)) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await run());
    const first = median(rounds.map((round) => round.first));
    const goal = name === 'GetWorkflows' ? ` (aim ${FIRST_BYTE_MS})` : '';
    const total = median(rounds.map((round) => round.total));
    say(`${name.padEnd(24)} first byte ${ms(first)}${goal}  total ${ms(total)}`);
  }
  const after = await ours.peakMemory();
  say(
    `${(bytes.length / 2 ** 20).toFixed(1)} MiB of ${count} workflows; peak memory ${before} MiB before, ${after} MiB after`,
  );
  await raw.stop();
}

async function searching(ours, token) {
  const headers = { authorization: `Bearer ${token}` };
  const queries = {
    'equals name': ['equals[name]=Bench 0', 1],
    'startsWith name': ['startsWith=a1', undefined],
    'contains name': ['contains=bench 77', undefined],
    'contains nothing': ['contains=nowhere', 0],
    'equals description': ['equals=What site 7 does in step 7&equalsField=description', 1],
    'startsWith description': ['startsWith=what site 7 &startsWithField=description', 100],
    'contains description': ['contains=step 77&containsField=description', undefined],
    both: ['contains[name]=bench&contains[description]=site 42', undefined],
  };
  for (const [name, [query, expected]] of Object.entries(queries)) {
    const url = `${ours.url}/automation-studio/workflows?include=name&limit=25&${query}`;
    const times = [];
    let total;
    for (let at = 0; at < SEARCHES; at += 1) {
      const { bytes, total: took } = await timed(encodeURI(url), headers);
      times.push(took);
      ({ total } = JSON.parse(bytes.toString()));
    }
    if (expected !== undefined && total !== expected) throw new Error(`${name}: ${total}`);
    say(`${name.padEnd(24)} ${ms(median(times))} (aim ${SEARCH_MS}), ${total} found`);
  }
}

/** The list of all workflows among 10,000 of them, and searching among as many. */
export async function run() {
  const engine = await startEngine();
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  let ours;
  try {
    ours = await startServer(file('platform'), engine.environment);
    const token = await signIn(ours.url);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    await fill(ours.url, headers, engine.uri);
    await streaming(ours, token, directory);
    await searching(ours, token);
  } finally {
    await ours?.stop();
    await engine.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
