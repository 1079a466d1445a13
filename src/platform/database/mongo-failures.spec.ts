import { describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { isDuplicateKey, toDatabaseFailure } from './mongo-failures.js';

const serverError = (code: number): mongo.MongoServerError =>
  new mongo.MongoServerError({ message: 'words that change', code });

/** As the driver wraps what ends a bulk write. */
const inBulk = (error: mongo.MongoError): mongo.MongoBulkWriteError =>
  new mongo.MongoBulkWriteError(error, {} as never);

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
    ['no error at all', undefined],
  ])('leaves %s to others', (_, error) => {
    expect(toDatabaseFailure(error)).toBeUndefined();
  });
});

describe('isDuplicateKey', () => {
  it('decides by the code', () => {
    expect(isDuplicateKey(serverError(11_000))).toBe(true);
    expect(isDuplicateKey(serverError(50))).toBe(false);
    expect(isDuplicateKey(new Error('E11000'))).toBe(false);
  });
});
