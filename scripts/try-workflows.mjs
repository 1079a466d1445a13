#!/usr/bin/env node
/**
 * Runs every workflow of a folder once, as a test run in which nothing outside is called, and prints how each
 * ends as a table: `node scripts/try-workflows.mjs FOLDER URL [USERNAME]`, the password in
 * TRY_PASSWORD or a token in TRY_TOKEN. Works every task that a person must work with its first button, and later with its
 * second; other documents that the workflows need (transformations, forms) are taken from the folders beside.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [folder, url, username = 'admin'] = process.argv.slice(2);
/** How long a job is followed: what waits longer is told as what it waits for. */
const PATIENCE_MS = Number(process.env.TRY_PATIENCE_MS ?? 6000);
const BESIDE = ['transformations', 'forms', 'command-templates'];
const NEEDS = { forEach: 'data_array', childJob: 'data_array', delay: 'time', stub: 'delay' };

let token = process.env.TRY_TOKEN;

async function call(method, path, body) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  const json = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  return { status: response.status, json };
}

function documentsIn(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ file, document: JSON.parse(readFileSync(join(path, file), 'utf8')) }));
}

async function bring(document) {
  const { json } = await call('POST', '/content/import', {
    documents: [document],
    options: { overwrite: true },
  });
  return json.results?.[0] ?? { success: false, message: json.detail ?? 'is not taken' };
}

/** Every `$var.job.x` of the workflow, with a value of the kind that somebody needs there. */
function plausibleVariables(document) {
  const names = JSON.stringify(document).match(/(?<="\$var\.job\.)[^"]+/g) ?? [];
  const required = document.inputSchema?.required ?? [];
  const properties = document.inputSchema?.properties ?? {};
  const kinds = new Map();
  for (const { name, variables } of Object.values(document.tasks ?? {})) {
    const reference = variables?.incoming?.[NEEDS[name]];
    if (typeof reference === 'string') kinds.set(reference.replace('$var.job.', ''), name);
  }
  return Object.fromEntries(
    [...new Set([...names, ...required])]
      .filter((name) => name !== '_id' && name !== 'initiator')
      .map((name) => [name, plausible(kinds.get(name), properties[name])]),
  );
}

function plausible(needed, schema) {
  if (needed === 'delay' || needed === 'stub') return 1;
  if (needed !== undefined) return [{ item: 1 }];
  const type = [schema?.type].flat()[0];
  const values = { array: [], boolean: true, integer: 1, number: 1, object: {} };
  return schema?.examples?.[0] ?? schema?.enum?.[0] ?? values[type] ?? 'text';
}

async function workOpenTasks(worked, family) {
  const { json } = await call('GET', '/operations-manager/tasks?limit=100');
  const own = (json.data ?? []).filter(({ job }) => family.has(job._id));
  for (const { _id, job } of own) {
    const states = worked.has(job.task) ? ['failure', 'success'] : ['success', 'failure'];
    worked.add(job.task);
    for (const finish_state of states) {
      const path = `/operations-manager/tasks/${_id}/finish`;
      if ((await call('POST', path, { finish_state })).status === 200) break;
    }
  }
}

/** Ids of the job and of all that it has started: tasks of others are none of our business. */
async function familyOf(job) {
  const ids = new Set([job._id]);
  const children = Object.values(job.tasks).flatMap(({ childJobs }) => childJobs);
  for (const { _id } of children) {
    const { json } = await call('GET', `/operations-manager/jobs/${_id}`);
    for (const id of await familyOf(json.data)) ids.add(id);
  }
  return ids;
}

async function follow(id) {
  const worked = new Set();
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { json } = await call('GET', `/operations-manager/jobs/${id}`);
    if (json.data.status !== 'running' || Date.now() > until) return json.data;
    await workOpenTasks(worked, await familyOf(json.data));
    await pause(100);
  }
}

/** Why the job stands where it stands, in a few words. */
function reasonOf({ status, error, tasks }) {
  if (status === 'complete') return '';
  const waits = Object.values(tasks).filter((task) => task.status === 'running');
  if (status === 'running') return `waits: ${waits.map(({ name }) => name).join(', ')}`;
  const name = (id) => tasks[id]?.name ?? id;
  return error
    .map(({ task, message }) => `${name(task)}: ${message}`)
    .slice(-3)
    .join('; ');
}

async function tryOne({ file, document }) {
  const imported = await bring(document);
  if (!imported.success) return [file, 'no', '', '', imported.message];
  const warnings = (imported.warnings ?? []).length;
  const started = await call('POST', '/operations-manager/jobs/start', {
    workflow: imported.name,
    options: { variables: plausibleVariables(document.automation ?? document), mocks: {} },
  });
  const taken = warnings === 0 ? 'yes' : `yes, ${warnings} warnings`;
  if (started.status !== 200) return [file, taken, 'no', '', started.json.detail];
  const job = await follow(started.json.data._id);
  if (job.status === 'running') {
    await call('POST', '/operations-manager/jobs/cancel', { jobIds: [job._id] });
  }
  return [file, taken, 'yes', job.status, reasonOf(job)];
}

function print(rows) {
  const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').slice(0, 200);
  for (const row of rows) process.stdout.write(`| ${row.map(cell).join(' | ')} |\n`);
}

async function signIn() {
  const password = process.env.TRY_PASSWORD ?? '';
  const { status, json } = await call('POST', '/login', { user: { username, password } });
  if (status !== 200) throw new Error('the server does not know this account');
  return json.token ?? json;
}

async function main() {
  if (!folder || !url)
    throw new Error('usage: node scripts/try-workflows.mjs FOLDER URL [USERNAME]');
  token ??= await signIn();
  for (const beside of BESIDE.flatMap((name) => documentsIn(join(dirname(folder), name)))) {
    await bring(beside.document);
  }
  const workflows = documentsIn(folder);
  // All of them first: they start each other.
  for (const { document } of workflows) await bring(document);
  print([
    ['File', 'Comes in', 'Starts', 'Ends', 'Why'],
    ['---', '---', '---', '---', '---'],
  ]);
  const ends = {};
  for (const workflow of workflows) {
    const row = await tryOne(workflow);
    ends[row[3] || 'not started'] = (ends[row[3] || 'not started'] ?? 0) + 1;
    print([row]);
  }
  process.stdout.write(`\n${workflows.length} workflows: ${JSON.stringify(ends)}\n`);
}

await main();
