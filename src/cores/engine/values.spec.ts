import { describe, expect, it } from 'vitest';
import { aLawWorkflow, aTask } from '../../../test/support/engine/law-workflow.js';
import { SteppedJob } from '../../../test/support/engine/stepped-job.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { JOB_VARIABLES_MAX, TOO_MANY_VARIABLES } from './running/value-bounds.js';
import { type ValueRef } from './value-ref.js';

const here = (value: JsonValue): ValueRef => ({ kind: 'here', value });
const secret = (value: JsonValue): ValueRef => ({ kind: 'here', value, secret: true });

const chain = (a: JsonObject, b: JsonObject = aTask('call')) =>
  aLawWorkflow({ a, b }, [
    ['workflow_start', 'a'],
    ['a', 'b'],
    ['b', 'workflow_end'],
  ]);

const engineTask = (incoming: JsonObject, more: JsonObject = {}) => ({
  ...aTask('keep', { incoming, outgoing: { out: '$var.job.kept' } }),
  app: 'WorkFlowEngine',
  ...more,
});

const dispatchedInputs = (incoming: JsonObject, variables: Record<string, ValueRef> = {}) =>
  new SteppedJob(chain(aTask('call', { incoming })), { variables }).begun('a').input;

describe('what is not there', () => {
  const incoming = { variable: '$var.job.absent', output: '$var.b.out' };

  it('is null for tasks of other applications', () => {
    expect(dispatchedInputs(incoming)).toEqual({ variable: here(null), output: here(null) });
  });

  it('is absent for tasks of the engine where it is a job variable, and null where it is an output', () => {
    const seen: JsonValue[] = [];
    const keep = (input: JsonObject) => {
      seen.push(input);
      return { finish: 'success' } as const;
    };
    const job = new SteppedJob(chain(engineTask(incoming)), { tasks: { keep } });
    expect([seen, job.task('a').finish]).toEqual([[{ output: null }], 'success']);
  });

  it('is nothing at all under names that every object has', () => {
    expect(dispatchedInputs({ x: '$var.job.constructor', y: '$var.b.__proto__' })).toEqual({
      x: here(null),
      y: here(null),
    });
  });
});

describe('large values', () => {
  const large: ValueRef = { kind: 'stored', hash: 'abc', bytes: 100_000 };
  const answer = () => ({ a: [{ b: 7 }], '~c/d': 8 });

  const incoming = {
    x: '$var.job.large#/a/0/b',
    y: '$var.job.large#/a/9',
    z: '$var.job.large#/~0c~1d',
  };
  const asking = (task: JsonObject) => {
    const pointers = Object.keys(incoming).map((name) => `/incoming/${name}`);
    const decorators = pointers.map((pointer) => ({ type: 'query', pointer }));
    return { ...task, variables: { ...(task['variables'] as JsonObject), decorators } };
  };

  it('are passed on as they are held', () => {
    expect(dispatchedInputs({ x: '$var.job.large' }, { large })).toEqual({ x: large });
  });

  it('are asked for once where something within them is wanted', () => {
    const job = new SteppedJob(chain(asking(aTask('call', { incoming }))), {
      variables: { large },
      answer,
    });
    expect(job.queries).toEqual([{ kind: 'value', held: large }]);
    expect(job.begun('a').input).toEqual({ x: here(7), y: here(null), z: here(8) });
  });

  it('are absent for tasks of the engine where what is wanted is not within them', () => {
    const keep = (input: JsonObject) => ({ finish: 'success', output: input }) as const;
    const job = new SteppedJob(chain(asking(engineTask(incoming))), {
      tasks: { keep },
      variables: { large },
      answer,
    });
    expect(job.variable('kept')).toEqual({ x: 7, z: 8 });
  });

  it('are asked for where a task runs within the step', () => {
    const keep = (input: JsonObject) => ({ finish: 'success', output: input }) as const;
    const job = new SteppedJob(chain(engineTask({ x: '$var.job.large' })), {
      tasks: { keep },
      variables: { large },
      answer,
    });
    expect(job.variable('kept')).toEqual({ x: answer() });
  });
});

