import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { aWorkflow } from '../../../test/support/factories/a-workflow.js';
import {
  type DrawnWorkflow,
  innerTasks,
  soundWorkflow,
  standard,
} from '../../../test/support/arbitraries/sound-workflow.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type Finding, FINDING_CODES, type FindingCode } from './finding.js';
import { FINDINGS_MAX, findingsOf, TASK_NAMES_MAX, WORKFLOW_PARTS_MAX } from './findings-of.js';
import { readWorkflow } from './read-workflow.js';

const judge = (document: JsonObject) => findingsOf(readWorkflow(document));
const allOf = (document: JsonObject): readonly Finding[] => {
  const { errors, warnings } = judge(document);
  return [...errors, ...warnings];
};
const codesOf = (document: JsonObject) => allOf(document).map(({ code }) => code);
const pick = (items: readonly string[], seed: number): string => items[seed % items.length] ?? '';

const AUTHOR_CODES = [
  'merge-keys',
  'operator-unknown',
  'output-unknown',
  'reference-stays-text',
  'value-refused',
  'variable-unwritten',
  'way-missing',
  'way-never-taken',
];

/** What can only be found beside what is stored. */
const LOOKED_UP = [
  'child-draft',
  'document-missing',
  'group-missing',
  'operation-missing',
  'references-unchecked',
  'transformation-draft',
  'transformation-names',
  'transformation-inputs',
];

/** One thing done wrong, and what must be found; false where this workflow has no place for it. */
type Mutation = readonly [
  what: string,
  code: FindingCode,
  mutate: (workflow: DrawnWorkflow, seed: number) => boolean,
];

const edge = (
  { transitions }: DrawnWorkflow,
  [from, to]: readonly [string, string],
  value: JsonValue,
): boolean => {
  (transitions[from] ??= {})[to] = value;
  return true;
};
const setting =
  (key: string, value: JsonValue) =>
  (workflow: DrawnWorkflow, seed: number): boolean => {
    const task = workflow.tasks[pick(innerTasks(workflow), seed)];
    if (task) task[key] = value;
    return task !== undefined;
  };
