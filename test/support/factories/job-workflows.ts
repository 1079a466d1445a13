import { type JsonObject } from '../../../src/kernel/json.js';

/** A task of the engine itself. */
export function anEngineTask(
  name: string,
  incoming: JsonObject,
  more: JsonObject = {},
): JsonObject {
  const { outgoing = {}, ...rest } = more;
  return {
    name,
    canvasName: name,
    summary: `Do ${name}`,
    description: `What ${name} does`,
    app: 'WorkFlowEngine',
    location: 'Application',
    displayName: 'WorkFlowEngine',
    type: 'operation',
    groups: [],
    nodeLocation: { x: 300, y: 100 },
    variables: { incoming, outgoing, decorators: [] },
    ...rest,
  };
}

/** One edge: `from state to`, `from to` for success; `!` before the state for a revert. */
function edgeOf(line: string): { from: string; to: string; type: string; state: string } {
  const words = line.split(' ');
  const [from = '', state = 'success', to = ''] =
    words.length === 2 ? [words[0], 'success', words[1]] : words;
  const type = state.startsWith('!') ? 'revert' : 'standard';
  return { from, to, type, state: state.replace('!', '') };
}

/** A workflow of these tasks and edges; `start` and `end` stand for its ends. */
export function anEngineWorkflow(
  name: string,
  tasks: JsonObject,
  edges: readonly string[],
  more: JsonObject = {},
): JsonObject {
  const full = (id: string): string => (id === 'start' || id === 'end' ? `workflow_${id}` : id);
  const transitions: Record<string, Record<string, JsonObject>> = {
    workflow_start: {},
    workflow_end: {},
    ...Object.fromEntries(Object.keys(tasks).map((id) => [id, {}])),
  };
  for (const { from, to, type, state } of edges.map(edgeOf)) {
    transitions[full(from)] = { ...transitions[full(from)], [full(to)]: { type, state } };
  }
  return {
    name,
    type: 'automation',
    canvasVersion: 3,
    groups: [],
    tasks: {
      workflow_start: { name: 'workflow_start', groups: [], nodeLocation: { x: 0, y: 100 } },
      workflow_end: { name: 'workflow_end', groups: [], nodeLocation: { x: 900, y: 100 } },
      ...tasks,
    },
    transitions,
    ...more,
  };
}

/** Takes the next of the texts in the job variable `outcomes`, and ends a task in that state. */
export function aFlakyWorkflow(name: string, more: JsonObject = {}): JsonObject {
  return anEngineWorkflow(
    name,
    {
      a1: anEngineTask('newVariable', { name: 'made', value: 1 }, { outgoing: { value: null } }),
      b2: anEngineTask(
        'pop',
        { job_variable: 'outcomes' },
        { outgoing: { job_variable_value: '$var.job.outcome' } },
      ),
      c3: anEngineTask(
        'stub',
        { type: '$var.job.outcome', delay: '', response: { why: 'as it was told' } },
        { outgoing: { response: null }, sla: 60_000 },
      ),
    },
    ['start a1', 'a1 b2', 'b2 c3', 'c3 end'],
    {
      inputSchema: {
        type: 'object',
        properties: { outcomes: { type: 'array' } },
        required: ['outcomes', '_id'],
      },
      ...more,
    },
  );
}

/** Waits for a person after its first task. */
export function aManualWorkflow(name: string, more: JsonObject = {}): JsonObject {
  return anEngineWorkflow(
    name,
    {
      a1: anEngineTask('newVariable', { name: 'made', value: 1 }),
      b2: anEngineTask(
        'ViewData',
        { header: 'Look', message: 'Is it right?', btn_success: 'Yes', btn_failure: 'No' },
        { type: 'manual', view: '/workflow_engine/task/ViewData' },
      ),
    },
    ['start a1', 'a1 b2', 'b2 end'],
    more,
  );
}
