import { describe, expect, it } from '@jest/globals';
import { operationSpec } from '../operations/operations.js';
import {
  mayBeLarge,
  smallBodyMaxBytes,
  STRANGERS_BODY_MAX_BYTES,
  takesSmallBodies,
} from './strangers-bodies.js';

describe('mayBeLarge', () => {
  it.each([
    [{}, false],
    [{ 'content-length': '0' }, false],
    [{ 'content-length': String(STRANGERS_BODY_MAX_BYTES) }, false],
    [{ 'content-length': String(STRANGERS_BODY_MAX_BYTES + 1) }, true],
    [{ 'transfer-encoding': 'chunked' }, true],
  ])('of a request with the headers %j is %s', (headers, expected) => {
    expect(mayBeLarge(headers)).toBe(expected);
  });
});

describe('smallBodyMaxBytes', () => {
  it.each([
    ['login', STRANGERS_BODY_MAX_BYTES],
    ['callRepositoryWebhook', 1024 * 1024],
  ] as const)('of %s is %d', (id, expected) => {
    expect(smallBodyMaxBytes(operationSpec(id))).toBe(expected);
  });
});

describe('takesSmallBodies', () => {
  it.each([
    ['login', true],
    ['ready', true],
    ['metrics', true],
    ['whoami', false],
    ['installArtifact', false],
  ] as const)('of %s is %s', (id, expected) => {
    expect(takesSmallBodies(operationSpec(id))).toBe(expected);
  });
});
