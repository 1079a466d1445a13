import { mongo } from 'mongoose';
import { testDatabaseUri } from './database.js';

/** Deleting more documents than this takes longer than making the indexes of a collection anew. */
const MOST_DELETED = 1000;

/** Databases whose applications have ended; the files of a worker share them. */
const FREE: string[] = [];
/** How many applications use each of the databases that come from here. */
const USERS = new Map<string, number>();
/** Those of them whose indexes are made. */
const PREPARED = new Set<string>();

/** @returns whether its indexes are left */
async function emptied(collection: mongo.Collection): Promise<boolean> {
  const count = await collection.estimatedDocumentCount();
  if (count > MOST_DELETED) return !(await collection.drop());
  if (count > 0) await collection.deleteMany({});
  return true;
}

/** What has run on the database that its indexes come from need not run again. */
const KEPT = 'platform.migrations';

/** Deletes all documents; indexes stay, but of collections that had too many to delete. */
export async function emptyDatabase(uri: string): Promise<void> {
  const client = await mongo.MongoClient.connect(uri);
  try {
    const collections = await client.db().collections();
    const filled = collections.filter(({ collectionName }) => collectionName !== KEPT);
    const outcomes = await Promise.all(filled.map(emptied));
    if (outcomes.includes(false)) PREPARED.delete(uri);
  } finally {
    await client.close();
  }
}

/**
 * An empty database for an application: one whose applications have ended where there is one. Its indexes are
 * left, as making hundreds of them takes longer than all else of a start.
 */
export async function takeDatabase(name: string): Promise<string> {
  const free = FREE.shift();
  if (free !== undefined) await emptyDatabase(free);
  const uri = free ?? testDatabaseUri(name);
  USERS.set(uri, 0);
  return uri;
}

/** One more application uses this database, maybe after all others have ended. */
export function beginUse(uri: string): void {
  const users = USERS.get(uri);
  if (users === undefined) return;
  USERS.set(uri, users + 1);
  const at = FREE.indexOf(uri);
  if (at >= 0) FREE.splice(at, 1);
}

export function endUse(uri: string): void {
  const users = USERS.get(uri);
  if (users === undefined) return;
  USERS.set(uri, users - 1);
  if (users === 1) FREE.push(uri);
}

/** Whether an application was prepared on this database, and its indexes are left. */
export function isPrepared(uri: string): boolean {
  return PREPARED.has(uri);
}

export function notePrepared(uri: string): void {
  if (USERS.has(uri)) PREPARED.add(uri);
}
