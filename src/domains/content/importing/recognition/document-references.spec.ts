import { describe, expect, it } from '@jest/globals';
import { documentReferences } from './document-references.js';

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
        g: task('other', { workflow: 'no reference', template: 'nor this' }),
      },
    };
    expect(documentReferences(workflow as never)).toEqual([
      { types: ['workflow'], to: '@p: Child' },
      { types: ['transformation'], to: 't1' },
      { types: ['form', 'json-form'], to: 'Order' },
      { types: ['mop-template'], to: 'Checks' },
      { types: ['mop-analytic-template'], to: 'Compare' },
    ]);
  });

  it('leaves out what is only known at run time, and what says nothing', () => {
    const references = ['$var.job.id', '', null, 7, {}].map((to) => ({ tr_id: to, formId: to }));
    expect(documentReferences({ references })).toEqual([]);
  });
});
