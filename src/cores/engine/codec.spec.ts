import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { decodeCommands, decodeState, encodeCommands, encodeState } from './codec.js';
import { type JsonValue } from '../../kernel/json.js';
import { type Command } from './commands.js';
import { FINISH_STATES } from './finish-state.js';
import { type ValueRef } from './value-ref.js';
import { type JobState, type TaskState } from './job-state.js';
import { compilePlan } from './compile-plan.js';
import { initialState } from './step.js';
import { mapCommandValues, mapStateValues } from './map-values.js';

const PHASES = ['pending', 'ready', 'running', 'waiting', 'done', 'dead'] as const;
const held: fc.Arbitrary<ValueRef> = fc.oneof(
  fc.json().map((text): ValueRef => ({ kind: 'here', value: JSON.parse(text) as JsonValue })),
  fc.string().map((hash): ValueRef => ({ kind: 'stored', hash, bytes: 70_000, secret: true })),
);
const task: fc.Arbitrary<TaskState> = fc.record({
  phase: fc.constantFrom(...PHASES),
  finish: fc.constantFrom(null, ...FINISH_STATES),
  iterations: fc.nat(3),
  generation: fc.nat(3),
  tries: fc.nat(1),
  secret: fc.boolean(),
});

/** Keys as hostile as a document can make them. */
const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString'));
const values = fc.array(fc.tuple(name, held)).map((entries) => Object.fromEntries(entries));

const state: fc.Arbitrary<JobState> = fc
  .tuple(fc.array(task), values, held)
  .map(([tasks, variables, one]) => ({
    status: 'running',
    tasks: tasks.flatMap((same) => [same, same]),
    variables,
    outputs: { 0: variables },
    loops: { 1: { index: 0, length: 2, items: one } },
    children: {},
    attempts: { a: 1 },
    timers: [
      { kind: 'stub', task: 1, generation: 0, at: 5, ends: { finish: 'success', value: one } },
      { kind: 'job-sla', task: null, generation: 0, at: 9 },
    ],
    errors: [],
    description: '',
    reverts: {},
    lastFinished: null,
    hasMore: false,
    endedAt: null,
  }));

describe('the text of a job', () => {
  it('reads as what was written, whatever the names of its variables', () => {
    fc.assert(
      fc.property(state, (one) => {
        expect(decodeState(encodeState(one))).toEqual(one);
      }),
    );
  });

  it('reads the commands of an outbox as they were written', () => {
    fc.assert(
      fc.property(values, held, (input, error) => {
        const iteration = { id: 'i', task: 'a', number: 1, generation: 0, loops: [], startedAt: 1 };
        const end = { finish: 'error', output: input, error, endedAt: 2 } as const;
        const commands: Command[] = [{ kind: 'record', iteration: { ...iteration, input }, end }];
        expect(decodeCommands(encodeCommands(commands))).toEqual(commands);
      }),
    );
  });
});

describe('values in another form', () => {
  const mark = (one: ValueRef): ValueRef => ({ ...one, secret: true });
  const plainOf = (text: string) => text.match(/"kind":"here"/g)?.length ?? 0;
  const secretOf = (text: string) => text.match(/"secret":true\}/g)?.length ?? 0;
  const here: ValueRef = { kind: 'here', value: 'x' };

  it('are found wherever a state holds one', () => {
    const full: JobState = {
      ...initialState(compilePlan({}, { isInline: () => undefined }), {}, ''),
      tasks: [],
      variables: { a: here },
      outputs: { 0: { b: here } },
      loops: { 1: { index: 0, length: 1, items: here } },
      children: {
        2: {
          length: 1,
          next: 0,
          live: {},
          failed: [],
          failure: null,
          workflow: 'w',
          transformation: null,
          sequential: true,
          isLoop: true,
          variables: { c: here },
          items: here,
        },
      },
      timers: [
        { kind: 'stub', task: 1, generation: 0, at: 5, ends: { finish: 'success', value: here } },
      ],
    };
    const text = JSON.stringify(mapStateValues(full, mark));
    expect([plainOf(text), secretOf(text)]).toEqual([6, 6]);
  });

  it('are found wherever a command carries one', () => {
    const iteration = { id: 'i', task: 'a', number: 1, generation: 0, loops: [], startedAt: 1 };
    const input = { a: here };
    const end = { finish: 'error', output: { b: here }, error: here, endedAt: 2 } as const;
    const commands: Command[] = [
      { kind: 'record', iteration: { ...iteration, input }, end },
      { kind: 'run', iteration: { ...iteration, input } },
      { kind: 'open-manual', iteration: { ...iteration, input } },
      { kind: 'wait', iteration: { ...iteration, input } },
      { kind: 'close', id: 'i', task: 'a', end },
      {
        kind: 'start-child',
        childId: 'c',
        iteration: 'i',
        task: 'a',
        index: 0,
        isLoop: false,
        workflow: 'w',
        variables: input,
        actor: 'job',
      },
      { kind: 'notify-parent', status: 'complete' },
    ];
    const text = JSON.stringify(commands.map((command) => mapCommandValues(command, mark)));
    expect([plainOf(text), secretOf(text)]).toEqual([9, 9]);
  });
});
