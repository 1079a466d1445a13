import { mongo } from 'mongoose';
import {
  clientOptions,
  databaseNameOf,
  topologyOf,
  writeConcernOf,
} from '../connection-options.js';
import { TransferError } from './transfer-error.js';

const OURS_ALONE = 'platform.locks';

/** Opens the database of a URI for the time of the work. */
export async function withDatabase<T>(uri: string, work: (db: mongo.Db) => Promise<T>): Promise<T> {
  const client = new mongo.MongoClient(uri, clientOptions(uri));
  try {
    const topology = await topologyOf(client);
    const writeConcern = writeConcernOf(uri, topology);
    return await work(client.db(databaseNameOf(uri), { writeConcern }));
  } catch (error) {
    if (!(error instanceof mongo.MongoServerSelectionError)) throw error;
    throw new TransferError('No database answers at the URI.', { cause: error });
  } finally {
    await client.close();
  }
}

/** What there is to move, by name: neither the server's own collections nor the nodes' locks. */
export async function listContents(db: mongo.Db): Promise<readonly mongo.CollectionInfo[]> {
  const all = await db.listCollections().toArray();
  return all
    .filter(({ name }) => !name.startsWith('system.') && name !== OURS_ALONE)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
