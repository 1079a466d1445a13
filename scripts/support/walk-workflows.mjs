/** What the walk of kills runs: reverts, a timer, a loop of children, and calls that mocks answer. */
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

const call = (port) =>
  task(
    'genericAdapterRequest',
    { adapter_id: 'walk', uriPath: `/ports/${port}`, restMethod: 'POST' },
    { result: null },
    { app: 'Walk', location: 'Adapter', type: 'automatic' },
  );

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

export const LEAF = workflow(
  'Walk leaf',
  { a1: call(1) },
  { workflow_start: { a1: standard() }, a1: { workflow_end: standard() } },
);

const rounds = {
  all_true_flag: true,
  evaluation_groups: [
    {
      all_true_flag: true,
      evaluations: [
        {
          operand_1: { task: 'b2', variable: 'length' },
          operator: '==',
          operand_2: { task: 'static', variable: ROUNDS },
        },
      ],
    },
  ],
};

export const WALK = workflow(
  'Walk',
  {
    a1: task(
      'push',
      { job_variable: 'rounds', item_to_push: 'round' },
      { job_variable_value: null },
    ),
    b2: task('arrayLength', { arr: '$var.job.rounds' }, { length: null }),
    c3: task('evaluation', rounds, { return_value: null }),
    d4: task('delay', { time: 1 }, { time_in_milliseconds: null }),
    e5: call(2),
    f6: task(
      'childJob',
      {
        workflow: 'Walk leaf',
        variables: {},
        loopType: 'parallel',
        data_array: Array.from({ length: CHILDREN }, (_, at) => ({ at })),
        transformation: '',
      },
      { job_details: null },
    ),
  },
  {
    workflow_start: { a1: standard() },
    a1: { b2: standard() },
    b2: { c3: standard() },
    c3: { d4: standard(), a1: revert('failure') },
    d4: { e5: standard() },
    e5: { f6: standard() },
    f6: { workflow_end: standard() },
  },
);

/** How often each task of `WALK` runs, whatever is killed. */
export const ITERATIONS = { a1: ROUNDS, b2: ROUNDS, c3: ROUNDS, d4: 1, e5: 1, f6: 1 };