describe('values that inputs refer to again and again', () => {
  const operand = { task: 'job', variable: 'long' };
  const merged = (value: JsonValue, count: number) => {
    const merge = () => ({ finish: 'success', output: 1 }) as const;
    const incoming = { data_to_merge: Array.from({ length: count }, () => ({ value: operand })) };
    const task = { ...engineTask(incoming), name: 'merge' };
    const options = { tasks: { merge }, variables: { long: here(value) } };
    return new SteppedJob(chain(task), options).state.errors[0]?.message ?? '';
  };

  it('end their task in error when these would be stored with too many copies', () => {
    const long = 'x'.repeat(1024 * 1024);
    expect([merged(long, 60), merged(long, 65)]).toEqual([
      '',
      expect.stringContaining('each value counted as often'),
    ]);
  });

  it('are measured once, however many copies there would be', () => {
    let looked = 0;
    const value = new Proxy([1, 2, 3], {
      get: (list, key, self) => {
        if (key === Symbol.iterator) looked += 1;
        return Reflect.get(list, key, self) as unknown;
      },
    });
    expect([merged(value, 10_000), looked]).toEqual(['', 1]);
  });
});

describe('variables of a job', () => {
  const full = Object.fromEntries(
    Array.from({ length: JOB_VARIABLES_MAX - 1 }, (_, at) => [`v${at}`, here(at)]),
  );
  const set = (name: string) => () =>
    ({
      finish: 'success',
      output: 1,
      effects: [{ kind: 'set-variable', name, value: 1 }],
    }) as const;
  const errorOf = (name: string) => {
    const job = new SteppedJob(chain(engineTask({})), {
      tasks: { keep: set(name) },
      variables: full,
    });
    return [job.state.errors[0]?.message, Object.keys(job.state.variables).length];
  };

  it('are so many at most: a task that makes more ends in error, and makes none', () => {
    // Its output goes to a variable too.
    expect(errorOf('v1')).toEqual([undefined, JOB_VARIABLES_MAX]);
    expect(errorOf('another')).toEqual([TOO_MANY_VARIABLES, JOB_VARIABLES_MAX - 1]);
  });
});

describe('values for which there is no room', () => {
  const valueBound = { bytesMax: 20, refusal: 'no room' };
  const long = 'x'.repeat(21);

  it('are an error of the task that makes them, which then does nothing to its job', () => {
    const effects = [{ kind: 'set-variable', name: 'v', value: long }] as const;
    const keep = () => ({ finish: 'success', effects }) as const;
    const job = new SteppedJob(chain(engineTask({})), { tasks: { keep }, valueBound });
    expect(job.state.errors[0]?.message).toBe('no room');
    expect(job.state.variables).toEqual({});
  });

  it('are an error of the task that would begin with them, unless they lie apart already', () => {
    const call = (x: string) => chain(aTask('call', { incoming: { x } }));
    expect(new SteppedJob(call(long), { valueBound }).state.errors[0]?.message).toBe('no room');
    const large: ValueRef = { kind: 'stored', hash: 'abc', bytes: 100_000 };
    const apart = new SteppedJob(call('$var.job.large'), { valueBound, variables: { large } });
    expect(apart.begun('a').input).toEqual({ x: large });
  });

  it('are an error of the task that a worker ends with them', () => {
    const job = new SteppedJob(chain(aTask('call')), { valueBound });
    job.finish('a', { finish: 'success', output: long });
    expect(job.state.errors[0]?.message).toBe('no room');
  });
});

