import { BadRequestException, ImATeapotException, PayloadTooLargeException } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../kernel/app-error.js';
import { toAppError } from './to-app-error.js';

const failure = (fields: object): Error => Object.assign(new Error('its words'), fields);

describe('toAppError', () => {
  it('leaves failures of ours as they are', () => {
    const error = new AppError('conflict', 'taken');
    expect(toAppError(error)).toBe(error);
  });

  it.each([
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'payload-too-large'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'unsupported-media-type'],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, 'invalid-input'],
    ['FST_ERR_BAD_URL', 400, 'invalid-input'],
    ['FST_ERR_MAX_PARAM_LENGTH', 414, 'invalid-input'],
    ['FST_ERR_SOMETHING_NEW', 415, 'unsupported-media-type'],
    ['FST_ERR_HANDLER_TIMEOUT', 503, 'unavailable'],
    ['FST_ERR_SERIALIZER', 500, 'internal'],
  ])('knows %s of Fastify', (code, statusCode, kind) => {
    expect(toAppError(failure({ code, statusCode })).kind).toBe(kind);
  });

  it('knows an error of Fastify inside an exception of Nest', () => {
    const cause = failure({ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 });
    const error = toAppError(new PayloadTooLargeException('its words', { cause }));
    expect(error).toMatchObject({ kind: 'payload-too-large' });
    expect(error.detail).not.toContain('its words');
  });

  it('keeps the status of exceptions of Nest', () => {
    expect(toAppError(new BadRequestException('no')).kind).toBe('invalid-input');
    expect(toAppError(new ImATeapotException()).kind).toBe('invalid-input');
  });

  it('blames the caller for a body that broke off', () => {
    expect(toAppError(failure({ code: 'ECONNRESET', statusCode: 400 })).kind).toBe('invalid-input');
  });

  it.each([
    ['an error', new Error('secret')],
    ['an upstream error with a status', failure({ statusCode: 404 })],
    ['a text', 'boom'],
    ['nothing', undefined],
  ])('takes %s as a fault of ours and keeps it for the log', (_, thrown) => {
    const error = toAppError(thrown);
    expect(error).toMatchObject({ kind: 'internal', cause: thrown });
    expect(error.detail).toBe('unexpected failure');
  });

  it('takes a connection that broke, where nobody says to what, as the database', () => {
    const thrown = failure({ code: 'ECONNRESET' });
    const told = { kind: 'unavailable', code: 'database-unavailable', cause: thrown };
    expect(toAppError(thrown)).toMatchObject(told);
  });
});
