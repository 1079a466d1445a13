import { type JsonObject } from '../../../src/kernel/json.js';
import { anAutomation, aManualTrigger, anEndpointTrigger } from './automations.js';
import { aJsonForm } from './a-json-form.js';
import { aTransformation } from './a-transformation.js';
import { anAnalyticTemplate } from './an-analytic-template.js';
import { aWorkflow } from './an-artifact.js';

const task = (name: string, app: string, incoming: JsonObject): JsonObject => ({
  name,
  app,
  type: 'operation',
  actor: 'Pronghorn',
  variables: { incoming, outgoing: {} },
});

const EDGE = { state: 'success', type: 'standard' };

/** A workflow whose tasks run one after the other. */
function workflowOf(name: string, tasks: Readonly<Record<string, JsonObject>>): JsonObject {
  const ids = ['workflow_start', ...Object.keys(tasks), 'workflow_end'];
  const steps = ids.slice(0, -1).map((id, at) => [id, { [ids[at + 1] ?? '']: EDGE }]);
  return aWorkflow(name, {
    tasks: { workflow_start: { name: 'workflow_start' }, ...tasks, workflow_end: {} },
    transitions: Object.fromEntries(steps) as JsonObject,
    inputSchema: { type: 'object', properties: {} },
    outputSchema: { type: 'object', properties: {} },
  });
}

/**
 * Documents of every kind that refer to each other, as an import takes them: an automation that is asked
 * for in a form and called with a transformation, its workflow, what that runs, and what nobody needs.
 */
export function aDocumentTree(prefix: string): readonly JsonObject[] {
  const name = (text: string): string => `${prefix} ${text}`;
  const parent = workflowOf(name('Parent'), {
    a1: task('childJob', 'WorkFlowEngine', { workflow: name('Child'), transformation: '' }),
    a2: task('transformation', 'WorkFlowEngine', { tr_id: `${prefix}-shape` }),
    a3: task('RunCommandTemplate', 'MOP', { template: name('Checks') }),
    a4: task('runAnalyticsTemplate', 'MOP', { analytic_template_name: name('Compare') }),
    a5: task('renderJinjaTemplate', 'TemplateBuilder', { name: name('Text') }),
    a6: task('ShowJsonForm', 'JsonForms', { form_id: name('Ask') }),
    a7: task('childJob', 'WorkFlowEngine', { workflow: '$var.job.other' }),
  });
  const child = workflowOf(name('Child'), {
    b1: task('childJob', 'WorkFlowEngine', { workflow: name('Absent') }),
  });
  return [
    aTransformation({ _id: `${prefix}-shape`, name: name('Shape') }),
    aTransformation({ _id: `${prefix}-query`, name: name('Query') }),
    aTransformation({ _id: `${prefix}-unused`, name: name('Unused') }),
    aJsonForm(name('Ask')),
    {
      name: name('Text'),
      group: 'G',
      command: '',
      template: 'hostname {{ name }}',
      data: '{}',
      type: 'jinja2',
    },
    {
      name: name('Checks'),
      os: 'cisco-ios',
      passRule: true,
      ignoreWarnings: false,
      commands: [{ command: 'show version', passRule: true, rules: [] }],
    },
    anAnalyticTemplate(name('Compare')),
    parent,
    child,
    anAutomation(name('Start'), {
      componentName: name('Parent'),
      componentType: 'workflows',
      triggers: [
        aManualTrigger({ formId: name('Ask'), formData: { token: 'not for others' } }),
        anEndpointTrigger(`${prefix}-call`, { jst: `${prefix}-query` }),
      ],
    }),
  ];
}
