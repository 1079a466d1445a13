/** Workflows whose jobs start jobs. */
const standard = { type: 'standard', state: 'success' };

function chain(name, ...tasks) {
  const ids = tasks.map((_, at) => `a${at + 1}`);
  const order = ['workflow_start', ...ids, 'workflow_end'];
  return {
    name,
    type: 'automation',
    canvasVersion: 3,
    groups: [],
    tasks: {
      workflow_start: { name: 'workflow_start', groups: [], x: 0, y: 0.5 },
      workflow_end: { name: 'workflow_end', groups: [], x: 1, y: 0.5 },
      ...Object.fromEntries(ids.map((id, at) => [id, tasks[at]])),
    },
    transitions: Object.fromEntries(
      order.map((id, at) => [id, at + 1 < order.length ? { [order[at + 1]]: standard } : {}]),
    ),
  };
}

const task = (name, incoming, outgoing) => ({
  name,
  canvasName: name,
  app: 'WorkFlowEngine',
  location: 'Application',
  type: 'automatic',
  groups: [],
  actor: 'job',
  variables: { incoming, outgoing, error: '' },
});
const sets = (value) => task('newVariable', { name: 'list', value }, { value: null });
const starts = (workflow) =>
  task(
    'childJob',
    {
      workflow,
      variables: {},
      loopType: 'parallel',
      data_array: '$var.job.list',
      transformation: '',
    },
    { job_details: null },
  );
const waits = (time) => task('delay', { time }, { time_in_milliseconds: null });
const elements = (count) => Array.from({ length: count }, (_, port) => ({ port }));
const fan = (name, count, child) => chain(name, sets(elements(count)), starts(child));

/** Each starts 500 of the next: 62,500,000,000 in all. */
export const CHILDREN = [
  fan('L0', 500, 'L1'),
  fan('L1', 500, 'L2'),
  fan('L2', 500, 'L3'),
  fan('L3', 500, 'Small'),
  chain('Small', sets(1)),
];
/** 50 jobs that start 50 each that start 9 each, which wait for an hour: 25,050 jobs below the first. */
export const PATIENT = [
  fan('P0', 50, 'P1'),
  fan('P1', 50, 'P2'),
  fan('P2', 9, 'Patient'),
  chain('Patient', waits(3600)),
];
/** Takes a second. */
export const SECOND = chain('Second', waits(1));
