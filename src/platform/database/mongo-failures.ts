import { Error as MongooseError, mongo } from 'mongoose';
import { AppError } from '../../kernel/app-error.js';

const DUPLICATE_KEY = 11_000;
const OUT_OF_DISK_SPACE = 14_031;
const DOCUMENT_TOO_LARGE = new Set([10_334, 17_419, 17_420]);

/**
 * Answers of a server that is shutting down, electing, out of time or out of disk, or that has taken its
 * cursors with it. The write may or
 * may not have happened; the caller is told to try again later.
 */
const PASSING = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  43, // CursorNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  189, // PrimarySteppedDown
  237, // CursorKilled
  262, // ExceededTimeLimit
  388, // TransactionTooLargeForCache: too many large documents at once
  10_058, // LegacyNotPrimary
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
  OUT_OF_DISK_SPACE,
]);

const RETRY_AFTER_SECONDS = 2;

/** The database cannot be used at the moment: 503 with a time to wait. */
export function databaseUnavailable(cause?: unknown): AppError {
  return new AppError('unavailable', 'The database is not available at the moment', {
    code: 'database-unavailable',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}

/** Errors of the driver itself: no server, no connection, no answer in time. */
const UNREACHABLE = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoOperationTimeoutError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  mongo.MongoClientClosedError,
  mongo.MongoUnexpectedServerResponseError,
  MongooseError.MongooseServerSelectionError,
] as const;

function isUnreachable(error: unknown): boolean {
  if (UNREACHABLE.some((type) => error instanceof type)) return true;
  // The driver does not export the class of this one.
  return error instanceof mongo.MongoDriverError && error.name === 'MongoWaitQueueTimeoutError';
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
  return PASSING.has(code) ? databaseUnavailable(error) : undefined;
}

/** Bulk writes wrap what stopped them, and hide whether it was the server's word or a broken connection. */
function withinBulk(error: unknown): unknown {
  if (!(error instanceof mongo.MongoBulkWriteError)) return error;
  const response: unknown = error.errorResponse;
  return response instanceof Error ? response : error;
}

/**
 * A failure of the database as callers are told of it; undefined when it is a defect of ours.
 * Decided by types and codes alone: messages change from version to version.
 */
export function toDatabaseFailure(given: unknown): AppError | undefined {
  const error = withinBulk(given);
  if (isUnreachable(error)) return databaseUnavailable(error);
  return error instanceof mongo.MongoServerError ? serverFailure(error) : undefined;
}

/** True when the server has too little free space for what it was asked, building an index for example. */
export function isOutOfDiskSpace(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === OUT_OF_DISK_SPACE;
}

/** True when a write was refused because a unique index holds the value already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}
