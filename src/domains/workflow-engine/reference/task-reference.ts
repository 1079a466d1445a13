import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { compileInputs } from '../../../cores/engine/compiling/compile-inputs.js';
import { type Expression } from '../../../cores/engine/plan.js';
import { pureTaskOf, TASK_TABLES } from '../../../cores/tasks/pure-tasks.js';
import { NAMESAKES } from '../../../cores/tasks/namesakes.js';
import { CONTROL_TASKS, WAITING_TASKS } from './engine-tasks.js';
import { DEVICE_TASKS } from './device-tasks.js';
import { FUNCTION_TASKS } from './function-tasks.js';
import { PEOPLE_TASKS } from './people-tasks.js';
import { type TaskDescription, type TaskSummaries } from './task-description.js';
import { PACKAGE_TASKS } from './package-tasks.js';
import { SERVICE_TASKS } from './service-tasks.js';
import { CALL_TASKS, TEMPLATE_TASKS } from './worker-tasks.js';

/** A task as the reference shows it. */
export interface ReferenceTask extends TaskDescription {
  readonly name: string;
}

/** Tasks of one page. */
export interface ReferencePage {
  readonly slug: string;
  readonly title: string;
  readonly tasks: readonly ReferenceTask[];
}

/** The time that examples are computed for: 1 December 2026, 07:30 in Greenwich. */
const NOW = 1_796_110_200_000;

const TITLES: Readonly<Record<string, string>> = {
  texts: 'Texts',
  lists: 'Lists',
  objects: 'Objects',
  numbers: 'Numbers',
  times: 'Times',
  formats: 'Formats',
};

/** Every task that a workflow may use, page by page. */
export function taskReference(): readonly ReferencePage[] {
  return [
    page('control', 'Decide, ask and keep values', CONTROL_TASKS),
    page('waiting', 'Loops, child jobs and waits', WAITING_TASKS),
    page('people', 'Ask people', PEOPLE_TASKS),
    page('devices', 'Devices and commands', DEVICE_TASKS),
    page('calls', 'Other systems and files', CALL_TASKS),
    page('packages', 'Packages', PACKAGE_TASKS),
    page('services', 'Service instances and actions', SERVICE_TASKS),
    page('templates', 'Text templates', TEMPLATE_TASKS),
    ...Object.entries(TITLES).map(([table, title]) => page(table, title, functionsOf(table))),
  ];
}

/** Names that stand for one of several tasks; which one, the arguments say. */
export function otherNames(): readonly (readonly [name: string, tasks: readonly string[]])[] {
  return NAMESAKES.map(([name, meanings]) => [name, meanings.map(([, task]) => task)] as const);
}

/** The task in a workflow, ready to copy. */
export function taskDocument({
  name,
  app,
  type,
  incoming,
  outputs,
  answer,
}: ReferenceTask): JsonObject {
  const named = name === 'transformation' ? Object.keys(answer as JsonObject) : outputs;
  const view = { view: `/${viewRoot(app)}/task/${name}` };
  return {
    name,
    summary: name,
    app,
    type,
    location: 'Application',
    ...(type === 'manual' ? view : { actor: 'job' }),
    groups: [],
    variables: {
      incoming,
      outgoing: Object.fromEntries(named.map((output) => [output, null])),
      error: '',
    },
  };
}

/** What the task puts out for its example: computed by the engine where it is a function. @throws RunStop */
export function answerOf({
  name,
  app,
  incoming,
  answer,
  given,
}: ReferenceTask): JsonValue | undefined {
  const pure = answer === undefined ? pureTaskOf(app, name) : undefined;
  if (!pure) return answer;
  const context = { now: NOW, given: [given], spend: (): void => undefined };
  const outcome = pure.run(resolved(name, incoming), context);
  return outcome.finish === 'success' ? outcome.output : undefined;
}

/** Arguments with the values that they name in the place of references. */
function resolved(name: string, incoming: JsonObject): JsonObject {
  const inputs = compileInputs(name, incoming, { places: new Map(), withPointer: new Set() });
  return Object.fromEntries(inputs.map(([key, expression]) => [key, valueOf(expression)]));
}

function valueOf(expression: Expression): JsonValue {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'object':
      return Object.fromEntries(expression.members.map(([key, one]) => [key, valueOf(one)]));
    case 'list':
      return expression.items.map(valueOf);
    case 'variable':
    case 'output':
      return null;
  }
}

function viewRoot(app: string): string {
  return { JsonForms: 'json-forms', MOP: 'mop' }[app] ?? 'workflow_engine';
}

function page(
  slug: string,
  title: string,
  descriptions: Readonly<Record<string, TaskDescription>>,
): ReferencePage {
  const tasks = Object.entries(descriptions).map(([name, description]) => ({
    name,
    ...description,
  }));
  return { slug, title, tasks };
}

/** The functions of a table, with what is said of each. */
function functionsOf(table: string): Readonly<Record<string, TaskDescription>> {
  const descriptions: TaskSummaries = FUNCTION_TASKS[table] ?? {};
  const rows = Object.entries(TASK_TABLES[table] ?? {});
  return Object.fromEntries(
    rows.map(([name, { args, output }]) => {
      const description = descriptions[name] ?? { does: '', incoming: {} };
      const noted = {
        app: 'WorkFlowEngine',
        type: 'automatic',
        args,
        outputs: [output],
        fails: '',
      } as const;
      return [name, { ...noted, ...description }];
    }),
  );
}
