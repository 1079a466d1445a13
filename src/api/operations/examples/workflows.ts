import { type JsonObject } from '../../../kernel/json.js';
import { EXAMPLE_ID, type RequestExamples } from './example-id.js';

const STANDARD = { type: 'standard', state: 'success' };

/** A workflow of one task that writes a text, which nothing outside is needed for. */
export function greeting(name: string, input = 'Hello <!name!>'): JsonObject {
  return {
    name,
    description: 'Writes a greeting',
    type: 'automation',
    canvasVersion: 3,
    groups: [],
    inputSchema: {
      type: 'object',
      properties: { person: { type: 'object' } },
      required: ['person'],
    },
    tasks: {
      workflow_start: { name: 'workflow_start', groups: [], nodeLocation: { x: 0, y: 100 } },
      a1b2: {
        name: 'makeData',
        summary: 'Write the greeting',
        app: 'WorkFlowEngine',
        location: 'Application',
        type: 'automatic',
        actor: 'job',
        groups: [],
        nodeLocation: { x: 300, y: 100 },
        variables: {
          incoming: { input, outputType: 'string', variables: '$var.job.person' },
          outgoing: { output: '$var.job.greeting' },
          error: '',
        },
      },
      workflow_end: { name: 'workflow_end', groups: [], nodeLocation: { x: 600, y: 100 } },
    },
    transitions: {
      workflow_start: { a1b2: STANDARD },
      a1b2: { workflow_end: STANDARD },
      workflow_end: {},
    },
  };
}

/** @param who its input; ids of schemas are different in a document, for some tools read them in examples too. */
function shape(name: string, who: string): JsonObject {
  const place = (location: string, at: string | number, ptr: string): JsonObject => ({
    location,
    name: at,
    ptr,
  });
  return {
    name,
    description: 'Makes a greeting of a name',
    incoming: [{ $id: who, type: 'string' }],
    outgoing: [{ $id: `greeting of ${who}`, type: 'string' }],
    steps: [
      {
        id: 1,
        type: 'template',
        library: 'String',
        method: 'templateLiteral',
        template: `Hello \${${who}}!`,
        args: [null],
        view: { row: 1, col: 1 },
        context: '#',
      },
      {
        type: 'assign',
        from: place('incoming', who, ''),
        to: place('template', 1, '/args/0/value'),
      },
      {
        type: 'assign',
        from: place('template', 1, '/return'),
        to: place('outgoing', `greeting of ${who}`, ''),
      },
    ],
    functions: [],
  };
}

/** Workflows and transformations, imports, projects and tags. */
export const WORKFLOW_EXAMPLES = {
  validateWorkflow: { workflow: greeting('Greet somebody') },
  createWorkflow: { automation: greeting('Greet somebody') },
  updateWorkflow: { update: greeting('Greet somebody', 'Good morning <!name!>') },
  restoreWorkflow: { revision: 1 },
  importWorkflow: { workflow: greeting('Greet a colleague') },
  importWorkflows: { automations: [greeting('Greet a guest')], options: { overwrite: true } },
  exportWorkflow: { options: { name: 'Announce a change' } },
  queryWorkflows: {
    options: { limit: 10, sort: { name: 1 } },
    query: { name: 'Announce a change' },
  },
  createTransformation: { create: shape('Greeting', 'who') },
  updateTransformation: { update: shape('Greeting', 'person') },
  importTransformation: { transformation: shape('Greeting of a guest', 'guest') },
  validateTransformation: { transformation: shape('Greeting', 'someone') },
  runTransformation: { incoming: { who: 'Ada' } },
  importContent: {
    documents: [greeting('Greet a neighbour'), shape('Greeting of a neighbour', 'neighbour')],
  },
  createTag: { data: { name: 'reviewed', description: 'Somebody else has read it' } },
  getTag: { id: EXAMPLE_ID },
  getTagsByReference: { data: { ref_id: EXAMPLE_ID } },
  deleteTag: { _id: EXAMPLE_ID },
  createProject: { name: 'Branch offices', description: 'What branches need' },
  updateProject: { description: 'What branches need, and nobody else' },
  importProject: { project: { name: 'Data centres', components: [] } },
} as const satisfies RequestExamples;
