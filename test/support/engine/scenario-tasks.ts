import { type JsonObject, type JsonValue } from '../../../src/kernel/json.js';
import { anEngineTask } from '../factories/job-workflows.js';

/** Somebody looks, and goes on or stops. */
export function aView(): JsonObject {
  return anEngineTask(
    'ViewData',
    { header: 'H', message: 'M', body: '', variables: {}, btn_success: 'Go', btn_failure: 'Stop' },
    { type: 'manual', view: '/workflow_engine/task/ViewData' },
  );
}

/** An evaluation that is true where what this variable holds is this value. */
export function isEqual(variable: string, value: JsonValue, source = 'job'): JsonObject {
  const operands = {
    query: '',
    operand_1: { variable, task: source },
    operator: '==',
    operand_2: { variable: value, task: 'static' },
  };
  const group = { all_true_flag: false, evaluations: [operands] };
  const incoming = { all_true_flag: false, evaluation_groups: [group] };
  return anEngineTask('evaluation', incoming, { outgoing: { return_value: null } });
}

/** A call of an adapter that is nowhere: a mock answers it. */
export function anAdapterTask(name: string): JsonObject {
  return anEngineTask(
    name,
    { adapter_id: 'nowhere' },
    { app: 'Vendor', location: 'Adapter', type: 'automatic', outgoing: { result: null } },
  );
}

/** Sets a job variable. */
export function aSetting(name: string, value: JsonValue): JsonObject {
  return anEngineTask('newVariable', { name, value }, { outgoing: { value: null } });
}
