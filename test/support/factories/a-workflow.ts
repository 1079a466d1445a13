import { type JsonObject } from '../../../src/kernel/json.js';

/** Ids of the tasks of `aWorkflow` between start and end. */
export const WORKFLOW_TASKS = ['a1b2', 'c3d4', 'e5f6'] as const;

const task = (name: string, x: number, more: JsonObject = {}): JsonObject => ({
  name,
  canvasName: name,
  summary: `Do ${name}`,
  app: 'WorkFlowEngine',
  location: 'Application',
  type: 'operation',
  groups: [],
  nodeLocation: { x, y: 300 },
  variables: { incoming: {}, outgoing: {}, decorators: [] },
  ...more,
});

/** A sound workflow document: query, evaluation, view, and a way back from the view to the query. */
export function aWorkflow(name: string, more: JsonObject = {}): JsonObject {
  const [query, check, view] = WORKFLOW_TASKS;
  return {
    name,
    type: 'automation',
    description: '',
    canvasVersion: 3,
    font_size: 12,
    groups: [],
    tasks: {
      workflow_start: { name: 'workflow_start', groups: [], nodeLocation: { x: 0, y: 300 } },
      workflow_end: { name: 'workflow_end', groups: [], nodeLocation: { x: 1200, y: 300 } },
      [query]: task('query', 300, {
        variables: {
          incoming: { pass_on_null: false, query: 'site', obj: '$var.job.device' },
          outgoing: { return_data: '$var.job.site' },
          error: '',
        },
      }),
      [check]: task('evaluation', 600, {
        variables: {
          incoming: {
            all_true_flag: true,
            evaluation_groups: [
              {
                all_true_flag: true,
                evaluations: [
                  {
                    operand_1: { task: query, variable: 'return_data' },
                    operator: '==',
                    operand_2: { task: 'static', variable: 'Oslo' },
                  },
                ],
              },
            ],
          },
          outgoing: { return_value: null },
        },
      }),
      [view]: task('ViewData', 900, {
        type: 'manual',
        view: '/workflow_engine/task/ViewData',
        variables: { incoming: { btn_failure: 'Stop' }, outgoing: {}, decorators: [] },
      }),
    },
    transitions: {
      workflow_start: { [query]: { type: 'standard', state: 'success' } },
      [query]: { [check]: { type: 'standard', state: 'success' } },
      [check]: {
        workflow_end: { type: 'standard', state: 'success' },
        [view]: { type: 'standard', state: 'failure' },
      },
      [view]: {
        [query]: { type: 'revert', state: 'success' },
        workflow_end: { type: 'standard', state: 'failure' },
      },
      workflow_end: {},
    },
    inputSchema: { type: 'object', properties: { device: {} }, required: ['device'] },
    outputSchema: { type: 'object', properties: { device: {}, site: {} } },
    ...more,
  };
}
