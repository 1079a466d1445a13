import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { operationOfTask } from '../workers/task-operations.js';
import { parameterOf } from '../../../cores/tasks/task-row.js';
import {
  answerOf,
  otherNames,
  type ReferencePage,
  type ReferenceTask,
  taskDocument,
  taskReference,
} from './task-reference.js';

const GENERATED = 'Generated from the declarations of the engine by `npm run docs`; do not edit.';

/** A file of the reference. */
interface ReferenceFile {
  readonly path: string;
  readonly content: string;
}

/** The reference of tasks: a list of all, and a page for each kind. */
export function taskDocuments(): readonly ReferenceFile[] {
  const pages = taskReference();
  return [
    {
      path: 'docs/reference/tasks.md',
      content: text([...INTRODUCTION, ...pages.flatMap(listed), ...others()]),
    },
    ...pages.map((page) => ({
      path: `docs/reference/tasks/${page.slug}.md`,
      content: text([
        `# ${page.title}`,
        `${GENERATED} How to read it: [tasks](../tasks.md).`,
        ...page.tasks.flatMap(described),
      ]),
    })),
  ];
}

const INTRODUCTION = [
  '# Tasks',
  GENERATED,
  `Everything that a workflow may do, by the \`name\` of its task. A task is copied into \`tasks\` of a workflow under an id of its own
(four characters of 0 to 9 and a to f, such as \`a1b2\`) and connected by \`transitions\`:
\`{"workflow_start": {"a1b2": {"type": "standard", "state": "success"}}, "a1b2": {"workflow_end": {"type": "standard", "state": "success"}}}\`
([workflows](../content.md#workflows)).`,
  `- An argument is a value, or a reference: \`"$var.job.device"\` is a variable of the job, \`"$var.a1b2.result"\` what the task
  \`a1b2\` put out. References are read in an argument itself, not in what lies within it, unless the page says so.
- An argument in square brackets may be left out; an empty text there counts as left out. A number may come as a text that reads as
  one. Other names of an argument stand behind a stroke.
- An output goes into the variable of the job that \`outgoing\` names (\`"$var.job.answer"\`), or nowhere (\`null\`); later tasks can refer to
  it in both cases.
- A task ends in \`success\`, \`failure\` or \`error\`; a transition of that \`state\` goes on from there. An error that no transition takes up
  stands in \`error\` of the job, and in the variable that \`variables.error\` of the task names.
- \`actor\` says whose rights count: \`job\` those of whoever started it, or the id of a manual task.`,
];

function listed({ slug, title, tasks }: ReferencePage): readonly string[] {
  const rows = tasks.map(({ name, app, does }) => [
    `[\`${name}\`](tasks/${slug}.md#${name.toLowerCase()})`,
    app,
    linked(firstSentence(does)),
  ]);
  return [`## ${title}`, table(['task', 'app', 'what it does'], rows)];
}

function firstSentence(does: string): string {
  return /^.*?[.;](?= |$)/.exec(does)?.[0].replace(/;$/, '.') ?? does;
}

/** Links of a page of one kind, as the list of all is one level above. */
function linked(does: string): string {
  return does.replaceAll('](../../', '](../');
}

function others(): readonly string[] {
  const rows = otherNames().map(([name, tasks]) => [
    `\`${name}\``,
    tasks.map((task) => `\`${task}\``).join(', '),
  ]);
  return [
    '## Names that several tasks bear',
    'The one whose first argument is given is meant.',
    table(['name', 'stands for'], rows),
    '## Tasks of adapters and integrations',
    `Every operation of an [integration](../integrations.md) and every method of an [adapter](../orchestrator.md#adapters) is a task too:
\`"location": "Adapter"\`, \`name\` is the operation, \`adapter_id\` among the arguments names the integration or adapter. Arguments and
outputs are those of the operation.`,
  ];
}

function described(task: ReferenceTask): readonly string[] {
  const operation = operationOfTask({ app: task.app, name: task.name, location: 'Application' });
  const answer = answerOf(task);
  const code = (value: JsonValue): string =>
    `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
  return [
    `## ${task.name}`,
    task.does,
    `\`app\` ${task.app}, \`type\` ${task.type}, \`location\` Application.${operation === undefined ? '' : ` It takes the roles of [${operation}](../../access.md#what-each-role-may-do).`}`,
    table(['argument', 'type'], argumentRows(task)),
    `Outputs: ${outputsOf(task)}. Ends in ${failsOf(task)}`,
    code(taskDocument(task)),
    ...(answer === undefined || task.type === 'manual'
      ? []
      : [`puts out \`${JSON.stringify(answer)}\``]),
  ];
}

function argumentRows({
  args,
  incoming,
  types = {},
}: ReferenceTask): readonly (readonly string[])[] {
  return args.map((arg) => {
    const { names, isOptional, isSpread } = parameterOf(arg);
    const [name = '', ...more] = names;
    const also = more.length === 0 ? '' : ` \\| ${more.join(' \\| ')}`;
    const shown = `${name}${also}`;
    const type = types[name] ?? typeName(incoming[name]);
    return [isOptional ? `[${shown}]` : shown, isSpread ? `${type}, or one element of it` : type];
  });
}

function typeName(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return 'list';
  if (isJsonObject(value)) return 'object';
  if (typeof value === 'string') return 'text';
  return value === null || value === undefined ? 'any' : typeof value;
}

function outputsOf({ name, outputs }: ReferenceTask): string {
  if (name === 'transformation') return 'one for each outgoing schema';
  return outputs.length === 0 ? 'none' : outputs.map((one) => `\`${one}\``).join(', ');
}

const FUNCTION_FAILS = '`error` where an argument is of another type; the message names it.';

function failsOf({ fails }: ReferenceTask): string {
  return fails === '' ? FUNCTION_FAILS : fails.replace(/^ends /, '');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function text(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
