import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { signIn, startEngine } from './support/engine.mjs';
import { startServer } from './support/measure.mjs';
import { median, row, sized } from './support/report.mjs';

const AUTOMATIONS = sized(1000, 10);
const ROUNDS = sized(5, 1);
const file = fileURLToPath(new URL('support/platform.server.mjs', import.meta.url));

/** Automations with two triggers each, as exports have them; no name comes twice. */
function batch(round) {
  return Array.from({ length: AUTOMATIONS }, (_, at) => {
    const name = `Bench ${round} ${at}`;
    const trigger = { enabled: true, actionType: 'automations', actionId: 'x', description: '' };
    return {
      _id: `bench-${round}-${at}`,
      name,
      description: 'Takes what a device says and files it',
      componentName: `Workflow ${at % 50}`,
      componentType: 'workflows',
      gbac: { read: [], write: [] },
      created: '2024-08-29T08:16:22.068Z',
      createdBy: 'ada@example.com',
      lastUpdated: '2024-08-29T08:16:51.388Z',
      lastUpdatedBy: 'ada@example.com',
      triggers: [
        { ...trigger, name: 'By hand', type: 'manual', formId: `Form ${at % 50}`, formData: {} },
        {
          ...trigger,
          name: 'By call',
          type: 'endpoint',
          verb: 'POST',
          routeName: `bench-${round}-${at}`,
          schema: { type: 'object', properties: {}, additionalProperties: true },
          jst: null,
        },
      ],
    };
  });
}

async function importOnce(url, headers, round) {
  const body = JSON.stringify({ automations: batch(round), options: {} });
  const begun = performance.now();
  const answer = await fetch(`${url}/operations-manager/automations`, {
    method: 'PUT',
    headers,
    body,
  });
  const { status } = await answer.json();
  const took = performance.now() - begun;
  if (status.metadata.imported !== AUTOMATIONS) throw new Error(JSON.stringify(status.imported[0]));
  return took;
}

/** The records of one import, written plainly into collections with the same indexes. */
async function plainly(uri, round) {
  const client = await mongoose.mongo.MongoClient.connect(uri);
  const db = client.db('netadmin');
  const wanted = new RegExp(`^bench ${round} `);
  const automations = await db.collection('automations').find({ nameFolded: wanted }).toArray();
  const ids = automations.map(({ _id }) => _id);
  const triggers = await db
    .collection('triggers')
    .find({ automationId: { $in: ids } })
    .toArray();
  await db.collection('automations').deleteMany({ _id: { $in: ids } });
  await db.collection('triggers').deleteMany({ automationId: { $in: ids } });
  const begun = performance.now();
  await db.collection('automations').insertMany(automations);
  await db.collection('triggers').insertMany(triggers);
  const took = performance.now() - begun;
  await client.close();
  return took;
}

/** An import of 1,000 automations with two triggers each, beside writing the same records. */
export async function run() {
  const engine = await startEngine();
  let ours;
  try {
    ours = await startServer(file, engine.environment);
    const token = await signIn(ours.url);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const imported = [];
    const plain = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      imported.push(await importOnce(ours.url, headers, round));
      plain.push(await plainly(engine.uri, round));
    }
    const title = `import of ${AUTOMATIONS} with two triggers each, to two insertMany`;
    row(title, { measured: median(imported), baseline: median(plain) });
  } finally {
    await ours?.stop();
    await engine.stop();
  }
}
