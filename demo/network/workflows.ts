import { type JsonObject } from '#kernel/json.js';

/** A document of a workflow. */
export type Workflow = JsonObject & { readonly name: string };

interface Call {
  /** Text with `<!name!>` where a value of the variable goes. */
  readonly text: string;
  /** The variable of the job with those values. */
  readonly variable: string;
  readonly integration: string;
  readonly operation: string;
}

/** What each version of the package announces; later ones say more. */
export const ANNOUNCEMENT_VERSIONS = {
  '1.0.0': 'Change on <!device!>: <!text!>',
  '1.1.0': '[<!reference!>] change on <!device!>: <!text!>',
  '2.0.0': '[<!reference!>] <!device!> is changed now: <!text!>',
} as const;

/** What the package `@acme/change-announcements` brings. */
export function announcementWorkflow(text: string): Workflow {
  return callingWorkflow('Announce a change', {
    text,
    variable: 'change',
    integration: 'chat',
    operation: 'postMessage',
  });
}

/** A workflow whose integration is stopped in the demo, so that its jobs fail until somebody starts it. */
export function ticketWorkflow(): Workflow {
  return callingWorkflow('Open a ticket', {
    text: '<!device!>: <!text!>',
    variable: 'change',
    integration: 'tickets',
    operation: 'createTicket',
  });
}

/** What the package `@acme/greeting` brings. */
export function greetingWorkflow(): Workflow {
  return callingWorkflow('Greet in the chat', {
    text: 'Hello <!name!>',
    variable: 'person',
    integration: 'chat',
    operation: 'postMessage',
  });
}

/** A workflow that makes a text of a variable and sends it by an integration. */
function callingWorkflow(name: string, call: Call): Workflow {
  const { variable } = call;
  const [a1b2, c3d4] = tasksOf(call);
  return {
    name,
    description: `Sends a text by the integration ${call.integration}`,
    type: 'automation',
    canvasVersion: 3,
    groups: [],
    inputSchema: {
      type: 'object',
      properties: { [variable]: { type: 'object' } },
      required: [variable],
    },
    tasks: {
      workflow_start: { name: 'workflow_start', groups: [], nodeLocation: { x: 0, y: 100 } },
      a1b2,
      c3d4,
      workflow_end: { name: 'workflow_end', groups: [], nodeLocation: { x: 900, y: 100 } },
    },
    transitions: {
      workflow_start: { a1b2: { type: 'standard', state: 'success' } },
      a1b2: { c3d4: { type: 'standard', state: 'success' } },
      c3d4: { workflow_end: { type: 'standard', state: 'success' } },
      workflow_end: {},
    },
  };
}

/** Writing the message, and sending it. */
function tasksOf({ text, variable, integration, operation }: Call): [JsonObject, JsonObject] {
  const task = { type: 'automatic', actor: 'job', groups: [] };
  return [
    {
      ...task,
      name: 'makeData',
      summary: 'Write the message',
      app: 'WorkFlowEngine',
      location: 'Application',
      nodeLocation: { x: 300, y: 100 },
      variables: {
        incoming: {
          input: JSON.stringify({ text }),
          outputType: 'json',
          variables: `$var.job.${variable}`,
        },
        outgoing: { output: '$var.job.message' },
        error: '',
      },
    },
    {
      ...task,
      name: operation,
      summary: 'Send it',
      app: 'Inbox',
      location: 'Adapter',
      nodeLocation: { x: 600, y: 100 },
      variables: {
        incoming: { adapter_id: integration, body: '$var.a1b2.output' },
        outgoing: { result: '$var.job.sent' },
        error: '',
      },
    },
  ];
}
