import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonValue } from '../../kernel/json.js';
import {
  ERROR_TEXT_MAX,
  ERRORS_MAX,
  readRestconfErrors,
  restconfErrorText,
} from './restconf-errors.js';

const error = {
  'error-type': 'application',
  'error-tag': 'invalid-value',
  'error-app-tag': 'x:y',
  'error-path': '/a:b',
  'error-message': 'uri keypath not found',
};

describe('readRestconfErrors', () => {
  it.each<[string, JsonValue]>([
    ['the standard form', { 'ietf-restconf:errors': { error: [error] } }],
    ['the older form', { errors: { error: [error] } }],
    ['a single error', { 'ietf-restconf:errors': { error } }],
    ['further members', { errors: { error: [{ ...error, 'error-info': {}, x: 'y' }] }, a: 1 }],
  ])('reads %s', (_, document) => {
    expect(readRestconfErrors(document)).toEqual([error]);
  });

  it.each<[JsonValue | undefined]>([
    [undefined],
    [null],
    ['errors'],
    [[]],
    [{}],
    [{ errors: [] }],
    [{ errors: { error: 'x' } }],
    [{ errors: { error: [null, 1, [], {}, { 'error-tag': 1 }] } }],
  ])('finds none in %j', (document) => {
    expect(readRestconfErrors(document)).toEqual([]);
  });

  it('shortens texts and leaves out what comes after the first errors', () => {
    const long = { 'error-message': 'x'.repeat(5000) };
    const read = readRestconfErrors({
      errors: { error: Array.from({ length: 1000 }, () => long) },
    });
    expect(read).toHaveLength(ERRORS_MAX);
    expect(read[0]?.['error-message']).toHaveLength(ERROR_TEXT_MAX + 1);
  });

  it('lets texts be judged before they are shortened', () => {
    const told = `${'x'.repeat(ERROR_TEXT_MAX - 3)}hunter2`;
    const hidden = (text: string): string => text.replaceAll('hunter2', '*');
    const [error] = readRestconfErrors({ errors: { error: { 'error-message': told } } }, hidden);
    expect(error).toEqual({ 'error-message': `${'x'.repeat(ERROR_TEXT_MAX - 3)}*` });
  });

  it('reads any document without failing, and never more than texts', () => {
    const member = fc.constantFrom(...Object.keys(error), 'x');
    const given = fc.record({ errors: fc.record({ error: fc.anything() }) });
    const errors = fc.array(fc.dictionary(member, fc.jsonValue()));
    const documents = fc.oneof(
      fc.jsonValue(),
      given,
      errors.map((list) => ({ errors: { error: list } })),
    );
    fc.assert(
      fc.property(documents, (document) => {
        for (const read of readRestconfErrors(document as JsonValue)) {
          expect(Object.values(read).every((text) => typeof text === 'string')).toBe(true);
          expect(typeof restconfErrorText(read)).toBe('string');
        }
      }),
    );
  });
});

describe('restconfErrorText', () => {
  it.each([
    [error, 'invalid-value: uri keypath not found (/a:b)'],
    [{ 'error-message': 'no' }, 'no'],
    [{ 'error-tag': 'too-big', 'error-path': '' }, 'too-big'],
    [{}, ''],
  ])('says %j in one line', (given, text) => {
    expect(restconfErrorText(given)).toBe(text);
  });
});
