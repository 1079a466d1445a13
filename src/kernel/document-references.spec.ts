import { describe, expect, it } from 'vitest';
import { componentKind, documentReferences, placedReferences } from './document-references.js';

describe('documentReferences', () => {
  it('finds what a workflow refers to, by id or name, each once', () => {
    const task = (name: string, incoming: object) => ({ name, variables: { incoming } });
    const workflow = {
      name: 'W',
      tasks: {
        a: task('childJob', { workflow: '@p: Child' }),
        b: task('transformation', { tr_id: 't1' }),
        c: task('transformation', { tr_id: 't1' }),
        d: task('ShowJsonForm', { form_id: 'Order' }),
        e: task('RunCommandTemplate', { template: 'Checks' }),
        f: task('runAnalyticsTemplate', { analytic_template_name: 'Compare' }),
        h: task('childJob', { workflow: '', transformation: 't2' }),
        i: task('childJob', { workflow: '$var.job.child', transformation: '' }),
        g: task('other', { workflow: 'no reference', template: 'nor this' }),
      },
    };
    expect(documentReferences(workflow as never)).toEqual([
      { types: ['workflow'], to: '@p: Child' },
      { types: ['transformation'], to: 't1' },
      { types: ['form', 'json-form'], to: 'Order' },
      { types: ['mop-template'], to: 'Checks' },
      { types: ['mop-analytic-template'], to: 'Compare' },
      { types: ['transformation'], to: 't2' },
    ]);
  });

  it('finds what the triggers of an automation refer to', () => {
    const triggers = [
      { type: 'manual', formId: 'Order' },
      { type: 'endpoint', jst: 't1' },
      { type: 'schedule', jst: null },
    ];
    expect(documentReferences({ name: 'A', triggers })).toEqual([
      { types: ['form', 'json-form'], to: 'Order' },
      { types: ['transformation'], to: 't1' },
    ]);
  });

  it('says where each stands first', () => {
    const incoming = { tr_id: 't1' };
    const tasks = { a: { name: 'transformation', variables: { incoming } } };
    const first = ['tasks', 'a', 'variables', 'incoming', 'tr_id'];
    const list = [{ variables: { incoming: { workflow: 'C' } }, name: 'childJob' }];
    expect(placedReferences({ tasks, more: incoming, list })).toEqual([
      { types: ['transformation'], to: 't1', path: first },
      { types: ['workflow'], to: 'C', path: ['list', 0, 'variables', 'incoming', 'workflow'] },
    ]);
  });

  it('leaves out what is only known at run time, and what says nothing', () => {
    const references = ['$var.job.id', '', null, 7, {}].map((to) => ({ tr_id: to, formId: to }));
    expect(documentReferences({ references })).toEqual([]);
  });
});

describe('componentKind', () => {
  it('knows what automations start, a workflow where they say nothing', () => {
    expect(['workflows', '', 'json_forms', 'constructor', 'elsewhere'].map(componentKind)).toEqual([
      'workflow',
      'workflow',
      'json-form',
      undefined,
      undefined,
    ]);
  });
});
