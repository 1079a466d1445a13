import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { ownValue, textOf } from '../../kernel/json-reading.js';
import { type Finding, finding, shown } from './finding.js';
import { isReference } from './task-references.js';
import { type WorkflowGraph, type WorkflowTask } from './workflow-graph.js';

/** What an argument must be; undefined where the value is that. */
type Demand = (value: JsonValue | undefined, incoming: JsonObject) => string | undefined;

const isBlank = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === '';

const named: Demand = (value) => (isBlank(value) ? 'must not be empty' : undefined);
const list: Demand = (value) => (Array.isArray(value) ? undefined : 'must be a list');
const listOfLoop: Demand = (value, incoming) =>
  isBlank(ownValue(incoming, 'loopType')) ? undefined : list(value, incoming);
const number: Demand = (value) =>
  isBlank(value) || isNumber(value) ? undefined : 'must be a number';

/** One of these words, or nothing at all. */
function oneOf(words: readonly string[], { anyCase = false } = {}): Demand {
  return (value) => {
    if (isBlank(value)) return undefined;
    const text = anyCase ? textOf(value).trim().toLowerCase() : textOf(value);
    return words.includes(text) ? undefined : `must be one of ${words.join(', ')}`;
  };
}

function isNumber(value: JsonValue | undefined): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

const CAST_TYPES = oneOf(['string', 'object', 'array', 'number', 'boolean'], { anyCase: true });

/** What tasks of the engine demand of arguments, by the names of both. Anything else ends them in an error. */
const DEMANDS: Readonly<Record<string, Readonly<Record<string, Demand>>>> = {
  childJob: {
    loopType: oneOf(['sequential', 'parallel'], { anyCase: true }),
    data_array: listOfLoop,
  },
  delay: { time: number },
  forEach: { data_array: list },
  makeData: { outputType: oneOf(['string', 'json', 'object', 'array', 'number', 'boolean']) },
  newVariable: { name: named },
  pop: { job_variable: named },
  push: { job_variable: named },
  reattempt: { minutes: number, attempts: number },
  renderJinja2ContextWithCast: { castDataType: CAST_TYPES },
  renderJinja2Template: { name: named },
  renderJinja2TemplateWithCast: { name: named, castDataType: CAST_TYPES },
  renderJinjaTemplate: { name: named },
  shift: { job_variable: named },
  stub: { type: oneOf(['success', 'failure', 'error']), delay: number },
  transformation: { tr_id: named },
};
const APPLICATIONS: ReadonlySet<string> = new Set(['WorkFlowEngine', 'MOP', 'TemplateBuilder']);

/** Values, as they are written, that end a task in an error whenever it runs. */
export function valueFindings({ tasks }: WorkflowGraph): readonly Finding[] {
  return [...tasks.values()].flatMap((task) =>
    demandsOf(task).flatMap(([argument, demand]) => {
      const value = ownValue(task.incoming, argument);
      const wanted = isReference(value) ? undefined : demand(value, task.incoming);
      if (wanted === undefined) return [];
      const path = ['tasks', task.id, 'variables', 'incoming', argument];
      const message = `${shown(task.id)} (${task.name}) ends in an error: ${argument} ${wanted}`;
      return [finding('value-refused', path, message)];
    }),
  );
}

function demandsOf({ app, name, incoming }: WorkflowTask): readonly (readonly [string, Demand])[] {
  if (!APPLICATIONS.has(app) || !Object.hasOwn(DEMANDS, name)) return [];
  // The same names mean functions of lists where a list is given.
  if (Object.hasOwn(incoming, 'arr')) return [];
  return Object.entries(DEMANDS[name] ?? {});
}
