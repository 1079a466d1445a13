/** What the walk of kills runs: reverts around a call, a timer, a loop of children, and a person's task. */
const standard = (state = 'success') => ({ type: 'standard', state });
const revert = (state) => ({ type: 'revert', state });

function task(name, incoming, outgoing, more = {}) {
  return {
    name,
    canvasName: name,
    app: 'WorkFlowEngine',
    location: 'Application',
    type: 'operation',
    groups: [],
    actor: 'job',
    variables: { incoming, outgoing, error: '' },
    ...more,
  };
}

const calls = (method, uri) =>
  task('restCall', { method, uri }, { result: null }, { type: 'automatic' });

function workflow(name, tasks, transitions) {
  return {
    name,
    type: 'automation',
    canvasVersion: 3,
    groups: [],
    tasks: {
      workflow_start: { name: 'workflow_start', groups: [], x: 0, y: 0.5 },
      ...tasks,
      workflow_end: { name: 'workflow_end', groups: [], x: 1, y: 0.5 },
    },
    transitions: { ...transitions, workflow_end: {} },
  };
}

export const CHILDREN = 4;
export const ROUNDS = 3;
export const [WALK_NAME, LEAF_NAME] = ['Walk', 'Walk leaf'];

const rounds = {
  all_true_flag: true,
  evaluation_groups: [
    {
      all_true_flag: true,
      evaluations: [
        {
          operand_1: { task: 'c3', variable: 'length' },
          operator: '==',
          operand_2: { task: 'static', variable: ROUNDS },
        },
      ],
    },
  ],
};

/** A child: a call that does no harm when it is made again. @param server where calls go. */
export const leafOf = (server) =>
  workflow(
    LEAF_NAME,
    { a1: calls('GET', `${server}/read`) },
    { workflow_start: { a1: standard() }, a1: { workflow_end: standard() } },
  );

/** Each round makes a call that must not be made again; one whose outcome nobody knows goes by `e5`. */
export const walkOf = (server) =>
  workflow(
    WALK_NAME,
    {
      a1: task(
        'push',
        { job_variable: 'rounds', item_to_push: 'round' },
        { job_variable_value: null },
      ),
      b2: calls('POST', `${server}/write`),
      c3: task('arrayLength', { arr: '$var.job.rounds' }, { length: null }),
      d4: task('evaluation', rounds, { return_value: null }),
      e5: task('newVariable', { name: 'unknown', value: true }, { value: null }),
      f6: task('delay', { time: 1 }, { time_in_milliseconds: null }),
      a7: task(
        'childJob',
        {
          workflow: LEAF_NAME,
          variables: {},
          loopType: 'parallel',
          data_array: Array.from({ length: CHILDREN }, (_, at) => ({ at })),
          transformation: '',
        },
        { job_details: null },
      ),
      b8: task(
        'ViewData',
        { header: 'Go on?', message: '', body: '', variables: {}, btn_success: 'Yes' },
        {},
        { type: 'manual' },
      ),
    },
    {
      workflow_start: { a1: standard() },
      a1: { b2: standard() },
      b2: { c3: standard(), e5: standard('error') },
      e5: { c3: standard() },
      c3: { d4: standard() },
      d4: { f6: standard(), a1: revert('failure') },
      f6: { a7: standard() },
      a7: { b8: standard() },
      b8: { workflow_end: standard() },
    },
  );

/** A workflow of as many tasks for a person, one after the other. */
export function questions(name, count) {
  const ids = Array.from({ length: count }, (_, at) => `a${at.toString(16)}`);
  const shown = { header: 'Go on?', message: '', body: '', variables: {}, btn_success: 'Yes' };
  const asks = () => task('ViewData', shown, {}, { type: 'manual' });
  const to = (at) => ({ [ids[at] ?? 'workflow_end']: standard() });
  return workflow(name, Object.fromEntries(ids.map((id) => [id, asks()])), {
    workflow_start: to(0),
    ...Object.fromEntries(ids.map((id, at) => [id, to(at + 1)])),
  });
}

/** How often each task of the walk runs, whatever is killed; `e5` as often as `b2` ends in error. */
export const ITERATIONS = { a1: ROUNDS, a7: 1, b2: ROUNDS, b8: 1, c3: ROUNDS, d4: ROUNDS, f6: 1 };

/**
 * The same for nodes without HTTP: calls go to the tasks of `JobsNode`, and no person is asked.
 * The ids, and how often each task runs, stay.
 */
export function withoutServers(document) {
  const replaced = ({ name, variables: { incoming, outgoing }, ...rest }) => {
    const variables = { incoming, outgoing, error: '' };
    if (name === 'restCall') {
      return { ...rest, name: 'call', app: 'Test', location: 'Adapter', variables };
    }
    if (name !== 'ViewData') return undefined;
    return task('newVariable', { name: 'seen', value: true }, { value: null });
  };
  const tasks = Object.entries(document.tasks).map(([id, one]) => [
    id,
    one.variables ? (replaced(one) ?? one) : one,
  ]);
  return { ...document, tasks: Object.fromEntries(tasks) };
}
