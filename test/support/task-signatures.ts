/** What the platform knows of a task: its application, its kind and the names of its variables. */
export interface TaskSignature {
  readonly app: string;
  readonly type: 'automatic' | 'manual' | 'operation';
  readonly incoming: readonly string[];
  /** Undefined where the document decides: a transformation has the outputs of its document. */
  readonly outgoing?: readonly string[];
  readonly view?: string;
}

const ENGINE = 'WorkFlowEngine';
const DEVICES = 'ConfigurationManager';

/** The tasks that shipped workflows may use, written out by hand from the engine's page. */
export const TASK_SIGNATURES: Readonly<Record<string, TaskSignature>> = {
  RunCommandTemplate: {
    app: 'MOP',
    type: 'automatic',
    incoming: ['template', 'variables', 'devices'],
    outgoing: ['mop_template_results'],
  },
  ShowJsonForm: {
    app: 'JsonForms',
    type: 'manual',
    incoming: ['form_id', 'instance_data'],
    outgoing: ['export'],
    view: '/json-forms/task/ShowJsonForm',
  },
  ViewData: {
    app: ENGINE,
    type: 'manual',
    incoming: ['header', 'message', 'body', 'variables', 'btn_success', 'btn_failure'],
    outgoing: [],
    view: '/workflow_engine/task/ViewData',
  },
  arrayLength: { app: ENGINE, type: 'automatic', incoming: ['arr'], outgoing: ['length'] },
  backUpDevice: {
    app: DEVICES,
    type: 'automatic',
    incoming: ['name', 'options'],
    outgoing: ['status'],
  },
  childJob: {
    app: ENGINE,
    type: 'operation',
    incoming: ['task', 'workflow', 'variables', 'data_array', 'transformation', 'loopType'],
    outgoing: ['job_details'],
  },
  delay: {
    app: ENGINE,
    type: 'operation',
    incoming: ['time'],
    outgoing: ['time_in_milliseconds'],
  },
  evaluation: {
    app: ENGINE,
    type: 'operation',
    incoming: ['all_true_flag', 'evaluation_groups'],
    outgoing: ['return_value'],
  },
  forEach: {
    app: ENGINE,
    type: 'operation',
    incoming: ['data_array'],
    outgoing: ['current_item'],
  },
  getDevice: { app: DEVICES, type: 'automatic', incoming: ['name'], outgoing: ['device'] },
  getTime: {
    app: ENGINE,
    type: 'automatic',
    incoming: ['timezone', 'offsetDuration', 'format'],
    outgoing: ['time'],
  },
  isAlive: { app: DEVICES, type: 'automatic', incoming: ['name'], outgoing: ['status'] },
  makeData: {
    app: ENGINE,
    type: 'automatic',
    incoming: ['input', 'outputType', 'variables'],
    outgoing: ['output'],
  },
  merge: {
    app: ENGINE,
    type: 'operation',
    incoming: ['data_to_merge'],
    outgoing: ['merged_object'],
  },
  newVariable: {
    app: ENGINE,
    type: 'operation',
    incoming: ['name', 'value'],
    outgoing: ['value'],
  },
  push: {
    app: ENGINE,
    type: 'operation',
    incoming: ['job_variable', 'item_to_push'],
    outgoing: ['job_variable_value'],
  },
  query: {
    app: ENGINE,
    type: 'operation',
    incoming: ['pass_on_null', 'query', 'obj'],
    outgoing: ['return_data'],
  },
  reattempt: {
    app: 'MOP',
    type: 'automatic',
    incoming: ['job_id', 'attemptID', 'minutes', 'attempts'],
    outgoing: ['response'],
  },
  runAnalyticsTemplate: {
    app: 'MOP',
    type: 'automatic',
    incoming: ['pre', 'post', 'analytic_template_name', 'variables'],
    outgoing: ['result'],
  },
  stub: {
    app: ENGINE,
    type: 'automatic',
    incoming: ['type', 'delay', 'response'],
    outgoing: ['response'],
  },
  transformation: {
    app: ENGINE,
    type: 'operation',
    incoming: ['tr_id', 'variableMap', 'options'],
  },
  updateJobDescription: {
    app: ENGINE,
    type: 'operation',
    incoming: ['description'],
    outgoing: ['description'],
  },
};
