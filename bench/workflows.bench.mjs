import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { signIn, startEngine } from './support/engine.mjs';
import { compare, shuffled, startServer } from './support/measure.mjs';
import { median, row, sized } from './support/report.mjs';

const WORKFLOWS = sized(10_000, 800);
const TASKS = 10;
const BATCH = 500;
const ROUNDS = sized(7, 1);
const SEARCHES = sized(40, 1);
const FIRST_BYTE_MS = 20;
const SEARCH_MS = 20;
const LIST = '/service_catalog/GetWorkflows';
const file = (name) => fileURLToPath(new URL(`support/${name}.server.mjs`, import.meta.url));

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

/** The list of all workflows, against a server that reads as many with the driver and writes their JSON. */
async function streaming(ours, token, raw) {
  const headers = { authorization: `Bearer ${token}` };
  const before = await ours.peakMemory();
  const { bytes } = await timed(ours.url + LIST, headers);
  const count = JSON.parse(bytes.toString()).workflows.length;
  if (count !== WORKFLOWS) throw new Error(`answered ${count}`);
  const request = { path: LIST, headers };
  const subjects = { ours: { server: ours, request }, baseline: { server: raw, request } };
  await compare({ title: 'GetWorkflows', aim: 2, subjects, requests: 1, connections: 1 });
  const rounds = { ours: [], baseline: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of shuffled(Object.keys(rounds)))
      rounds[name].push(await timed(subjects[name].server.url + LIST, headers));
  const took = (name, key) => median(rounds[name].map((round) => round[key]));
  row('GetWorkflows, first byte', { measured: took('ours', 'first'), aim: FIRST_BYTE_MS });
  row('GetWorkflows, whole', {
    measured: took('ours', 'total'),
    baseline: took('baseline', 'total'),
    aim: 2,
  });
  const growth = (await ours.peakMemory()) - before;
  row('growth of peak memory over all these', { measured: growth, unit: 'MiB', aim: 10 });
}

async function searching(ours, token) {
  const headers = { authorization: `Bearer ${token}` };
  const queries = {
    'equals name': ['equals[name]=Bench 0', 1],
    'startsWith name': ['startsWith=a1', undefined],
    'contains name': ['contains=bench 77', undefined],
    'contains nothing': ['contains=nowhere', 0],
    'equals description': ['equals=What site 7 does in step 7&equalsField=description', 1],
    'startsWith description': [
      'startsWith=what site 7 &startsWithField=description',
      WORKFLOWS / 100,
    ],
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
    row(`search: ${name}`, { measured: median(times), aim: SEARCH_MS });
  }
}

/** The list of all workflows among 10,000 of them, and searching among as many. */
export async function run() {
  const engine = await startEngine();
  const servers = [];
  try {
    const ours = await startServer(file('platform'), engine.environment);
    servers.push(ours);
    const token = await signIn(ours.url);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    await fill(ours.url, headers, engine.uri);
    const raw = await startServer(file('raw'), {
      MONGODB_URI: engine.uri,
      BENCH_TOKEN: token,
    });
    servers.push(raw);
    await streaming(ours, token, raw);
    await searching(ours, token);
  } finally {
    for (const server of servers) await server.stop();
    await engine.stop();
  }
}
