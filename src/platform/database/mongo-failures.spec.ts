import { describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { LockLostError } from './lock-lost-error.js';
import { isDuplicateKey, toDatabaseFailure } from './mongo-failures.js';

const serverError = (code: number): mongo.MongoServerError =>
  new mongo.MongoServerError({ message: 'words that change', code });

/** As the driver wraps what ends a bulk write. */
const inBulk = (error: mongo.MongoError): mongo.MongoBulkWriteError =>
  new mongo.MongoBulkWriteError(error, {} as never);

/** As the driver labels what may be tried again, here with a code that nobody knows. */
const labelled = (label: string): mongo.MongoServerError => {
  const error = serverError(1);
  error.addErrorLabel(label);
  return error;
};

/** Errors of the driver whose classes it does not export. */
const named = (name: string): mongo.MongoDriverError =>
  Object.defineProperty(new mongo.MongoRuntimeError('x'), 'name', { value: name });

describe('toDatabaseFailure', () => {
  it('tells a taken unique value as a conflict', () => {
    const failure = toDatabaseFailure(serverError(11_000));
    expect(failure).toMatchObject({ kind: 'conflict', code: 'duplicate' });
    expect(failure?.cause).toBeInstanceOf(mongo.MongoServerError);
  });

  it('tells a document that is too large', () => {
    expect(toDatabaseFailure(serverError(10_334))?.kind).toBe('document-too-large');
  });

  it.each([
    ['no connection', new mongo.MongoNetworkError('x')],
    ['no server', new mongo.MongoServerSelectionError('x', {} as never)],
    ['a server that steps down', serverError(189)],
    ['a cursor that went with its server', serverError(43)],
    ['a bulk write whose connection broke', inBulk(new mongo.MongoNetworkError('x'))],
    ['a bulk write at a server that steps down', inBulk(serverError(189))],
    [
      'an answer of a server that is none any more',
      new mongo.MongoUnexpectedServerResponseError('x'),
    ],
    ['a server that stops', serverError(11_600)],
    ['a server without disk', serverError(14_031)],
    ['a time-out on the server', serverError(50)],
    ['a write in the way of another', serverError(112)],
    ['a repeated write whose session has gone on', serverError(225)],
    ['a member that interrupts', serverError(11_601)],
    ['a shard that has moved', serverError(13_388)],
    ['what the server calls worth another try', labelled('RetryableWriteError')],
    ['a server that has more than it can do', labelled('SystemOverloadedError')],
    ['a member that has left the set', new mongo.MongoServerClosedError('x')],
    ['a primary of before', new mongo.MongoStalePrimaryError('x')],
    ['a pool that was closed', named('MongoPoolClosedError')],
    ['a pool without a free connection', named('MongoWaitQueueTimeoutError')],
    ['a connection that broke while it was written to', broken('EPIPE')],
    ['a connection that was reset while it was written to', broken('ECONNRESET')],
    ['a lock that was lost', new LockLostError('packages')],
    ['what was caused by it', new Error('x', { cause: new mongo.MongoNetworkError('x') })],
    ['several that failed of it', new AggregateError([new mongo.MongoNetworkError('x')])],
  ])('tells %s as unavailable, with a time to wait', (_, error) => {
    expect(toDatabaseFailure(error)).toMatchObject({
      kind: 'unavailable',
      code: 'database-unavailable',
      retryAfterSeconds: 2,
      detail: 'The database is not available at the moment',
    });
  });

  it.each([
    ['a refused command', serverError(59)],
    ['an error that only sounds like one', new Error('E11000 duplicate key')],
    ['a mistake in a call', new mongo.MongoInvalidArgumentError('x')],
    ['a client that went away', Object.assign(broken('ECONNRESET'), { statusCode: 400 })],
    ['an error that causes itself', circular()],
    ['no error at all', undefined],
  ])('leaves %s to others', (_, error) => {
    expect(toDatabaseFailure(error)).toBeUndefined();
  });
});

/** As Node says it of a socket. */
function broken(code: string): Error {
  return Object.assign(new Error('This socket has been ended by the other party'), { code });
}

function circular(): Error {
  const error = new Error('x');
  error.cause = error;
  return error;
}

describe('isDuplicateKey', () => {
  it('decides by the code', () => {
    expect(isDuplicateKey(serverError(11_000))).toBe(true);
    expect(isDuplicateKey(serverError(50))).toBe(false);
    expect(isDuplicateKey(new Error('E11000'))).toBe(false);
  });
});
