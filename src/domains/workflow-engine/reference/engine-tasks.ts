import { type TaskDescription } from './task-description.js';

const ENGINE = 'WorkFlowEngine';
type EngineTask = Omit<TaskDescription, 'app' | 'type'> &
  Partial<Pick<TaskDescription, 'app' | 'type'>>;

const operations = (
  tasks: Readonly<Record<string, EngineTask>>,
): Readonly<Record<string, TaskDescription>> =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      { app: ENGINE, type: 'operation', ...task },
    ]),
  );

const RULE = {
  operand_1: { task: 'static', variable: { state: 'up' } },
  query: 'state',
  operator: '==',
  operand_2: { task: 'static', variable: 'up' },
  rightQuery: '',
};

/** What decides, asks and keeps values within a job. */
export const CONTROL_TASKS = operations({
  evaluation: {
    does: 'Whether conditions hold. Operands are references (`{"task": "job", "variable": "name"}`, or the id of a task) or values (`"task": "static"`); the queries say what of them is compared. See [evaluation](../../workflow-engine.md#evaluation).',
    args: ['all_true_flag', 'evaluation_groups', 'options?'],
    outputs: ['return_value'],
    incoming: {
      all_true_flag: true,
      evaluation_groups: [{ all_true_flag: true, evaluations: [RULE] }],
      options: { strictTypes: false },
    },
    fails:
      '`failure` where the conditions do not hold; `error` where a query or a pattern cannot be run.',
  },
  query: {
    does: 'What a query in the language of `json-query` finds in a value.',
    args: ['pass_on_null', 'query', 'obj'],
    outputs: ['return_data'],
    types: { obj: 'any' },
    incoming: {
      pass_on_null: false,
      query: 'interfaces[state=up].name',
      obj: { interfaces: [{ name: 'Gi0/1', state: 'up' }] },
    },
    fails:
      '`failure` where nothing is found, unless `pass_on_null` is true; `error` for a query that cannot be read.',
  },
  merge: {
    does: 'One value of several: an object by their keys, or a list where there are no keys. Each `value` names a task and its output (`{"task": "a1b2", "variable": "result"}`), a variable of the job (`"task": "job"`), or is itself in `variable` (`"task": "static"`).',
    args: ['data_to_merge'],
    outputs: ['merged_object'],
    incoming: {
      data_to_merge: [
        { key: 'name', value: { task: 'static', variable: 'edge-1' } },
        { key: 'site', value: { task: 'static', variable: 'Oslo' } },
      ],
    },
    fails: '`error` where some values have a key and others have none.',
  },
  deepmerge: {
    does: 'Objects put together at any depth; what comes later wins.',
    args: ['data_to_merge'],
    outputs: ['merged_object'],
    incoming: {
      data_to_merge: [
        { key: '', value: { task: 'static', variable: { port: { mtu: 1500 } } } },
        { key: '', value: { task: 'static', variable: { port: { state: 'up' } } } },
      ],
    },
    fails: '`error` where a value is no object.',
  },
  newVariable: {
    does: 'Sets a variable of the job.',
    args: ['name', 'value'],
    outputs: ['value'],
    types: { value: 'any' },
    incoming: { name: 'site', value: 'Oslo' },
    fails: '`error` where `name` cannot be the name of a variable.',
  },
  push: {
    does: 'Puts an element at the end of a list that is a variable of the job; makes the list where there is none.',
    args: ['job_variable', 'item_to_push'],
    outputs: ['job_variable_value'],
    types: { item_to_push: 'any' },
    incoming: { job_variable: 'done', item_to_push: 'edge-1' },
    given: [],
    fails: '`error` where the variable is no list.',
  },
  pop: {
    does: 'Takes the last element out of a list that is a variable of the job.',
    args: ['job_variable'],
    outputs: ['popped_item'],
    incoming: { job_variable: 'todo' },
    given: ['edge-1', 'edge-2'],
    fails: '`failure` where the list is empty; `error` where the variable is no list.',
  },
  shift: {
    does: 'Takes the first element out of a list that is a variable of the job.',
    args: ['job_variable'],
    outputs: ['shifted_item'],
    incoming: { job_variable: 'todo' },
    given: ['edge-1', 'edge-2'],
    fails: '`failure` where the list is empty; `error` where the variable is no list.',
  },
  updateJobDescription: {
    does: 'Sets the description of the job.',
    args: ['description'],
    outputs: ['description'],
    incoming: { description: 'edge-1, port 7' },
    fails: '`error` where the description is no text.',
  },
  makeData: {
    type: 'automatic',
    does: 'Puts values in at `<!name!>` and reads the text as `outputType`: string, number, boolean, json, object or array. A reference is read in `variables` as a whole (`"$var.job.device"`), not within it: [merge](#merge) makes an object of several values first.',
    args: ['input', 'outputType', 'variables'],
    outputs: ['output'],
    types: { input: 'any', variables: 'object' },
    incoming: {
      input: '{"name":"<!name!>","port":<!port!>}',
      outputType: 'json',
      variables: { name: 'edge-1', port: 7 },
    },
    fails: '`error` where the text cannot be read as that type.',
  },
  transformation: {
    does: 'Runs a stored transformation, by name or id. `variableMap` gives what comes in, each member a value or a reference; there is one output for each outgoing schema of the transformation.',
    args: ['tr_id', 'variableMap', 'options?'],
    outputs: [],
    incoming: {
      tr_id: 'Port description',
      variableMap: { device: '$var.job.device', port: 7 },
      options: { extractOutput: true, validateIncoming: false, revertToDefaultValue: false },
    },
    answer: { description: 'edge-1 port 7' },
    fails:
      '`error` where there is no such transformation, it cannot run, or one of its steps fails; the message names the transformation, the step, and inputs that were not given.',
  },
});

