import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { runTask } from '../../../test/support/factories/run-task.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';

const rule = (
  left: JsonValue | undefined,
  operator: string,
  right: JsonValue | undefined,
  more: JsonObject = {},
): JsonObject => ({
  ...(left !== undefined && { operand_1: left }),
  ...(right !== undefined && { operand_2: right }),
  operator,
  query: '',
  rightQuery: '',
  ...more,
});

function evaluate(groups: readonly JsonValue[], flag: boolean, more: JsonObject = {}): string {
  return runTask('evaluation', {
    all_true_flag: flag,
    evaluation_groups: [...groups],
    ...more,
  }).finish;
}
const holds = (one: JsonObject, more: JsonObject = {}): string =>
  evaluate([{ all_true_flag: true, evaluations: [one] }], true, more);

describe('a rule of an evaluation', () => {
  it.each<[JsonValue | undefined, string, JsonValue | undefined, boolean]>([
    ['500', '==', 500, true],
    [500, '==', '500', true],
    ['500', '>', '60', true],
    ['true', '==', true, true],
    [true, '==', 'true', true],
    [true, '==', 'yes', false],
    [true, '!=', 'yes', true],
    [5, '!=', 'five', true],
    [{ item: [1] }, '!=', '', true],
    [{ a: 1 }, '!=', 'x', true],
    [true, '!=', 'x', true],
    [5, '!=', 'abc', true],
    [[], '!=', {}, true],
    [5, '!=', 6, true],
    ['abc', '==', 'abc', true],
    ['007', '==', '7', false],
    ['7', '==', ' 7 ', true],
    ['abc', '<', 'abd', true],
    ['abc', '!=', 7, true],
    ['x7', '==', 'x7', true],
    ['{"a":1}', '==', { a: 1 }, true],
    [{ a: [1, { b: 2 }] }, '==', { a: [1, { b: 2 }] }, true],
    [{ a: 1 }, '==', '{"a":1}', true],
    [{ a: 1 }, '==', [1], false],
    [[1, 2], '!=', [2, 1], true],
    ['12345678901234567890', '==', '12345678901234567891', false],
    [undefined, '==', null, true],
    [null, '==', 'null', true],
    [{ a: 1 }, '!=', null, true],
    [5, '==', null, false],
    [[], '<', 1, true],
    [[{ status: 'FAILED' }], '<', 1, false],
    [[3], '>', '2', true],
    [{}, '<', 1, false],
    [null, '<', 5, true],
    [undefined, '<', 5, false],
    [5, '>', undefined, false],
    [5, '<', 'abc', false],
    [true, '>=', 1, true],
    [5, '>=', 5, true],
    [5, '<=', 4, false],
    [5, '~=', 5, false],
    [5, 'constructor', 5, false],
    ['interface Gi0/1', 'contains', 'Gi\\d', true],
    ['interface Gi0/1', '!contains', '^Gi', true],
    [1500, 'contains', '50', true],
    [{ a: 1 }, 'contains', 'a', true],
    [{ a: 1 }, 'contains', 'constructor', false],
    ['[1,{"a":2}]', 'contains', { a: 2 }, true],
    [['1'], 'contains', '1', true],
    [['1'], '!contains', '1', false],
    [null, 'contains', 'a', false],
    ['1.50', 'contains', '50$', true],
    ['1e3', 'contains', 'e', true],
    ['null', 'contains', 'ul', true],
    [[5], '==', 5, true],
    [5, '==', [5], true],
    [[], '==', '', true],
    ['', '==', [], true],
    [['a', 'b'], '==', 'a,b', true],
    [[], '==', 0, true],
    [[], '!=', false, false],
    [[1], '==', '[1]', true],
    [0, '==', '', false],
    [true, '==', 1, true],
    [true, '==', '1', false],
    ['abc', '>', 5, false],
    ['b', '<', ['c'], true],
    ['Service Check Date 2023', 'contains', '(?<=Date\\s)2023', true],
  ])('%j %s %j is %j', (left, operator, right, expected) => {
    expect(holds(rule(left, operator, right))).toBe(expected ? 'success' : 'failure');
  });

  describe('is judged as JavaScript judges', () => {
    const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;
    const reads = (text: string): boolean => {
      try {
        return JSON.parse(text) !== undefined;
      } catch {
        return false;
      }
    };
    // JavaScript cannot compare an object that has a member `toString` of its own.
    const value = fc.oneof(
      json.filter((one) => !/toString|valueOf/.test(JSON.stringify(one)) && !isJsonText(one)),
      fc.constantFrom<JsonValue>([], [0], [1], ['a'], 'a', '', 0, 1, true, false, null, {}),
    );
    function isJsonText(one: JsonValue): boolean {
      return typeof one === 'string' && reads(one);
    }
    const isText = (one: JsonValue): boolean => typeof one === 'string';
    const isObject = (one: JsonValue): boolean => typeof one === 'object' && one !== null;
    const native: Readonly<Record<string, (left: never, right: never) => boolean>> = {
      '<': (left, right) => left < right,
      '<=': (left, right) => left <= right,
      '>': (left, right) => left > right,
      '>=': (left, right) => left >= right,
      '==': (left, right) => left == right,
      '!=': (left, right) => left != right,
    };
    const isSaid = (sign: string, left: JsonValue, right: JsonValue): boolean =>
      native[sign]?.(left as never, right as never) === true;

    it('by its order', () => {
      const sign = fc.constantFrom('<', '<=', '>', '>=');
      fc.assert(
        fc.property(value, sign, value, (left, one, right) => {
          const expected = isSaid(one, left, right) ? 'success' : 'failure';
          expect(holds(rule(left, one, right))).toBe(expected);
        }),
        { numRuns: 1000 },
      );
    });

    it('by its equality, where neither a text meets a number nor two objects meet', () => {
      fc.assert(
        fc.property(value, fc.constantFrom('==', '!='), value, (left, sign, right) => {
          const isList = Array.isArray(left) || Array.isArray(right);
          fc.pre(isList || isText(left) === isText(right) || left === null || right === null);
          fc.pre(!isObject(left) || !isObject(right));
          const expected = isSaid(sign, left, right) ? 'success' : 'failure';
          expect(holds(rule(left, sign, right))).toBe(expected);
        }),
        { numRuns: 1000 },
      );
    });

    it('by its numbers, where a text of a number meets a number', () => {
      const number = fc.double({ noNaN: true, noDefaultInfinity: true });
      const sign = fc.constantFrom(...Object.keys(native));
      fc.assert(
        fc.property(number, sign, number, fc.boolean(), (one, operator, other, isLeft) => {
          const left = isLeft ? String(one) : one;
          const right = isLeft ? other : String(other);
          const expected = isSaid(operator, one, other) ? 'success' : 'failure';
          expect(holds(rule(left, operator, right))).toBe(expected);
        }),
      );
    });
  });

  it('asks both sides what their queries say', () => {
    const left = { list: [{ id: 'a', size: 3 }] };
    const more = { query: 'list[id=a].size', rightQuery: 'sizes[0]' };
    expect(holds(rule(left, '==', { sizes: ['3'] }, more))).toBe('success');
    expect(holds(rule(left, '==', { sizes: ['4'] }, more))).toBe('failure');
  });

  it('takes nothing for another type where types are strict', () => {
    const options = { options: { strictTypes: true } };
    expect(holds(rule('500', '==', 500), options)).toBe('failure');
    expect(holds(rule('500', '==', '500'), options)).toBe('success');
    expect(holds(rule([5], '==', 5), options)).toBe('failure');
    expect(holds(rule(null, '<=', []), options)).toBe('failure');
    expect(holds(rule({}, '<=', []), options)).toBe('failure');
    expect(holds(rule(null, '<=', null), options)).toBe('success');
  });

  it('is an error where a pattern cannot be read, and says so', () => {
    const outcome = runTask('evaluation', {
      all_true_flag: true,
      evaluation_groups: [{ evaluations: [rule('aa', 'contains', '(a')] }],
    });
    expect(outcome.finish === 'error' && outcome.error).toContain('regular expression');
  });

  it('is an error where a query asks nothing for a member', () => {
    expect(holds(rule([null], '==', 1, { query: 'a' }))).toBe('error');
  });
});

