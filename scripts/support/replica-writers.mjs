/**
 * What clients write while the replica set is in trouble. Each write is made once and never again: what was
 * acknowledged must be there once, what was not may be there, once.
 */
const NAME = 'Replica';

function aPackage(name) {
  const document = { name: `Workflow of ${name}`, tasks: {}, transitions: {} };
  const { name: id } = document;
  return {
    metadata: { name, version: '1.0.0', description: '', license: 'Apache-2.0', keywords: [] },
    manifest: {
      bundleName: name,
      fingerprint: '0',
      createdEpoch: '1',
      artifacts: [{ id, name: id, type: 'workflow', location: '/bundles/workflows/a.json' }],
    },
    bundles: [{ type: 'workflow', data: document }],
    readme: '',
  };
}

/** How often each name is there, by what is stored. */
async function countsOf(cursor, nameOf) {
  const counts = new Map();
  for await (const document of cursor) {
    const name = nameOf(document);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

const named = (collection, prefix, field = 'name') =>
  function (db) {
    const filter = { [field]: { $regex: `^${prefix}` } };
    return countsOf(db.collection(collection).find(filter), (document) => document[field]);
  };

/** Kinds of writes: how many clients make them, what they send, and what is stored of it. */
export const KINDS = {
  document: {
    clients: 6,
    nameOf: (id) => `${NAME} ${id}`,
    request: (name) => ['/automation-studio/automations', { automation: { name, tasks: {} } }],
    stored: named('workflows', `${NAME} `),
  },
  backup: {
    clients: 4,
    nameOf: (id) => `${NAME}-${id}`,
    request: (name) => [
      '/configuration_manager/backups/import',
      { backups: [{ name, type: 'cisco-ios', rawConfig: `hostname ${name}\n`, date: new Date() }] },
    ],
    stored: named('backups', `${NAME}-`),
    isDone: ({ stored }) => stored === 1,
  },
  install: {
    clients: 3,
    nameOf: (id) => `@replica/${id}`,
    request: (name) => ['/prebuilts/import', { prebuilt: aPackage(name) }],
    stored: named('workflows', 'Workflow of @replica/'),
    storedNameOf: (name) => `Workflow of ${name}`,
  },
  event: {
    clients: 4,
    nameOf: (id) => id,
    request: (n) => ['/events', { source: NAME, topic: 'written', payload: { n } }],
    stored: (db) =>
      countsOf(db.collection('events').find({ source: NAME }), ({ payload }) => payload.n),
  },
};
export const EVENT_SOURCE = NAME;