/** What the engine waits with. */
export const WAITING_TASKS = operations({
  childJob: {
    does: 'Runs another workflow, once or once for each element of a list (`loopType` `sequential` or `parallel`, empty for once). `variables` gives each child its variables, as references or `"task": "static"`; the members of its element come above them. A `transformation` makes the variables of an element first (`currentValue` comes in).',
    args: ['workflow', 'variables?', 'data_array?', 'transformation?', 'loopType?', 'task?'],
    outputs: ['job_details'],
    types: { data_array: 'list' },
    incoming: {
      task: '',
      workflow: 'Check a device',
      variables: { site: { task: 'static', value: 'Oslo' } },
      data_array: [{ device: 'edge-1' }, { device: 'edge-2' }],
      transformation: '',
      loopType: 'parallel',
    },
    answer: {
      loop: [
        { device: 'edge-1', result: 'well', status: 'complete' },
        { device: 'edge-2', result: 'well', status: 'complete' },
      ],
      status: 'complete',
    },
    fails:
      '`error` where there is no such workflow, the list is none or too long, or a child did not complete; the others go on first.',
  },
  forEach: {
    does: 'Runs its body, the tasks behind its transition of state `loop`, once for each element, one after the other. Tasks of the body read `current_item`. What follows the loop stands behind its transition of state `success`.',
    args: ['data_array'],
    outputs: ['current_item'],
    incoming: { data_array: ['edge-1', 'edge-2'] },
    answer: 'edge-1',
    fails:
      '`error` where `data_array` is no list, has more than 10,000 elements, or a task of the body ended in an error that nothing takes up.',
  },
  delay: {
    does: 'Waits so many seconds.',
    args: ['time'],
    outputs: ['time_in_milliseconds'],
    incoming: { time: 60 },
    answer: 60_000,
    fails: '`error` where `time` is no number.',
  },
  eventListenerJob: {
    does: 'Waits for an event of a source and topic whose payload fits a JSON Schema. See [events](../../events.md).',
    args: ['source', 'topic', 'schema?', 'timeout?'],
    outputs: ['result'],
    incoming: {
      source: '@netadmin/api',
      topic: 'deviceChanged',
      schema: { type: 'object', properties: { device: { const: 'edge-1' } } },
      timeout: 3600,
    },
    answer: { topic: 'deviceChanged', payload: { device: 'edge-1' } },
    fails:
      '`failure` when `timeout` seconds are over; without one it waits for ever. `error` where the timeout is no number or what it listens to is secret.',
  },
  reattempt: {
    app: 'MOP',
    type: 'automatic',
    does: 'Counts attempts and waits before the next one: drawn with a transition of type `revert` back to the task that is tried again.',
    args: ['job_id?', 'attemptID', 'minutes', 'attempts'],
    outputs: ['response'],
    types: { job_id: 'text' },
    incoming: { job_id: '$var.job._id', attemptID: 'reach edge-1', minutes: 1, attempts: 5 },
    answer: { attemptID: 'reach edge-1', attempt: 1, attempts: 5 },
    fails: '`error` when all attempts are used up.',
  },
  stub: {
    type: 'automatic',
    does: 'Stands for a task that is not there yet: waits `delay` seconds and ends as `type` says (success, failure or error).',
    args: ['type', 'delay', 'response'],
    outputs: ['response'],
    types: { response: 'any' },
    incoming: { type: 'success', delay: 0, response: { state: 'up' } },
    answer: { state: 'up' },
    fails: 'as `type` says; `error` where `delay` is no number.',
  },
});