describe('tasks that run within the step', () => {
  it('are given the documents and variables that they ask for, in their order', () => {
    const needs = () =>
      [
        { kind: 'variable', name: 'v' },
        { kind: 'document', type: 'template', idOrName: 't' },
        { kind: 'variable', name: 'absent' },
      ] as const;
    const keep = {
      needs,
      run: (_input: JsonObject, { given }: { readonly given: readonly unknown[] }) =>
        ({ finish: 'success', output: JSON.stringify(given) }) as const,
    };
    const job = new SteppedJob(chain(engineTask({})), {
      tasks: { keep },
      variables: { v: here(1) },
      answer: () => 'the document',
    });
    expect(job.variable('kept')).toBe('[1,"the document",null]');
  });

  it('end in error with the message of whatever they throw', () => {
    const keep = () => {
      throw new Error('this cannot be');
    };
    const job = new SteppedJob(chain(engineTask({})), { tasks: { keep } });
    expect(job.state.errors[0]).toMatchObject({ task: 'a', message: 'this cannot be' });
  });

  it('end in error when they compute for too long', () => {
    const keep = (_input: JsonObject, { spend }: { readonly spend: (units: number) => void }) => {
      for (;;) spend(1);
    };
    const job = new SteppedJob(chain(engineTask({})), {
      tasks: { keep },
      limits: { fuelPerTask: 1000 },
    });
    expect(job.state.errors[0]?.message).toContain('more than 1000 steps');
  });

  it('leave the rest to the next step when they have computed a lot', () => {
    const keep = (_input: JsonObject, { spend }: { readonly spend: (units: number) => void }) => {
      spend(9_000_000);
      return { finish: 'success' } as const;
    };
    const job = new SteppedJob(chain(engineTask({})), { tasks: { keep } });
    expect([job.state.hasMore, job.task('b').phase]).toEqual([true, 'ready']);
    job.apply({ kind: 'wake' });
    expect([job.state.hasMore, job.task('b').phase]).toEqual([false, 'running']);
  });
});

describe('secrets', () => {
  const keep = (input: JsonObject) => ({ finish: 'success', output: { made: input } }) as const;

  it('are variables that the workflow calls so, with the values that they had', () => {
    const workflow = {
      ...chain(aTask('call', { incoming: { x: '$var.job.token', y: '$var.job.plain' } })),
      decorators: [{ type: 'encryption', pointer: '/variables/token' }],
    };
    const variables = { token: here('pw'), plain: here('a') };
    const { input } = new SteppedJob(workflow, { variables }).begun('a');
    expect(input).toEqual({ x: secret('pw'), y: here('a') });
  });

  it('make secret whatever is made of them', () => {
    const job = new SteppedJob(chain(engineTask({ x: '$var.job.s' })), {
      tasks: { keep },
      variables: { s: secret('pw') },
    });
    expect(job.state.variables['kept']).toEqual(secret({ made: { x: 'pw' } }));
  });

  it('stay secret through a worker, who tells nothing of them', () => {
    const call = aTask('call', {
      incoming: { x: '$var.job.s' },
      outgoing: { result: '$var.job.kept' },
      error: '$var.job.wrong',
    });
    const job = new SteppedJob(chain(call), { variables: { s: secret('pw') } });
    job.finish('a', { finish: 'error', error: { message: 'pw was refused' } });
    expect(job.state.variables['wrong']).toEqual(secret({ message: 'pw was refused' }));
    expect(JSON.stringify(job.state.errors)).not.toContain('pw');
    expect(JSON.stringify(job.commands.filter(({ kind }) => kind === 'publish'))).not.toContain(
      'pw',
    );
  });

  it('never become the description of a job', () => {
    const describeIt = {
      run: () =>
        ({
          finish: 'success',
          effects: [{ kind: 'set-description', description: 'pw' }],
        }) as const,
    };
    const job = new SteppedJob(chain(engineTask({ x: '$var.job.s' })), {
      tasks: { keep: describeIt },
      variables: { s: secret('pw') },
    });
    expect(job.state.description).toBe('<SECRET>');
  });
});
