import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { AppError } from '../../kernel/app-error.js';
import { expectedRevision, NO_REVISION } from './if-match.js';
import { entityTag, wholeTag } from './revisioned.js';
import { assertRevision, staleRevision } from './stale-revision.js';

describe('expectedRevision', () => {
  it.each([undefined, '*', ' * '])('expects nothing of %j', (header) => {
    expect(expectedRevision(header)).toBeUndefined();
  });

  it('reads back every tag that we give out', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), (revision, body) => {
        const tag = entityTag(revision);
        expect([tag, wholeTag(tag, body)].map(expectedRevision)).toEqual([revision, revision]);
      }),
    );
  });

  it.each([
    ['"12"', 12],
    ['"12.abcdefghij-_0123"', 12],
    ['"12", "12.abcdefghij-_0123"', 12],
    [' "12" , ', 12],
    ['"12", "12"', 12],
    ['"foreign", "12"', 12],
    ['W/"11", "12"', 12],
    ['"a,b", "12"', 12],
  ])('reads %j as %d', (header, revision) => {
    expect(expectedRevision(header)).toBe(revision);
  });

  it.each([
    'W/"12"',
    '"foreign"',
    '""',
    '"012"',
    '"-1"',
    '"1e3"',
    '"12.abc"',
    '"99999999999999999999"',
  ])('lets %j match nothing', (header) => {
    expect(expectedRevision(header)).toBe(NO_REVISION);
  });

  it.each(['', '12', '"12', '12"', 'w/"12"', '"12" "13"', '"1 2"', '*, "12"', ',', '"12", "13"'])(
    'refuses %j',
    (header) => {
      expect(() => expectedRevision(header)).toThrow(AppError);
    },
  );

  it('never takes anything but text for a number', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        let read: unknown;
        try {
          read = expectedRevision(header);
        } catch (error) {
          read = error;
        }
        const isKnown =
          read === undefined || Number.isSafeInteger(read) || read instanceof AppError;
        expect(isKnown).toBe(true);
      }),
    );
  });
});

describe('a stale revision', () => {
  it('is 412 for who expected one, and a conflict for who did not', () => {
    expect(staleRevision(3).kind).toBe('precondition-failed');
    expect(staleRevision(undefined).kind).toBe('conflict');
  });

  it('is told by comparing', () => {
    expect(() => {
      assertRevision(4, 3);
    }).toThrow(AppError);
    expect(() => {
      assertRevision(4, 4);
      assertRevision(4, undefined);
    }).not.toThrow();
  });
});
