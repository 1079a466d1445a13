import { type JsonObject } from '../../../src/kernel/json.js';
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
