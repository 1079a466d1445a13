import { Error as MongooseError, mongo } from 'mongoose';
import { AppError } from '../../kernel/app-error.js';
import { errorCode } from './launcher/error-code.js';
import { LockLostError } from './lock-lost-error.js';

const DUPLICATE_KEY = 11_000;
const OUT_OF_DISK_SPACE = 14_031;
const DOCUMENT_TOO_LARGE = new Set([10_334, 17_419, 17_420]);

/**
 * Answers of a server that is shutting down, electing, out of time or out of disk, that moves data between
 * shards, or that has taken its cursors with it: what MongoDB's own list of codes calls an interruption, a
 * network error, a shutdown, not primary, or worth another try. The write may or may not have happened; the
 * caller is told to try again later.
 */
const TRANSIENT = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  24, // LockTimeout
  43, // CursorNotFound
  46, // LockBusy
  50, // MaxTimeMSExpired
  63, // StaleShardVersion
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern: too few members are there
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  150, // StaleEpoch
  175, // QueryPlanKilled: the collection was dropped or moved over it
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  225, // TransactionTooOld: the session of a repeated write has gone on
  237, // CursorKilled
  246, // SnapshotUnavailable
  262, // ExceededTimeLimit
  282, // TransportSessionClosed
  317, // ConnectionPoolExpired
  355, // InterruptedDueToStorageChange
  384, // ConnectionError
  388, // TransactionTooLargeForCache: too many large documents at once
  9001, // SocketException
  10_058, // LegacyNotPrimary
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_601, // Interrupted
  11_602, // InterruptedDueToReplStateChange
  13_388, // StaleConfig
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
  OUT_OF_DISK_SPACE,
]);

/** What servers, and the driver, call worth another try, whatever its code. */
const TRANSIENT_LABELS = [
  'RetryableWriteError',
  'RetryableError',
  'SystemOverloadedError',
  'TransientTransactionError',
];

const RETRY_AFTER_SECONDS = 2;

/** The database cannot be used at the moment: 503 with a time to wait. */
export function databaseUnavailable(cause?: unknown): AppError {
  return new AppError('unavailable', 'The database is not available at the moment', {
    code: 'database-unavailable',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}

/** Errors of the driver itself, no server, no connection, no answer in time; and of locks that were lost over that. */
const UNREACHABLE = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoOperationTimeoutError,
  mongo.MongoNotConnectedError,
  mongo.MongoServerClosedError,
  mongo.MongoStalePrimaryError,
  mongo.MongoTopologyClosedError,
  mongo.MongoClientClosedError,
  mongo.MongoUnexpectedServerResponseError,
  MongooseError.MongooseServerSelectionError,
  LockLostError,
] as const;

/** The driver does not export the classes of these: a pool without a free connection, or one that was closed. */
const UNREACHABLE_NAMES: readonly string[] = ['MongoWaitQueueTimeoutError', 'MongoPoolClosedError'];

/**
 * What a broken socket says itself: the driver hands it on as it is where the connection broke while a command
 * was being written. Calls of other systems have words of their own for it (`upstream-failed`).
 */
const BROKEN_SOCKET: ReadonlySet<string | undefined> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** A client that went away in the middle of its body has a status already. */
function isBrokenSocket(error: unknown): boolean {
  return error instanceof Error && !('statusCode' in error) && BROKEN_SOCKET.has(errorCode(error));
}

function isUnreachable(error: unknown): boolean {
  if (UNREACHABLE.some((type) => error instanceof type) || isBrokenSocket(error)) return true;
  return error instanceof mongo.MongoDriverError && UNREACHABLE_NAMES.includes(error.name);
}

function isTransient(error: mongo.MongoError): boolean {
  if (TRANSIENT.has(Number(error.code))) return true;
  return TRANSIENT_LABELS.some((label) => error.hasErrorLabel(label));
}

function serverFailure(error: mongo.MongoServerError): AppError | undefined {
  const code = Number(error.code);
  if (code === DUPLICATE_KEY) {
    return new AppError('conflict', 'Another document with the same unique value exists already', {
      code: 'duplicate',
      cause: error,
    });
  }
  if (DOCUMENT_TOO_LARGE.has(code)) {
    return new AppError('document-too-large', 'The document is larger than the database stores', {
      cause: error,
    });
  }
  return isTransient(error) ? databaseUnavailable(error) : undefined;
}

/** Errors that wrap each other go no deeper. */
const DEPTH_MAX = 5;

/**
 * What an error wraps. Bulk writes hide in it whether it was the server's word or a broken connection;
 * of work side by side the first that failed speaks.
 */
function withinOf(error: unknown): unknown {
  if (error instanceof mongo.MongoBulkWriteError) {
    const response: unknown = error.errorResponse;
    return response instanceof Error ? response : undefined;
  }
  if (error instanceof AggregateError) return error.errors[0];
  return error instanceof Error ? error.cause : undefined;
}

/**
 * A failure of the database as callers are told of it; undefined when it is a defect of ours.
 * Decided by types, labels and codes alone: messages change from version to version.
 */
export function toDatabaseFailure(error: unknown): AppError | undefined {
  let inner = error;
  for (let depth = 0; inner !== undefined && depth < DEPTH_MAX; depth += 1) {
    const failure = failureOf(inner);
    if (failure) return failure;
    inner = withinOf(inner);
  }
  return undefined;
}

function failureOf(error: unknown): AppError | undefined {
  if (isUnreachable(error)) return databaseUnavailable(error);
  if (error instanceof mongo.MongoServerError) return serverFailure(error);
  return error instanceof mongo.MongoError && isTransient(error)
    ? databaseUnavailable(error)
    : undefined;
}

/** True for whatever the database or its driver says, also what no caller is told of. */
export function isOfDatabase(error: unknown): boolean {
  return error instanceof mongo.MongoError || toDatabaseFailure(error) !== undefined;
}

/** True when the server has too little free space for what it was asked, building an index for example. */
export function isOutOfDiskSpace(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === OUT_OF_DISK_SPACE;
}

/** True when a write was refused because a unique index holds the value already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}