describe('an evaluation', () => {
  const truth = (is: boolean): JsonObject => rule(is, '==', true);
  const group = (all: boolean, ...each: readonly boolean[]): JsonObject => ({
    all_true_flag: all,
    evaluations: each.map(truth),
  });

  it('joins rules in groups and groups in the task as their flags say', () => {
    const flags = fc.array(
      fc.tuple(fc.boolean(), fc.array(fc.boolean(), { minLength: 1, maxLength: 4 })),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.boolean(), flags, (top, groups) => {
        const join = (all: boolean, each: readonly boolean[]): boolean =>
          all ? each.every(Boolean) : each.some(Boolean);
        const expected = join(
          top,
          groups.map(([all, each]) => join(all, each)),
        );
        const given = groups.map(([all, each]) => group(all, ...each));
        expect(evaluate(given, top)).toBe(expected ? 'success' : 'failure');
      }),
    );
  });

  it('puts out true, and nothing at all where it fails', () => {
    const input = (is: boolean): JsonObject => ({
      all_true_flag: false,
      evaluation_groups: [group(false, is)],
    });
    expect(runTask('evaluation', input(true))).toEqual({ finish: 'success', output: true });
    expect(runTask('evaluation', input(false))).toEqual({ finish: 'failure' });
  });

  it('ends whatever it is given', () => {
    const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
    const operator = fc.constantFrom('==', '!=', '<', '>=', 'contains', '!contains', 'x');
    fc.assert(
      fc.property(json, operator, json, (left, sign, right) => {
        const ends = ['success', 'failure', 'error'];
        expect(ends).toContain(holds(rule(left, sign, right)));
        expect(holds(rule(left, '==', left))).not.toBe('error');
      }),
    );
  });

  it('finds every value equal to itself and to its copy', () => {
    const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
    fc.assert(
      fc.property(json, (value) => {
        expect(holds(rule(value, '==', structuredClone(value)))).toBe('success');
        expect(holds(rule(value, '!=', structuredClone(value)))).toBe('failure');
      }),
    );
  });
});
