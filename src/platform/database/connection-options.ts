import { type Connection, type ConnectOptions, mongo } from 'mongoose';
import { PACKAGE_INFO } from '../config/package-info.js';
import { DatabaseStartError } from './launcher/database-start-error.js';

/** Longest search for a server that takes the command; calls answer 503 after it. */
const SELECTION_TIMEOUT_MS = 5000;
/** Longest wait for a free connection of the pool. */
const POOL_WAIT_MS = 5000;
const POOL_SIZE = 50;
/** Longest silence of a server that has taken a command; index builds and migrations are exempt. */
const SILENCE_MS = 30_000;
/** Longest that the database works on one reading: it gives up before we do, so that it works for nobody. */
export const READING_MAX_MS = 20_000;
const DATABASE_NAME = 'netadmin';
const FIRST_CONTACT_MS = 60_000;

/** What we ask of a connection where the URI does not say otherwise, by the URI's own names. */
const DEFAULTS = {
  appName: PACKAGE_INFO.name,
  serverSelectionTimeoutMS: SELECTION_TIMEOUT_MS,
  connectTimeoutMS: SELECTION_TIMEOUT_MS,
  waitQueueTimeoutMS: POOL_WAIT_MS,
  maxPoolSize: POOL_SIZE,
  socketTimeoutMS: SILENCE_MS,
} as const satisfies ConnectOptions;

/**
 * A write is acknowledged when it is on disk, so that what was answered survives a crash: on most
 * members of a replica set, on the one node of a standalone server. There `majority` must not be
 * asked for: the server then leaves the waiting to replication, of which there is none, and answers
 * before its journal is on disk (ADR 0010).
 */
const WRITE_CONCERN = { replicated: 'majority', standalone: 1 } as const;

export type Topology = keyof typeof WRITE_CONCERN;

/** The options that a URI spells out, in lower case: option names know no case. */
function optionsOf(uri: string): ReadonlyMap<string, string> {
  const query = uri.split('?')[1] ?? '';
  const pairs = [...new URLSearchParams(query)];
  return new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]));
}

/** The name of the database that a URI means: its path, or ours when it has none. */
export function databaseNameOf(uri: string): string {
  const path = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(uri)?.[1];
  return path === undefined ? DATABASE_NAME : decodeURIComponent(path);
}

function toWriteConcern(value: string): mongo.W {
  // The driver's type leaves out the names of an operator's own write concerns, which it takes.
  return /^\d+$/.test(value) ? Number(value) : (value as mongo.W);
}

/** When writes are acknowledged: as the URI says, and on disk where it says nothing. */
export function writeConcernOf(uri: string, topology: Topology): mongo.WriteConcernSettings {
  const given = optionsOf(uri);
  const w = toWriteConcern(given.get('w') ?? String(WRITE_CONCERN[topology]));
  const journal = given.get('journal') ?? String(w !== 0);
  const timeout = given.get('wtimeoutms');
  return {
    w,
    journal: journal === 'true',
    ...(timeout !== undefined && { wtimeoutMS: Number(timeout) }),
  };
}

/**
 * Options for any client of a URI. The driver lets options win over the URI; here the operator's URI
 * wins, so an option is left out when the URI has it.
 */
export function clientOptions(uri: string): mongo.MongoClientOptions {
  const given = optionsOf(uri);
  return Object.fromEntries(
    Object.entries(DEFAULTS).filter(([name]) => !given.has(name.toLowerCase())),
  );
}

/** The same database for commands that take as long as they take. */
export function patient(connection: Connection, db: mongo.Db): mongo.Db {
  return connection.getClient().db(db.databaseName, { timeoutMS: 0 });
}

/** Options for the platform's own connection, through Mongoose. */
export function connectionOptions(uri: string, topology: Topology): ConnectOptions {
  return {
    ...clientOptions(uri),
    dbName: databaseNameOf(uri),
    // Indexes and collections are made at boot, under one lock, and never by the first request.
    autoIndex: false,
    autoCreate: false,
    // A command waits in the driver, whose errors have types, and not in Mongoose's own queue.
    bufferCommands: false,
    writeConcern: writeConcernOf(uri, topology),
  };
}

/** What kind of server a client is connected to. */
export async function topologyOf(client: mongo.MongoClient): Promise<Topology> {
  const hello = await client.db('admin').command({ hello: 1 });
  const isReplicated = hello['setName'] !== undefined || hello['msg'] === 'isdbgrid';
  return isReplicated ? 'replicated' : 'standalone';
}

/**
 * Options for the connection to a URI, after a look at what kind of server it is; waits about a
 * minute for one that starts together with us.
 * @throws DatabaseStartError when no server answers, or none that the URI fits.
 */
export async function findConnectionOptions(uri: string): Promise<ConnectOptions> {
  let client: mongo.MongoClient | undefined;
  try {
    client = new mongo.MongoClient(uri, { serverSelectionTimeoutMS: FIRST_CONTACT_MS });
    return connectionOptions(uri, await topologyOf(client));
  } catch (error) {
    throw unreachable(error);
  } finally {
    await client?.close();
  }
}

/** The driver's messages name hosts and options, and never the password of the URI. */
function unreachable(error: unknown): DatabaseStartError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseStartError(
    `The database cannot be used: ${reason}. Check MONGODB_URI and that its server runs.`,
    { cause: error },
  );
}
