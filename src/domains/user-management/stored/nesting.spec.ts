import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { NESTING_MAX, nestingFault } from './nesting.js';

const group = (_id: string, ...memberOf: string[]) => ({ _id, memberOf });
/** Groups that belong to each other, one after the other: `g0` to `g<length-1>`. */
const chain = (length: number) =>
  Array.from({ length }, (_, at) => group(`g${at}`, ...(at + 1 < length ? [`g${at + 1}`] : [])));

describe('nestingFault', () => {
  it('finds nothing wrong with groups beside each other and above', () => {
    const groups = [group('a', 'top'), group('b', 'top'), group('top')];
    const nesting = { id: 'new', memberOf: ['a', 'b'], groups, levelsBelow: 0 };
    expect(nestingFault(nesting)).toBeNull();
  });

  it('refuses a group that would belong to itself, directly or over others', () => {
    const groups = [group('x', 'b'), group('a'), group('b', 'c'), group('c', 'x')];
    const fault = (...memberOf: string[]) =>
      nestingFault({ id: 'x', memberOf, groups, levelsBelow: 0 });
    expect(fault('a', 'x')).toEqual({ index: 1, kind: 'circle' });
    expect(fault('a', 'b')).toEqual({ index: 1, kind: 'circle' });
    expect(fault('a')).toBeNull();
  });

  it('counts the levels above and below', () => {
    const fault = (above: number, levelsBelow: number) =>
      nestingFault({ id: 'x', memberOf: ['g0'], groups: chain(above), levelsBelow });
    expect(fault(NESTING_MAX - 1, 0)).toBeNull();
    expect(fault(NESTING_MAX, 0)).toEqual({ index: 0, kind: 'too-deep' });
    expect(fault(NESTING_MAX - 3, 2)).toBeNull();
    expect(fault(NESTING_MAX - 3, 3)).toEqual({ index: 0, kind: 'too-deep' });
  });

  it('counts the longest of several ways up', () => {
    const groups = [...chain(NESTING_MAX), group('short', 'g9'), group('long', 'g0')];
    const fault = (parent: string) =>
      nestingFault({ id: 'x', memberOf: [parent], groups, levelsBelow: 0 });
    expect(fault('short')).toBeNull();
    expect(fault('long')?.kind).toBe('too-deep');
  });

  it('comes to an end in a circle that is there already', () => {
    const groups = [group('a', 'b'), group('b', 'a')];
    const nesting = { id: 'x', memberOf: ['a'], groups, levelsBelow: 0 };
    expect(nestingFault(nesting)).toEqual({ index: 0, kind: 'too-deep' });
  });

  it('keeps every group out of every circle, whatever is tried', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const tries = fc.array(
      fc.record({
        id: fc.constantFrom(...ids),
        memberOf: fc.array(fc.constantFrom(...ids), { maxLength: 3 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(tries, (changes) => {
        const parents = new Map<string, string[]>(ids.map((id) => [id, []]));
        const reaches = (from: string, to: string, met: string[] = []): boolean =>
          (parents.get(from) ?? []).some(
            (one) => one === to || (!met.includes(one) && reaches(one, to, [...met, one])),
          );
        for (const { id, memberOf } of changes) {
          const groups = [...parents].map(([_id, above]) => ({ _id, memberOf: above }));
          const fault = nestingFault({ id, memberOf, groups, levelsBelow: 0 });
          if (fault === null) parents.set(id, memberOf);
        }
        return ids.every((id) => !reaches(id, id));
      }),
    );
  });
});
