/** Workflows that the benchmark of the engine runs; each is a chain of two tasks. */
const start = { name: 'workflow_start', groups: [], x: 0, y: 0.5 };
const end = { name: 'workflow_end', groups: [], x: 1, y: 0.5 };
const standard = { type: 'standard', state: 'success' };

/** Tasks one after the other, by ids that rise: a1, a2 … */
export function chain(name, ...tasks) {
  const named = tasks.map((one, at) => [`a${(at + 1).toString(16)}`, one]);
  const ids = ['workflow_start', ...named.map(([id]) => id), 'workflow_end'];
  const edges = ids.map((id, at) => [id, at + 1 < ids.length ? { [ids[at + 1]]: standard } : {}]);
  return {
    name,
    type: 'automation',
    canvasVersion: 3,
    groups: [],
    tasks: { workflow_start: start, workflow_end: end, ...Object.fromEntries(named) },
    transitions: Object.fromEntries(edges),
  };
}

export const task = (name, incoming, outgoing, more = {}) => ({
  name,
  canvasName: name,
  app: 'WorkFlowEngine',
  location: 'Application',
  type: 'automatic',
  groups: [],
  actor: 'job',
  variables: { incoming, outgoing, error: '' },
  ...more,
});
export const concat = (str, outgoing, stringN = ' goes on') =>
  task('stringConcat', { str, stringN }, { combinedStrings: outgoing });
/** Finds nothing, which no way leads on from. */
export const absent = task(
  'query',
  { pass_on_null: false, query: 'absent', obj: { a: 1 } },
  { return_data: null },
);
const call = (port) =>
  task(
    'genericAdapterRequest',
    { adapter_id: 'bench', uriPath: `/ports/${port}`, restMethod: 'GET' },
    { result: null },
    { app: 'Bench', location: 'Adapter' },
  );

/** Both tasks run within the step. */
export const INLINE = chain(
  'Bench inline',
  concat('$var.job.color', '$var.job.text'),
  concat('$var.job.text', '$var.job.text'),
);
/** Both tasks are brought to workers; a test run, so nothing is called and the engine alone is measured. */
export const DISPATCHED = chain('Bench dispatched', call(1), call(2));
/** Waits for a person. */
export const WAITING = chain(
  'Bench waiting',
  concat('$var.job.color', '$var.job.text'),
  task(
    'ViewData',
    {
      header: 'Wait',
      message: 'Go on?',
      body: '',
      variables: {},
      btn_success: 'Yes',
      btn_failure: '',
    },
    {},
    { type: 'manual', actor: undefined, view: '/workflow_engine/task/ViewData' },
  ),
);
/** Ends in error: nothing leads on from what its second task comes to. */
export const STOPPED = chain('Bench stopped', concat('$var.job.color', '$var.job.text'), absent);
