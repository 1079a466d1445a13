import { describe, expect, it } from 'vitest';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type PureOutcome } from '../engine/pure-task.js';
import { TEMPLATE_TASKS } from './template-tasks.js';

function run(name: string, input: JsonObject, document?: JsonValue): PureOutcome {
  const task = TEMPLATE_TASKS[name];
  if (!task) throw new Error(`no task ${name}`);
  return task.run(input, { now: 0, given: task.needs ? [document] : [], spend: () => undefined });
}

const STORED = { name: 'vlans', template: '{% for v in vlans %}vlan {{ v }}\n{% endfor %}' };

describe('tasks that render templates', () => {
  it('ask for the stored template that they name', () => {
    const needs = TEMPLATE_TASKS['renderJinjaTemplate']?.needs?.({ name: '@p: vlans' });
    expect(needs).toEqual([{ kind: 'document', type: 'template', idOrName: '@p: vlans' }]);
    expect(TEMPLATE_TASKS['renderJinja2ContextWithCast']?.needs).toBeUndefined();
  });

  it('render a stored template with its values', () => {
    const outcome = run(
      'renderJinjaTemplate',
      { name: 'vlans', context: { vlans: [1, 2] } },
      STORED,
    );
    expect(outcome).toEqual({
      finish: 'success',
      output: { renderedTemplate: 'vlan 1\nvlan 2\n' },
    });
  });

  it('take values as the text of an object, and none at all', () => {
    expect(
      run('renderJinjaTemplate', { name: 'vlans', context: '{"vlans":[3]}' }, STORED),
    ).toMatchObject({ output: { renderedTemplate: 'vlan 3\n' } });
    expect(run('renderJinjaTemplate', { name: 'vlans', context: '' }, STORED)).toMatchObject({
      output: { renderedTemplate: '' },
    });
    expect(() => run('renderJinjaTemplate', { name: 'vlans', context: 'x' }, STORED)).toThrow(
      "'context' must be an object",
    );
  });

  it('say which template there is none of', () => {
    expect(() => run('renderJinjaTemplate', { name: 'x' })).toThrow("there is no template 'x'");
    expect(() => run('renderJinjaTemplate', { name: '' })).toThrow("'name' is empty");
    expect(() => run('renderJinja2ContextWithCast', {})).toThrow("'template' must be a text");
  });

  it.each<readonly [JsonValue | undefined, string, JsonValue]>([
    ['string', '{{ x }}', '1'],
    ['', '{{ x }}', '1'],
    [null, '{{ x }}', '1'],
    [undefined, '{{ x }}', '1'],
    ['number', ' {{ x + 1.5 }} ', 2.5],
    ['boolean', '{{ x == 1 }}', true],
    ['boolean', '{{ x == 2 }}', false],
    ['object', '{"a": {{ x }}}', { a: 1 }],
    [' Object ', '{{ {"a": [true, none, 1.5]} }}', { a: [true, null, 1.5] }],
    ['array', '{{ [x, "b"] | tojson }}', [1, 'b']],
    ['array', "{{ [x, 'b'] }}", [1, 'b']],
  ])('cast to %j: %j', (castDataType, template, output) => {
    const input = { variables: { x: 1 }, ...(castDataType !== undefined && { castDataType }) };
    expect(run('renderJinja2ContextWithCast', { template, ...input })).toEqual({
      finish: 'success',
      output,
    });
    const stored = { name: 'n', ...input };
    expect(run('renderJinja2TemplateWithCast', stored, { template })).toMatchObject({ output });
  });

  it.each([
    ['number', 'x'],
    ['number', ''],
    ['boolean', '1'],
    ['object', '[1]'],
    ['object', 'range(3)'],
    ['array', '{}'],
    ['array', '[x]'],
  ])('refuse to cast to %j: %j', (castDataType, template) => {
    expect(() => run('renderJinja2ContextWithCast', { template, castDataType })).toThrow(
      `the rendered text is no ${castDataType}`,
    );
  });

  it('refuse stored templates of other languages', () => {
    const textual = { name: 'n', template: 'Value X (.*)', type: 'textfsm' };
    expect(() => run('renderJinjaTemplate', { name: 'n' }, textual)).toThrow(
      'not written in Jinja',
    );
    expect(() => run('renderJinjaTemplate', { name: 'n' }, { name: 'n' })).toThrow('no text');
    expect(
      run('renderJinjaTemplate', { name: 'n' }, { template: 'x', type: 'jinja2' }),
    ).toMatchObject({ output: { renderedTemplate: 'x' } });
  });

  it('refuse types that there are none of', () => {
    expect(() =>
      run('renderJinja2ContextWithCast', { template: '', castDataType: 'date' }),
    ).toThrow('castDataType');
  });

  it('spend the fuel of the step', () => {
    const stop = new Error('out of fuel');
    const spend = (): never => {
      throw stop;
    };
    const task = TEMPLATE_TASKS['renderJinja2Context'];
    expect(() => task?.run({ template: '{{ 1 }}' }, { now: 0, given: [], spend })).toThrow(stop);
  });
});