const incoming = (name: string, values: JsonObject) => {
  const [rename, fill] = [setting('name', name), setting('variables', { incoming: values })];
  return (workflow: DrawnWorkflow, seed: number): boolean => {
    const id = pick(innerTasks(workflow), seed);
    // Another name would take a loop its body.
    if (workflow.tasks[id]?.['name'] === 'forEach') return false;
    return rename(workflow, seed) && fill(workflow, seed);
  };
};
/** Another task that the edges of this one lead to, over however many. */
const downstream = ({ transitions }: DrawnWorkflow, id: string): readonly string[] => {
  const reached = new Set<string>();
  const open = [id];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const [to, value] of Object.entries(transitions[one] ?? {})) {
      const { type, state } = value as JsonObject;
      if (type !== 'standard' || state === 'loop' || reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  return [...reached].filter((one) => one !== 'workflow_end');
};
const loops = ({ tasks }: DrawnWorkflow): readonly string[] =>
  Object.keys(tasks).filter((id) => tasks[id]?.['name'] === 'forEach');
const bodyOf = ({ transitions }: DrawnWorkflow, loop: string): readonly string[] =>
  Object.entries(transitions[loop] ?? {})
    .filter(([, value]) => (value as JsonObject)['state'] === 'loop')
    .map(([to]) => to);

const MUTATIONS: readonly Mutation[] = [
  ['no start', 'task-missing', ({ tasks }) => delete tasks['workflow_start']],
  ['no end', 'task-missing', ({ tasks }) => delete tasks['workflow_end']],
  ['a task without a name', 'task-unnamed', setting('name', '')],
  ['an actor that is nobody', 'actor-unknown', setting('actor', 'ada')],
  ['an actor that is no text', 'actor-unknown', setting('actor', 7)],
  ['an actor that is a property of objects', 'actor-unknown', setting('actor', 'constructor')],
  [
    'a reference to an absent task',
    'reference-to-absent-task',
    incoming('query', { obj: '$var.absent.out' }),
  ],
  [
    'a mapped reference to an absent task',
    'reference-to-absent-task',
    incoming('transformation', { variableMap: { a: '$var.absent.out' } }),
  ],
  [
    'an operand of an absent task',
    'reference-to-absent-task',
    incoming('merge', { data_to_merge: [{ key: 'a', value: { task: 'absent', variable: 'b' } }] }),
  ],
  [
    'a condition on an absent task',
    'reference-to-absent-task',
    incoming('evaluation', {
      evaluation_groups: [{ evaluations: [{ operand_1: { task: '__proto__', variable: 'a' } }] }],
    }),
  ],
  [
    'a child variable of an absent task',
    'reference-to-absent-task',
    incoming('childJob', { workflow: 'x', variables: { a: { task: 'absent', value: 'b' } } }),
  ],
  ['a child without a name', 'child-unnamed', incoming('childJob', { workflow: ' ' })],
  [
    'a query by a pattern that is none',
    'pattern-unsupported',
    incoming('query', { query: 'list[*name~/(a/i]' }),
  ],
  [
    'a condition by a pattern that is none',
    'pattern-unsupported',
    incoming('evaluation', {
      evaluation_groups: [
        {
          evaluations: [{ operator: 'contains', operand_2: { task: 'static', variable: '(?<a' } }],
        },
      ],
    }),
  ],
  [
    'a search by a pattern that is none',
    'pattern-unsupported',
    incoming('search', { str: '$var.job.x', regexp: '/a(/i' }),
  ],
  [
    'a task that this platform lacks',
    'task-unsupported',
    (workflow, seed) =>
      incoming('runComplianceForTree', {})(workflow, seed) &&
      setting('app', 'ConfigurationManager')(workflow, seed),
  ],
  [
    'an edge of an absent task',
    'edge-of-absent-task',
    (workflow, seed) => edge(workflow, ['absent', pick(innerTasks(workflow), seed)], standard()),
  ],
  [
    'an edge to an absent task',
    'edge-to-absent-task',
    (workflow, seed) =>
      edge(workflow, [pick(innerTasks(workflow), seed), 'constructor'], standard()),
  ],
  [
    'an edge of an unknown state',
    'edge-unknown',
    (workflow) => edge(workflow, ['workflow_start', 'workflow_end'], standard('maybe')),
  ],
  [
    'an edge of an unknown type',
    'edge-unknown',
    (workflow) =>
      edge(workflow, ['workflow_start', 'workflow_end'], { type: 'other', state: 'success' }),
  ],
  [
    'a revert edge into a loop',
    'edge-unknown',
    (workflow) =>
      edge(workflow, ['workflow_start', 'workflow_end'], { type: 'revert', state: 'loop' }),
  ],
  [
    'an edge that is none',
    'unreadable',
    (workflow, seed) => edge(workflow, [pick(innerTasks(workflow), seed), 'workflow_end'], 'x'),
  ],
  ['a task that is none', 'unreadable', ({ tasks }) => Boolean((tasks['ffff'] = [] as never))],
  [
    'a self edge',
    'edge-to-itself',
    (workflow, seed) => {
      const id = pick(innerTasks(workflow), seed);
      return edge(workflow, [id, id], standard());
    },
  ],
  [
    'an edge from start to end',
    'edge-from-start-to-end',
    (workflow) => edge(workflow, ['workflow_start', 'workflow_end'], standard()),
  ],
  [
    'a failure of the start',
    'edge-out-of-start',
    (workflow, seed) =>
      edge(workflow, ['workflow_start', pick(innerTasks(workflow), seed)], standard('failure')),
  ],
  [
    'something after the end',
    'edge-out-of-end',
    (workflow, seed) =>
      edge(workflow, ['workflow_end', pick(innerTasks(workflow), seed)], standard()),
  ],
  [
    'a loop into the end',
    'loop-into-end',
    (workflow, seed) =>
      loops(workflow).length > 0 &&
      edge(workflow, [pick(loops(workflow), seed), 'workflow_end'], standard('loop')),
  ],
  [
    'a loop of another task',
    'loop-not-of-for-each',
    (workflow, seed) => {
      const others = innerTasks(workflow).filter((id) => !loops(workflow).includes(id));
      const to = pick(innerTasks(workflow), seed + 1);
      const from = pick(others, seed);
      return from !== '' && from !== to && edge(workflow, [from, to], standard('loop'));
    },
  ],
  [
    'a cycle',
    'cycle',
    (workflow, seed) => {
      const from = pick(innerTasks(workflow), seed);
      const later = pick(downstream(workflow, from), seed);
      return later !== '' && later !== from && edge(workflow, [later, from], standard());
    },
  ],
  [
    'an island',
    'unreachable',
    (workflow) => {
      workflow.tasks['abcd'] = { name: 'query' };
      return edge(workflow, ['abcd', 'workflow_end'], standard());
    },
  ],
  [
    'a task that only a revert edge leads to',
    'unreachable',
    (workflow, seed) => {
      workflow.tasks['abcd'] = { name: 'query' };
      const from = pick(innerTasks(workflow), seed);
      return (
        from !== 'abcd' && edge(workflow, [from, 'abcd'], { type: 'revert', state: 'success' })
      );
    },
  ],
  [
    'a loop without a body',
    'loop-without-body',
    ({ tasks, transitions }) => {
      tasks['abcd'] = { name: 'forEach' };
      return Boolean(
        (transitions['workflow_start'] = { ...transitions['workflow_start'], abcd: standard() }),
      );
    },
  ],
  [
    'a way out of a loop',
    'loop-boundary',
    (workflow, seed) => {
      const inner = pick(bodyOf(workflow, pick(loops(workflow), seed)), seed);
      return inner !== '' && edge(workflow, [inner, 'workflow_end'], standard());
    },
  ],
  [
    'a way into a loop',
    'loop-boundary',
    (workflow, seed) => {
      const inner = pick(bodyOf(workflow, pick(loops(workflow), seed)), seed);
      return inner !== '' && edge(workflow, ['workflow_start', inner], standard());
    },
  ],
  [
    'a way back out of a loop',
    'loop-boundary',
    (workflow, seed) => {
      const loop = pick(loops(workflow), seed);
      const inner = pick(bodyOf(workflow, loop), seed);
      return inner !== '' && edge(workflow, [inner, loop], { type: 'revert', state: 'success' });
    },
  ],
];

describe('findingsOf', () => {
  it('finds nothing in any sound workflow', () => {
    fc.assert(
      fc.property(soundWorkflow, (workflow) => {
        expect(judge(workflow)).toEqual({ errors: [], warnings: [] });
      }),
      { numRuns: 500 },
    );
    expect(judge(aWorkflow('sound'))).toEqual({ errors: [], warnings: [] });
  });

  it.each(MUTATIONS)('finds %s', (_, code, mutate) => {
    let planted = 0;
    fc.assert(
      fc.property(soundWorkflow, fc.nat(1000), (drawn, seed) => {
        const workflow = structuredClone(drawn);
        if (!mutate(workflow, seed)) return;
        planted += 1;
        expect(codesOf(workflow)).toContain(code);
        expect(judge(workflow).errors.length > 0).toBe(FINDING_CODES[code] === 'error');
      }),
    );
    expect(planted).toBeGreaterThan(0);
  });

  it('plants everything that it finds', () => {
    const planted = new Set(MUTATIONS.map(([, code]) => code));
    const rest = Object.keys(FINDING_CODES).filter((code) => !planted.has(code as FindingCode));
    // What authors get wrong in arguments, names and ways has a test of its own.
    const others = ['more', 'patterns-unchecked', 'too-large', ...AUTHOR_CODES, ...LOOKED_UP];
    expect(rest.sort()).toEqual(others.sort());
  });

  it('looks for nothing else in what is larger than a workflow may be', () => {
    const sound = aWorkflow('sound') as unknown as DrawnWorkflow;
    const edges = Object.values(sound.transitions).flatMap((targets) => Object.keys(targets));
    const room = WORKFLOW_PARTS_MAX - Object.keys(sound.tasks).length - edges.length;
    for (let at = 0; at < room; at += 1) sound.tasks[at.toString(16)] = { name: '' };
    expect(codesOf(sound)).not.toContain('too-large');
    sound.tasks['fffff'] = { name: '' };
    expect(judge(sound)).toEqual({
      errors: [
        {
          pointer: '#',
          code: 'too-large',
          message: 'has 25001 tasks and transitions; 25000 are the most',
        },
      ],
      warnings: [],
    });
  });

  it('looks for nothing else where a task has more inputs and outputs than it may', () => {
    const named = (count: number) => {
      const names = Array.from({ length: count }, (_, at) => [`n${at}`, at] as const);
      const workflow = aWorkflow('named') as unknown as DrawnWorkflow;
      const [id = ''] = Object.keys(workflow.tasks).filter((task) => !task.startsWith('workflow'));
      Object.assign(workflow.tasks[id] ?? {}, {
        variables: { incoming: Object.fromEntries(names) },
      });
      return { id, found: judge(workflow).errors.filter(({ code }) => code === 'too-large') };
    };
    const { id, found } = named(TASK_NAMES_MAX + 1);
    expect(found).toMatchObject([{ pointer: `#/tasks/${id}/variables` }]);
    expect(named(TASK_NAMES_MAX).found).toEqual([]);
  });

  it('says where, in a pointer, and what, in a sentence', () => {
    const workflow = aWorkflow('x', { transitions: { workflow_start: { 'a/b': standard() } } });
    expect(judge(workflow).errors[0]).toEqual({
      pointer: '#/transitions/workflow_start/a~1b',
      code: 'edge-to-absent-task',
      message: "the edge 'workflow_start' > 'a/b' leads to a task that does not exist",
    });
  });

  it.each<[string, JsonObject]>([
    ['empty entries of absent tasks', { transitions: { ...transitionsOf(), dead: {}, gone: {} } }],
    ['the system in the words of other systems', withActor('Pronghorn')],
    ['the system in the words of the interface', withActor('platform')],
    ['the one who started the job', withActor('job')],
    ['the one who worked on a manual task', withActor('e5f6')],
    ['nobody', withActor(null)],
  ])('has nothing against %s', (_, more) => {
    expect(judge(aWorkflow('x', more))).toEqual({ errors: [], warnings: [] });
  });

  it.each<[string, JsonObject, boolean]>([
    ['one of our own applications', { app: 'WorkFlowEngine', name: 'doMagic' }, true],
    ['another of them', { app: 'MOP', name: 'constructor' }, true],
    ['standards of configurations', { app: 'GoldenConfig', name: 'query' }, true],
    ['an adapter', { app: 'MOP', name: 'doMagic', location: 'Adapter' }, false],
    ['an application that there is not', { app: 'Magic', location: 'Application' }, true],
    ['another system that nobody knows', { app: 'Magic', location: '' }, false],
    ['a task for people', { app: 'WorkFlowEngine', name: 'doMagic', type: 'manual' }, false],
    ['a task that there is', { app: 'MOP', name: 'reattempt' }, false],
  ])('says whether the engine has it: %s', (_, task, isMissing) => {
    const tasks = aWorkflow('x')['tasks'] as Record<string, JsonObject>;
    const { warnings } = judge(
      aWorkflow('x', { tasks: { ...tasks, a1b2: { ...tasks['a1b2'], ...task } } }),
    );
    const pointers = warnings
      .filter(({ code }) => code === 'task-unsupported')
      .map(({ pointer }) => pointer);
    expect(pointers).toEqual(isMissing ? ['#/tasks/a1b2/name'] : []);
  });

  it.each<[string, JsonObject]>([
    ['no tasks at all', { name: 'x' }],
    ['lists in the place of maps', { name: 'x', tasks: [], transitions: [] }],
    [
      'names of properties',
      JSON.parse(
        '{"tasks":{"__proto__":{},"toString":1},"transitions":{"constructor":{"__proto__":{}}}}',
      ) as JsonObject,
    ],
    [
      'texts in the place of everything',
      aWorkflow('x', { tasks: { a: { variables: 'x', name: [], actor: {} } } }),
    ],
  ])('survives %s', (_, document) => {
    expect(judge(document).errors.length).toBeGreaterThan(0);
  });

  it('survives whatever JSON holds', () => {
    const anything = fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<JsonValue>;
    const part = fc.dictionary(fc.oneof(fc.string(), fc.constant('workflow_start')), anything);
    fc.assert(
      fc.property(part, part, anything, (tasks, transitions, more) => {
        expect(judge({ tasks, transitions, more }).errors.length).toBeGreaterThan(0);
      }),
    );
  });

  it('judges chains, fans and loops in loops of ten thousand tasks', () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => at.toString(16));
    const tasks = (name: string): JsonObject =>
      Object.fromEntries(['workflow_start', ...ids, 'workflow_end'].map((id) => [id, { name }]));
    const chain = (state: string): JsonObject =>
      Object.fromEntries(
        ids.map((id, at) => [id, { [ids[at + 1] ?? 'workflow_end']: standard(state) }]),
      );
    const start = { workflow_start: { '0': standard() } };
    const fan = { '0': Object.fromEntries(ids.slice(1).map((id) => [id, standard()])) };
    expect(
      codesOf({ tasks: tasks('query'), transitions: { ...start, ...chain('success') } }),
    ).toEqual([]);
    const nested = { tasks: tasks('forEach'), transitions: { ...start, ...chain('loop') } };
    expect(codesOf(nested)).toEqual(['loop-into-end']);
    expect(codesOf({ tasks: tasks('query'), transitions: { ...start, ...fan } })).toEqual([
      'unreachable',
    ]);
    const back = { ...chain('success'), [ids.at(-1) ?? '']: { '0': standard() } };
    expect(codesOf({ tasks: tasks('query'), transitions: { ...start, ...back } })).toEqual([
      'cycle',
      'unreachable',
    ]);
  });

  it('shows a thousand findings and says how many more there are', () => {
    const ids = Array.from({ length: 1500 }, (_, at) => at.toString(16));
    const { errors } = judge({
      tasks: Object.fromEntries(['workflow_start', ...ids].map((id) => [id, { name: 'x' }])),
      transitions: {},
    });
    expect(errors).toHaveLength(FINDINGS_MAX + 1);
    expect(errors.at(-1)).toEqual({
      pointer: '#',
      code: 'more',
      message: 'and 501 more like these',
    });
  });

  it('looks at five hundred patterns and says so', () => {
    const queries = Array.from({ length: 501 }, (_, at) => `a[*b~/x${String(at)}/]`);
    const tasks = queries.map((query, at): [string, JsonObject] => [
      at.toString(16),
      { name: 'query', variables: { incoming: { query } } },
    ]);
    const found = judge({ tasks: Object.fromEntries(tasks), transitions: {} });
    expect(found.warnings.map(({ code }) => code)).toEqual(['patterns-unchecked']);
  });
});

function transitionsOf(): JsonObject {
  return aWorkflow('x')['transitions'] as JsonObject;
}

function withActor(actor: JsonValue): JsonObject {
  const tasks = aWorkflow('x')['tasks'] as Record<string, JsonObject>;
  return { tasks: { ...tasks, a1b2: { ...tasks['a1b2'], actor } } };
}
