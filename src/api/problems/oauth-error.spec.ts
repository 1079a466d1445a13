import { describe, expect, it } from 'vitest';
import { AppError, invalidInput } from '../../kernel/app-error.js';
import { oauthErrorOf } from './oauth-error.js';

const fault = (pointer: string, detail: string) => invalidInput([{ pointer, detail }]);

describe('oauthErrorOf', () => {
  it.each([
    [fault('#/grant_type', 'must be one of client_credentials'), 'unsupported_grant_type'],
    [fault('#/grant_type', 'is missing'), 'invalid_request'],
    [fault('#/client_id', 'must be one of a, b'), 'invalid_request'],
    [new AppError('payload-too-large', ''), 'invalid_request'],
    [new AppError('unsupported-media-type', ''), 'invalid_request'],
    [new AppError('unauthenticated', ''), 'invalid_client'],
    [new AppError('too-many-requests', ''), undefined],
    [new AppError('unavailable', ''), undefined],
    [new AppError('internal', ''), undefined],
  ])('names %s', (error, code) => {
    expect(oauthErrorOf(error)).toBe(code);
  });
});
