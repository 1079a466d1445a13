import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../../kernel/json.js';
import { mockFaults, mockFor, namedWorkflows } from './mocks.js';

const RUN = { workflow: 'W', task: 'a1', number: 1, isChild: false };

describe('the mock of a run', () => {
  it.each<[string, JsonObject, unknown]>([
    ['a success with its output', { output: [1] }, { finish: 'success', output: [1] }],
    ['a success without one', {}, { finish: 'success' }],
    ['a failure', { finish: 'failure' }, { finish: 'failure' }],
    [
      'outputs by name',
      { finish: 'success', outputs: { a: 1 } },
      { finish: 'success', outputs: { a: 1 } },
    ],
    ['an error', { finish: 'error', error: { x: 1 } }, { finish: 'error', error: { x: 1 } }],
    ['an error without words', { finish: 'error' }, { finish: 'error', error: 'mocked error' }],
  ])('is %s', (_, mock, outcome) => {
    expect(mockFor({ a1: mock }, RUN)).toEqual(outcome);
  });

  it('is of the started workflow by the id of the task, of any by its name as well', () => {
    const mocks = { a1: { output: 'short' }, 'W/a1': { output: 'whole' } };
    expect(mockFor(mocks, RUN)).toMatchObject({ output: 'whole' });
    expect(mockFor({ a1: mocks.a1 }, { ...RUN, isChild: true })).toBeUndefined();
    expect(mockFor(mocks, { ...RUN, isChild: true })).toMatchObject({ output: 'whole' });
    expect(mockFor(mocks, { ...RUN, workflow: '@p: W', isChild: true })).toMatchObject({
      output: 'whole',
    });
    expect(mockFor(mocks, { ...RUN, workflow: 'constructor', task: 'a2' })).toBeUndefined();
  });

  it('is another one at each run where there is a list, and the last one ever after', () => {
    const mocks = { a1: [{ finish: 'failure' }, { finish: 'success' }] };
    const finishes = [1, 2, 3].map((number) => mockFor(mocks, { ...RUN, number })?.finish);
    expect(finishes).toEqual(['failure', 'success', 'success']);
  });

  it.each<[JsonObject, readonly string[]]>([
    [{ a1: {}, 'W/a~1': [{}, { finish: 'error' }] }, []],
    [{ a1: 1 }, ['#/m/a1 must be an object']],
    [{ a1: [] }, ['#/m/a1 must not be empty']],
    [{ 'W/a~': [null] }, ['#/m/W~1a~0/0 must be an object']],
    [{ a1: { finish: 'x' } }, ['#/m/a1/finish must be one of success, failure, error']],
    [{ a1: { outputs: [] } }, ['#/m/a1/outputs must be an object']],
    [{ a1: { answer: 1 } }, ['#/m/a1/answer is not known']],
    [{ a2: {} }, ["#/m/a2 is no task of workflow 'W', which has a1, a~, a~1"]],
    [{ 'W/a2': {} }, ["#/m/W~1a2 is no task of workflow 'W', which has a1, a~, a~1"]],
    [{ 'Child/b1': {}, 'A/B/c/d': {} }, []],
    [{ 'Child/a1': {} }, ["#/m/Child~1a1 is no task of workflow 'Child', which has b1"]],
    [{ 'A/B/c': {} }, ["#/m/A~1B~1c is no task of workflow 'A/B', which has c/d"]],
    [{ 'Other/a1': {} }, ["#/m/Other~1a1 is no task: there is no workflow 'Other'"]],
  ])('in %j has the faults %j', (mocks, faults) => {
    const started = { name: 'W', tasks: new Set(['a1', 'a~', 'a~1']) };
    const found = [
      { name: 'Child', tasks: new Set(['b1']) },
      { name: 'A/B', tasks: new Set(['c/d']) },
    ];
    const others = new Map(found.map((one) => [one.name, one]));
    expect(
      mockFaults(mocks, { started, others }, '#/m').map(
        ({ pointer, detail }) => `${pointer} ${detail}`,
      ),
    ).toEqual(faults);
  });

  it('has so many faults that somebody can mend them', () => {
    const started = { name: 'W', tasks: new Set(['a1']) };
    const many = Array.from({ length: 500 }, (_, at) => [`b${at}`, {}] as const);
    const mocks = { a1: many.map(() => 1), ...Object.fromEntries(many) };
    const faults = mockFaults(mocks, { started, others: new Map() }, '#/m');
    expect(faults).toHaveLength(100);
    expect(faults.at(-1)?.pointer).toBe('#/m/a1/99');
  });

  it('may be of workflows whose names have slashes, and of tasks too', () => {
    const mocks = { a1: {}, 'W/a1': {}, 'w/1': {}, 'A/B/c/d': {} };
    const started = { name: 'W', tasks: new Set(['a1', 'w/1']) };
    expect(namedWorkflows(mocks, started)).toEqual(['A', 'A/B', 'A/B/c']);
  });
});
