import { describe, expect, it } from 'vitest';
import {
  bodyLimitOf,
  hasBody,
  mayBeLarge,
  MEDIUM_BODY_MAX_BYTES,
  SMALL_BODY_MAX_BYTES,
} from './body-limits.js';
import { isOpen } from '../access/may-call.js';
import { BUILT_OPERATIONS, operationSpec } from './operations.js';

const DOCUMENTS_MAX_BYTES = 16 * 1024 * 1024;

describe('mayBeLarge', () => {
  it.each([
    [{}, false, false],
    [{ 'content-length': '0' }, false, false],
    [{ 'content-length': '1' }, true, false],
    [{ 'content-length': String(SMALL_BODY_MAX_BYTES) }, true, false],
    [{ 'content-length': String(SMALL_BODY_MAX_BYTES + 1) }, true, true],
    [{ 'transfer-encoding': 'chunked' }, true, true],
  ])('of a request with the headers %j', (headers, some, large) => {
    expect([hasBody(headers), mayBeLarge(headers)]).toEqual([some, large]);
  });
});

describe('bodyLimitOf', () => {
  it.each([
    ['whoami', SMALL_BODY_MAX_BYTES],
    ['login', SMALL_BODY_MAX_BYTES],
    ['takeBackups', MEDIUM_BODY_MAX_BYTES],
    ['callRepositoryWebhook', 1024 * 1024],
    ['installArtifact', DOCUMENTS_MAX_BYTES],
  ] as const)('of %s is %d', (id, expected) => {
    expect(bodyLimitOf(operationSpec(id), DOCUMENTS_MAX_BYTES)).toBe(expected);
  });

  it('is never more than the setting', () => {
    const limits = BUILT_OPERATIONS.map((id) => bodyLimitOf(operationSpec(id), 2048));
    expect(new Set(limits)).toEqual(new Set([2048]));
  });

  it('is small wherever strangers or the scraper may call, and of reading', () => {
    const rows = BUILT_OPERATIONS.filter((id) => {
      const spec = operationSpec(id);
      const isStrangers = isOpen(spec) || spec.scraper === true || spec.method === 'GET';
      return isStrangers && spec.rawBodyMaxBytes === undefined;
    });
    const limits = rows.map((id) => bodyLimitOf(operationSpec(id), DOCUMENTS_MAX_BYTES));
    expect(new Set(limits)).toEqual(new Set([SMALL_BODY_MAX_BYTES]));
  });
});
