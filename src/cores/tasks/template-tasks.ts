import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { ownValue } from '../../kernel/json-reading.js';
import { type PureTask, type TaskInput, type TaskContext } from '../engine/pure-task.js';
import { castRendered, castTypeOf } from '../jinja/cast-rendered.js';
import { DEFAULT_TEMPLATE_LIMITS } from '../jinja/meter.js';
import { renderTemplate } from '../jinja/render-template.js';
import { valueError } from '../jinja/template-error.js';

/** The application whose tasks these are. */
export const TEMPLATE_APPLICATION = 'TemplateBuilder';

/** Where a task has its template from, and under which names its values come in. */
interface TemplateRow {
  readonly source: 'stored' | 'given';
  readonly values: 'context' | 'variables';
  readonly casts: boolean;
  /** Puts out `{renderedTemplate: text}` instead of the text alone, as its readers expect. */
  readonly wraps?: true;
}

const ROWS: Readonly<Record<string, TemplateRow>> = {
  renderJinjaTemplate: { source: 'stored', values: 'context', casts: false, wraps: true },
  renderJinja2Template: { source: 'stored', values: 'variables', casts: false },
  renderJinja2TemplateWithCast: { source: 'stored', values: 'variables', casts: true },
  renderJinja2Context: { source: 'given', values: 'variables', casts: false },
  renderJinja2ContextWithCast: { source: 'given', values: 'variables', casts: true },
};

/** Tasks that render templates: pure functions, by their names. */
export const TEMPLATE_TASKS: Readonly<Record<string, PureTask>> = Object.fromEntries(
  Object.entries(ROWS).map(([name, row]) => [name, taskOf(row)]),
);

function taskOf(row: TemplateRow): PureTask {
  const run: PureTask['run'] = (input, context) => {
    const text = row.source === 'given' ? givenTemplate(input) : storedTemplate(input, context);
    const { spend } = context;
    const rendered = renderTemplate(text, valuesOf(input, row), DEFAULT_TEMPLATE_LIMITS, spend);
    const type = row.casts ? castTypeOf(ownValue(input, 'castDataType')) : 'string';
    if (!type) throw valueError("'castDataType' is none of string, object, array, number, boolean");
    const output = castRendered(rendered, type);
    return { finish: 'success', output: row.wraps ? { renderedTemplate: output } : output };
  };
  return row.source === 'given' ? { run } : { run, needs: neededTemplate };
}

function neededTemplate(input: TaskInput): ReturnType<NonNullable<PureTask['needs']>> {
  const name = ownValue(input, 'name');
  return [{ kind: 'document', type: 'template', idOrName: typeof name === 'string' ? name : '' }];
}

function storedTemplate(input: TaskInput, { given: [document] }: TaskContext): string {
  if (isJsonObject(document)) return templateText(document);
  const name = ownValue(input, 'name');
  throw valueError(
    typeof name === 'string' && name !== ''
      ? `there is no template '${name}'`
      : "the task names no template: 'name' is empty",
  );
}

/** The text of a stored template. Other languages are kept in the same place, and name themselves. */
function templateText(document: JsonObject): string {
  const type = ownValue(document, 'type') ?? 'jinja2';
  const text = ownValue(document, 'template');
  if (typeof type !== 'string' || !/^(jinja|j2|$)/i.test(type))
    throw valueError('the template is not written in Jinja');
  if (typeof text === 'string') return text;
  throw valueError('the template has no text');
}

function givenTemplate(input: TaskInput): string {
  const text = ownValue(input, 'template');
  if (typeof text === 'string') return text;
  throw valueError("'template' must be a text");
}

/** Values come as an object, or as the text of one; a list has the name `data`; nothing at all is an empty object. */
function valuesOf(input: TaskInput, { values }: TemplateRow): JsonObject {
  const others = values === 'context' ? 'variables' : 'context';
  const given = ownValue(input, values) ?? ownValue(input, others) ?? '';
  const value = typeof given === 'string' ? parsed(given) : given;
  if (isJsonObject(value)) return value;
  if (Array.isArray(value)) return { data: value };
  throw valueError(`'${values}' must be an object`);
}

function parsed(text: string): JsonValue {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
