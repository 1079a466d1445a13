import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { signIn, startEngine } from './support/engine.mjs';
import { compare, startServer } from './support/measure.mjs';
import { sized } from './support/report.mjs';

const DOCUMENTS = sized(100_000, 500);
const BATCH = sized(5000, 500);
const file = (name) => fileURLToPath(new URL(`support/${name}.server.mjs`, import.meta.url));

/** Copies one stored document under other names, until there are as many as a large platform has. */
async function multiply(collection, filter, change) {
  const model = await collection.findOne(filter);
  for (let from = 0; from < DOCUMENTS; from += BATCH) {
    const copies = Array.from({ length: BATCH }, (_, index) => {
      const name = `@bench/package-${String(from + index).padStart(6, '0')}`;
      return { ...model, ...change(model, name), _id: `bench-${from + index}` };
    });
    await collection.insertMany(copies, { ordered: false });
  }
}

async function fill(uri) {
  const client = await mongoose.mongo.MongoClient.connect(uri);
  const db = client.db('netadmin');
  await multiply(db.collection('packages'), { state: 'installed' }, ({ head }, name) => ({
    name,
    nameFolded: name,
    head: { ...head, metadata: { ...head.metadata, name } },
  }));
  const shown = { 'mergedShelf.from': { $gte: 0 } };
  await multiply(db.collection('catalogue_entries'), shown, (_, name) => ({
    name,
    nameFolded: name,
    ref: name,
  }));
  await client.close();
}

/** A page of the catalogue and of what is installed, over 100,000 documents, against the raw driver. */
export async function run() {
  const engine = await startEngine();
  const servers = [];
  try {
    const environment = { ...engine.environment, CATALOGUE_RESCAN_SECONDS: '86400' };
    const ours = await startServer(file('platform'), environment);
    servers.push(ours);
    const token = await signIn(ours.url);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: '@netadmin/expiry-report' });
    await fetch(`${ours.url}/admin/artifacts`, { method: 'POST', headers, body });
    await fill(engine.uri);
    const baseline = await startServer(file('raw'), {
      MONGODB_URI: engine.uri,
      BENCH_TOKEN: token,
    });
    servers.push(baseline);
    const page = async (title, path) => {
      const request = { path, headers: { authorization: headers.authorization } };
      const subjects = { ours: { server: ours, request }, baseline: { server: baseline, request } };
      await compare({ title, aim: 1.3, subjects, requests: 40, connections: 2 });
    };
    await page('catalogue page', '/prebuilts-repository');
    await page('installed list', '/admin/artifacts');
  } finally {
    for (const server of servers) await server.stop();
    await engine.stop();
  }
}
