import { type ConnectOptions, type mongo } from 'mongoose';
import { PACKAGE_INFO } from '../config/package-info.js';

/** Longest search for a server that takes the command; calls answer 503 after it. */
const SELECTION_TIMEOUT_MS = 5000;
/** Longest wait for a free connection of the pool. */
const POOL_WAIT_MS = 5000;
const POOL_SIZE = 50;

/** What we ask of a connection where the URI does not say otherwise, by the URI's own names. */
const DEFAULTS = {
  appName: PACKAGE_INFO.name,
  serverSelectionTimeoutMS: SELECTION_TIMEOUT_MS,
  connectTimeoutMS: SELECTION_TIMEOUT_MS,
  waitQueueTimeoutMS: POOL_WAIT_MS,
  maxPoolSize: POOL_SIZE,
} as const satisfies ConnectOptions;

/** A write is acknowledged when most members have it on disk: what was answered survives a crash. */
const WRITE_CONCERN = { w: 'majority', journal: true } as const;

/** The options that a URI spells out, in lower case: option names know no case. */
function optionsOf(uri: string): ReadonlyMap<string, string> {
  const query = uri.split('?')[1] ?? '';
  const pairs = [...new URLSearchParams(query)];
  return new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]));
}

function toWriteConcern(value: string): mongo.W {
  // The driver's type leaves out the names of an operator's own write concerns, which it takes.
  return /^\d+$/.test(value) ? Number(value) : (value as mongo.W);
}

/**
 * Options for the connection to a URI. The driver lets options win over the URI; here the operator's
 * URI wins, so an option is left out, or taken from it, when the URI has it.
 */
export function connectionOptions(uri: string): ConnectOptions {
  const given = optionsOf(uri);
  const defaults = Object.fromEntries(
    Object.entries(DEFAULTS).filter(([name]) => !given.has(name.toLowerCase())),
  );
  const w = toWriteConcern(given.get('w') ?? WRITE_CONCERN.w);
  const journal = (given.get('journal') ?? String(w !== 0 && WRITE_CONCERN.journal)) === 'true';
  const timeout = given.get('wtimeoutms');
  return {
    ...defaults,
    // Indexes and collections are made at boot, under one lock, and never by the first request.
    autoIndex: false,
    autoCreate: false,
    // A command waits in the driver, whose errors have types, and not in Mongoose's own queue.
    bufferCommands: false,
    writeConcern: { w, journal, ...(timeout !== undefined && { wtimeoutMS: Number(timeout) }) },
  };
}
