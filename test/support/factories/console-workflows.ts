import { type JsonObject } from '../../../src/kernel/json.js';
import { aJsonForm } from './a-json-form.js';
import { anEngineTask, anEngineWorkflow } from './job-workflows.js';

export const HOSTILE = '<img src=x onerror=alert(1)> \u202Egnp.exe';
export const SPELT = '<img src=x onerror=alert(1)> \uFFFDgnp.exe';
export const LONG = 'x'.repeat(1_000_000);
const OUTPUT = Array.from(
  { length: 60 },
  (_, port) => `Gi0/${port} is ${port === 41 ? 'err-disabled' : 'up'}`,
);

const stub = (type: string, response: unknown, summary: string): JsonObject =>
  anEngineTask(
    'stub',
    { type, delay: '', response: response as JsonObject },
    { summary, outgoing: { response: null } },
  );

/** Reads much, then fails at a port, unless somebody skips it or the workflow is corrected. */
export function aPortWorkflow(
  name = 'Turn up a port',
  push: 'error' | 'success' = 'error',
): JsonObject {
  return anEngineWorkflow(
    name,
    {
      a1: stub('success', { text: OUTPUT.join('\n') }, 'Read the interfaces'),
      b2: stub(push, { why: 'line protocol is down' }, 'Push the configuration'),
    },
    ['start a1', 'a1 b2', 'b2 end'],
    {
      inputSchema: {
        type: 'object',
        properties: { device: { type: 'string', title: 'Device' }, vlan: { type: 'integer' } },
        required: ['device'],
      },
    },
  );
}
/** Waits for a person. */
export const ASKING = anEngineWorkflow(
  'Upgrade a switch',
  {
    a1: anEngineTask(
      'ViewData',
      {
        header: 'Upgrade <b>core-1</b>?',
        message: 'Is everybody told?<script>alert(3)</script>',
        btn_success: 'Go ahead',
        btn_failure: 'Not now',
      },
      { type: 'manual', summary: 'Approve the upgrade' },
    ),
  },
  ['start a1', 'a1 end'],
);
export const SPITEFUL = anEngineWorkflow(
  HOSTILE,
  {
    a1: stub('success', { text: `${LONG}\nthe last line` }, 'A long line'),
    b2: stub('error', { why: '<script>alert(2)</script>' }, '<b>bold</b> task'),
  },
  ['start a1', 'a1 b2', 'b2 end'],
);
/** Reads a device that does not answer. */
export const READING_A_DEVICE = anEngineWorkflow(
  'Read a device',
  {
    a1: anEngineTask(
      'backUpDevice',
      { name: 'core-2', options: {} },
      { app: 'ConfigurationManager', summary: 'Back up the switch', outgoing: { status: null } },
    ),
  },
  ['start a1', 'a1 end'],
);
/** Waits for a person itself, and by a job for each of two switches. */
export const ASKING_OFTEN = anEngineWorkflow(
  'Upgrade all switches',
  {
    a1: anEngineTask(
      'childJob',
      {
        task: '',
        workflow: 'Upgrade a switch',
        variables: {},
        transformation: '',
        loopType: 'parallel',
        data_array: [{ switch: 'core-1' }, { switch: 'core-2' }],
      },
      { actor: 'job', outgoing: { job_details: null } },
    ),
    b2: anEngineTask(
      'ViewData',
      { header: 'Tell everybody', btn_success: 'Told', btn_failure: '' },
      { type: 'manual', summary: 'Tell the others' },
    ),
  },
  ['start a1', 'start b2', 'a1 end', 'b2 end'],
);
/** A form with a field that another one brings along, and one whose choices come by a call with what is typed. */
export const ACCESS_FORM = dependent(
  aJsonForm('Console access', [
    {
      key: 'slot',
      base: '/transformations',
      href: '/:name',
      source: '/incoming',
      value: '/title',
      variables: [{ name: 'name', reference: '/host' }],
    },
  ]),
);
export const ASKING_BY_FORM = anEngineWorkflow(
  'Open an access',
  {
    a1: anEngineTask(
      'ShowJsonForm',
      { form_id: 'Console access', instance_data: {} },
      {
        type: 'manual',
        app: 'JsonForms',
        summary: 'Say how to reach it',
        outgoing: { export: '$var.job.answers' },
      },
    ),
  },
  ['start a1', 'a1 end'],
);

function dependent(form: JsonObject): JsonObject {
  const { schema } = form as { schema: JsonObject & { properties: JsonObject } };
  const line = { type: 'integer', title: 'Speed', enum: [9600, 115_200] };
  const serial = { properties: { way: { enum: ['serial'] }, speed: line }, required: ['speed'] };
  return {
    ...form,
    schema: {
      ...schema,
      properties: {
        ...schema.properties,
        way: { type: 'string', title: 'Way', enum: ['ssh', 'serial'] },
      },
      dependencies: { way: { oneOf: [{ properties: { way: { enum: ['ssh'] } } }, serial] } },
    },
  };
}
