import { describe, expect, it } from 'vitest';
import { finishStatesOf, manualTaskView } from './manual-task-view.js';

describe('manualTaskView', () => {
  it('fills what an author wrote with values, and offers the buttons that have a label', () => {
    const view = manualTaskView('ViewData', {
      header: 'Upgrade <!device!>',
      message: '<b>Sure?</b>',
      body: { port: 'eth0' },
      variables: { device: '<sw1>' },
      btn_success: 'Upgrade & go',
      btn_failure: '',
    });
    expect(view).toEqual({
      kind: 'data',
      header: 'Upgrade &lt;sw1&gt;',
      message: '<b>Sure?</b>',
      body: '{\n  &quot;port&quot;: &quot;eth0&quot;\n}',
      buttons: [{ label: 'Upgrade &amp; go', finish_state: 'success' }],
      diffs: [],
      templateResults: null,
    });
  });

  it('shows nothing for inputs that are not given', () => {
    const { header, message, body, buttons } = manualTaskView('ViewHTML', { header: null });
    expect([header, message, body]).toEqual(['', '', '']);
    expect(buttons).toEqual([{ label: 'Continue', finish_state: 'success' }]);
  });

  it('compares two texts line by line', () => {
    const { diffs } = manualTaskView('ViewDiff', {
      label1: 'before',
      label2: '<after>',
      value1: 'a\nb\nc',
      value2: 'a\r\nx\nc',
    });
    expect(diffs).toEqual([
      {
        label1: 'before',
        label2: '&lt;after&gt;',
        lines: [
          { kind: 'removed', text: 'a' },
          { kind: 'removed', text: 'b' },
          { kind: 'added', text: 'a' },
          { kind: 'added', text: 'x' },
          { kind: 'same', text: 'c' },
        ],
        truncated: false,
      },
    ]);
  });

  it('cuts a comparison that nobody would read', () => {
    const lines = (prefix: string) =>
      Array.from({ length: 4000 }, (_, at) => `${prefix}${String(at)}`).join('\n');
    const { diffs } = manualTaskView('ViewDiff', { value1: lines('a'), value2: lines('b') });
    expect(diffs[0]?.lines).toHaveLength(5000);
    expect(diffs[0]?.truncated).toBe(true);
  });

  it('compares what each command answered before and after', () => {
    const results = (response: string) => ({
      commands_results: [{ raw: 'show', evaluated: 'show x', device: 'sw1', response }],
    });
    const { diffs, buttons } = manualTaskView('runTemplatesDiff', {
      pre: results('up'),
      post: results('down'),
    });
    expect(diffs).toEqual([
      {
        label1: 'sw1: show x',
        label2: 'sw1: show x',
        lines: [
          { kind: 'removed', text: 'up' },
          { kind: 'added', text: 'down' },
        ],
        truncated: false,
      },
    ]);
    expect(buttons.map(({ finish_state }) => finish_state)).toEqual(['success', 'failure']);
  });

  it('shows results of a command template as they came', () => {
    const results = { name: 'x', commands_results: [] };
    const view = manualTaskView('viewTemplateResults', { mop_template_results: results });
    expect(view.templateResults).toEqual(results);
  });
});

describe('finishStatesOf', () => {
  it.each([
    ['ViewData', { btn_failure: 'No' }, ['success', 'failure', 'error']],
    ['ViewData', { btn_failure: '' }, ['success', 'error']],
    ['ShowJsonForm', {}, ['success', 'error']],
    ['viewTemplateResults', {}, ['success', 'failure', 'error']],
    ['ErrorHandling', { retry: true }, ['success', 'failure', 'error']],
    ['ErrorHandling', { retry: false }, ['success', 'error']],
  ])('of %s with %j are %j', (name, input, expected) => {
    expect([...finishStatesOf(name, input)]).toEqual(expected);
  });
});
