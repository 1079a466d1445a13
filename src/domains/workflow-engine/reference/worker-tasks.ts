import { describeWorkerTasks } from './describe-worker-tasks.js';

const RENDERED =
  '`error` where there is no such template, or it cannot be rendered with these values; the message names the line.';
const CAST = { castDataType: 'array' };
const VLANS = { vlans: [10, 20] };
const TEMPLATE_TEXT = '{{ vlans | tojson }}';

/** Templates that make or read texts. */
export const TEMPLATE_TASKS = describeWorkerTasks('TemplateBuilder', {
  renderJinjaTemplate: {
    does: 'Renders a stored text template (Jinja2).',
    args: ['name', 'context'],
    outputs: ['renderedTemplate'],
    incoming: { name: 'Vlans', context: VLANS },
    given: { type: 'jinja2', template: TEMPLATE_TEXT },
    fails: RENDERED,
  },
  renderJinja2Template: {
    does: 'Renders a stored text template (Jinja2).',
    args: ['name', 'variables'],
    outputs: ['renderedTemplate'],
    incoming: { name: 'Vlans', variables: VLANS },
    given: { type: 'jinja2', template: TEMPLATE_TEXT },
    fails: RENDERED,
  },
  renderJinja2TemplateWithCast: {
    does: 'Renders a stored text template and reads the text as `castDataType`: string, object, array, number or boolean.',
    args: ['name', 'variables', 'castDataType'],
    outputs: ['renderedTemplate'],
    incoming: { name: 'Vlans', variables: VLANS, ...CAST },
    given: { type: 'jinja2', template: TEMPLATE_TEXT },
    fails: RENDERED,
  },
  renderJinja2Context: {
    does: 'Renders a text template that is given.',
    args: ['template', 'variables'],
    outputs: ['renderedTemplate'],
    incoming: { template: TEMPLATE_TEXT, variables: VLANS },
    fails: RENDERED,
  },
  renderJinja2ContextWithCast: {
    does: 'Renders a text template that is given, and reads the text as `castDataType`.',
    args: ['template', 'variables', 'castDataType'],
    outputs: ['renderedTemplate'],
    incoming: { template: TEMPLATE_TEXT, variables: VLANS, ...CAST },
    fails: RENDERED,
  },
  parseTemplate: {
    does: 'Reads the output of a command by a stored text template (TextFSM): the rows, as objects by the names of its values.',
    args: ['template|name|templateName', 'text|data|output|rawOutput|input'],
    outputs: ['result'],
    incoming: { template: 'Ports', text: 'Gi0/1 is up\nGi0/2 is down' },
    answer: [
      { PORT: 'Gi0/1', STATE: 'up' },
      { PORT: 'Gi0/2', STATE: 'down' },
    ],
    fails: '`error` where there is no such template, or it cannot read the text.',
  },
});

/** Calls of other systems, and files. */
export const CALL_TASKS = {
  ...describeWorkerTasks('WorkFlowEngine', {
    restCall: {
      does: 'A request to a URL; the parsed body of the answer. Private networks are reached only where `OUTBOUND_ALLOW` names them. Instead of `uri`: `protocol`, `host`, `port` and `path`. For systems with credentials use an [integration](../../integrations.md).',
      args: [
        'uri|url',
        'method|restMethod?',
        'headers?',
        'query|queryData|queryParameters?',
        'body|requestBody?',
      ],
      outputs: ['response'],
      types: { body: 'any' },
      incoming: {
        uri: 'https://cmdb.example.com/devices',
        method: 'POST',
        headers: { 'X-Request': 'nightly' },
        query: { notify: true },
        body: { name: 'edge-1' },
      },
      answer: { id: 4711 },
      fails:
        '`error` for an answer that is no success (its `status` and what was said are in the error), no answer in time, or an address that is not allowed.',
    },
    notify: {
      does: 'Tells people something through a [channel](../../notifications.md), by its id or name. The job goes on at once; the message is sent in the background, and tried again where the channel fails. `to` is for mail: addresses that the channel admits, instead of its own.',
      args: ['channel', 'subject', 'message|text|body', 'to?'],
      outputs: ['notification'],
      types: { to: 'string or array' },
      incoming: {
        channel: 'NOC by mail',
        subject: 'edge-1 was upgraded',
        message: 'It runs 17.9.4 now.',
        to: ['noc@example.com'],
      },
      answer: 'task-65f0c0ffee',
      fails: '`error` where there is no such channel, or it does not admit an address.',
    },
    excelToJson: {
      does: 'The rows of a workbook (xlsx, as base64) as objects by the titles in the first row: a list for the `sheet` that is named, else an object of lists by the names of the sheets.',
      args: ['excel|file|data|content|base64', 'sheet?'],
      outputs: ['result'],
      incoming: { excel: 'UEsDBBQ…', sheet: 'Ports' },
      answer: [{ Port: 'Gi0/1', State: 'up' }],
      fails: '`error` for a file that is no workbook, has more than 10 MB, or no such sheet.',
    },
  }),
  ...describeWorkerTasks('OrchestratorManager', {
    restAction: {
      does: 'Sends an action to an orchestrator through an adapter (`adapterId` is its name), as `POST /orchestrator_manager/restAction` does.',
      args: ['adapterId|adapter_id', 'params', 'body?'],
      outputs: ['result'],
      incoming: {
        adapterId: 'Local NSO',
        params: {
          path: '/restconf/data/acme:vpn=blue/check',
          accept: 'application/yang-data+json',
          contentType: 'application/yang-data+json',
        },
        body: {},
      },
      answer: [{ result: '204' }],
      fails:
        '`error` where there is no such adapter, it refuses or does not answer, or the roles do not admit.',
    },
  }),
};
