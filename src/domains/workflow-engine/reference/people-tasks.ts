import { type TaskDescription } from './task-description.js';

const FINISH =
  'ends as the person finishes it: `success`, `failure` where the task has a second button, or `error`.';
const RESULT = {
  commands_results: [{ evaluated: 'show version', device: 'edge-1', response: 'Version 15.2' }],
};

const manual = (task: Omit<TaskDescription, 'type' | 'fails' | 'answer'>): TaskDescription => ({
  ...task,
  type: 'manual',
  fails: FINISH,
  answer: null,
});

/** What people do. Titles and texts take HTML, of which only what is safe is shown, and `<!name!>` from `variables`. */
export const PEOPLE_TASKS: Readonly<Record<string, TaskDescription>> = {
  ViewData: manual({
    app: 'WorkFlowEngine',
    does: 'Shows a text; without `btn_failure` there is one button.',
    args: ['header?', 'message?', 'body?', 'variables?', 'btn_success?', 'btn_failure?'],
    outputs: [],
    types: { body: 'any' },
    incoming: {
      header: 'Go on?',
      message: '<!name!> answers',
      body: '',
      variables: { name: 'edge-1' },
      btn_success: 'Yes',
      btn_failure: 'No',
    },
  }),
  ViewHTML: manual({
    app: 'WorkFlowEngine',
    does: 'Shows a page of HTML; what runs code in it is left out.',
    args: ['header?', 'message?', 'body', 'variables?', 'btn_success?', 'btn_failure?'],
    outputs: [],
    incoming: {
      header: 'Before the change',
      message: '',
      body: '<p><b><!name!></b> will restart.</p>',
      variables: { name: 'edge-1' },
      btn_success: 'Go on',
      btn_failure: '',
    },
  }),
  ErrorHandling: manual({
    app: 'WorkFlowEngine',
    does: 'Shows that something went wrong; with `retry` there is a second button, whose `failure` is drawn as a transition of type `revert`.',
    args: ['severity?', 'status', 'retry?'],
    outputs: ['response'],
    types: { severity: 'fatal, warning or success' },
    incoming: { severity: 'warning', status: 'edge-1 did not answer', retry: true },
  }),
  ViewDiff: manual({
    app: 'WorkFlowEngine',
    does: 'Shows two values side by side, by lines.',
    args: [
      'header?',
      'message?',
      'label1?',
      'value1',
      'label2?',
      'value2',
      'btn_success?',
      'btn_failure?',
    ],
    outputs: [],
    types: { value1: 'any', value2: 'any' },
    incoming: {
      header: 'What changes',
      message: '',
      label1: 'before',
      value1: 'mtu 1500',
      label2: 'after',
      value2: 'mtu 9000',
      btn_success: 'Take it',
      btn_failure: 'Leave it',
    },
  }),
  ShowJsonForm: manual({
    app: 'JsonForms',
    does: 'Asks by a JSON form, which `form_id` names by id or name; `instance_data` is filled in. Answers are held against the form.',
    args: ['form_id', 'instance_data?'],
    outputs: ['export'],
    incoming: { form_id: 'Port request', instance_data: { port: 'Gi0/1' } },
  }),
  RenderJsonSchema: manual({
    app: 'JsonForms',
    does: 'Asks by a form that the task itself describes.',
    args: ['jsonSchema', 'uiSchema?', 'bindingSchema?', 'validationSchema?', 'formData?'],
    outputs: ['export'],
    incoming: {
      jsonSchema: { type: 'object', properties: { port: { type: 'string' } } },
      uiSchema: {},
      bindingSchema: {},
      validationSchema: {},
      formData: { port: 'Gi0/1' },
    },
  }),
  viewTemplateResults: manual({
    app: 'MOP',
    does: 'Shows what a command template found.',
    args: ['mop_template_results'],
    outputs: [],
    incoming: { mop_template_results: RESULT },
  }),
  runTemplatesDiff: manual({
    app: 'MOP',
    does: 'Shows side by side what each command said before and after.',
    args: ['pre', 'post'],
    outputs: [],
    incoming: { pre: RESULT, post: RESULT },
  }),
};
