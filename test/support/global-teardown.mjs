import mongoose from 'mongoose';

/** On a server of others the databases of this run go, and nothing else. */
async function dropTestDatabases() {
  const client = await mongoose.mongo.MongoClient.connect(process.env.TEST_MONGODB_URI);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) {
      if (name.startsWith(process.env.TEST_DATABASE_PREFIX)) await client.db(name).dropDatabase();
    }
  } finally {
    await client.close();
  }
}

/** Ends what `global-setup.mjs` began: our own engine stops, and its directory is removed. */
export default async function globalTeardown() {
  if (globalThis.stopTestDatabase) await globalThis.stopTestDatabase();
  else await dropTestDatabases();
}
