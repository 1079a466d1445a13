import { isJsonObject, type JsonValue } from '../../kernel/json.js';
import { listOf, objectOf, ownValue, textOf } from '../../kernel/json-reading.js';
import { type WorkflowTask } from './workflow-graph.js';

/** Where a task takes a value from: a variable of the job (`job`), or what another task put out. */
export interface TaskReference {
  /** Keys from the task to the place that refers. */
  readonly path: readonly (string | number)[];
  /** `job`, or the id of a task. */
  readonly source: string;
  readonly name: string;
}

/** Where a task has what comes in. */
const INCOMING = ['variables', 'incoming'] as const;
const REFERENCE = /^\$var\.([^.]+)\.(.+)$/s;
/** Members of incoming whose own members are references too; everywhere else only whole texts at the top are. */
const MAPS: Readonly<Record<string, string>> = {
  transformation: 'variableMap',
  runCode: 'data',
  runService: 'params',
  runAgent: 'inputs',
};

/** The member of incoming in which a task names a variable of the job. */
const NAMING: Readonly<Record<string, string>> = { newVariable: 'name', push: 'job_variable' };
/** How deep texts that look like references are looked for. */
const DEPTH_MAX = 8;

/** Everything that a task refers to. A text that looks like a reference elsewhere is only a text. */
export function referencesOf(task: WorkflowTask): readonly TaskReference[] {
  const { name, incoming } = task;
  const map = Object.hasOwn(MAPS, name) ? MAPS[name] : undefined;
  const operands = Object.hasOwn(OPERANDS, name) ? (OPERANDS[name]?.(task) ?? []) : [];
  const mapped =
    map === undefined
      ? []
      : directReferences(objectOf(ownValue(incoming, map)), [...INCOMING, map]);
  return [
    ...directReferences(incoming, INCOMING),
    ...mapped,
    ...operands.map(({ path, ...one }) => ({ ...one, path: [...INCOMING, ...path] })),
  ];
}

/** The variables of the job that a task writes. */
export function writtenBy(task: WorkflowTask): readonly string[] {
  const { name, incoming, outgoing, error } = task;
  const targets = [...Object.values(outgoing), error].flatMap((target) => {
    const [, source, variable] = REFERENCE.exec(textOf(target)) ?? [];
    return source === 'job' && variable !== undefined ? [variable] : [];
  });
  const given = Object.hasOwn(NAMING, name) ? textOf(ownValue(incoming, NAMING[name] ?? '')) : '';
  // A name can itself be taken from elsewhere: then nobody knows it before the job runs.
  return given === '' || REFERENCE.test(given) ? targets : [...targets, given];
}

/** Whether nobody knows beforehand which variable of the job a task writes. */
export function writesAnything({ name, incoming }: WorkflowTask): boolean {
  return Object.hasOwn(NAMING, name) && isReference(ownValue(incoming, NAMING[name] ?? ''));
}

/** Whether a value refers to another one. */
export function isReference(value: JsonValue | undefined): boolean {
  return REFERENCE.test(textOf(value));
}

/** Where whole texts below the arguments of a task look like references, and are not read as such. */
export function textReferencesOf(task: WorkflowTask): readonly (readonly (string | number)[])[] {
  const { name, incoming } = task;
  const map = Object.hasOwn(MAPS, name) ? MAPS[name] : undefined;
  return Object.entries(incoming).flatMap(([key, value]) => {
    if (typeof value === 'string') return [];
    const below = key === map ? membersOf(value).filter(([, one]) => !isReference(one)) : undefined;
    return (below ?? membersOf(value)).flatMap(([at, one]) => textsBelow(one, [key, at], 1));
  });
}

type Member = readonly [string | number, JsonValue];

function membersOf(value: JsonValue): readonly Member[] {
  if (Array.isArray(value)) return value.map((one, at) => [at, one] as const);
  return isJsonObject(value) ? Object.entries(value) : [];
}

function textsBelow(
  value: JsonValue,
  path: readonly (string | number)[],
  depth: number,
): readonly (readonly (string | number)[])[] {
  if (typeof value === 'string') return isReference(value) ? [path] : [];
  if (depth > DEPTH_MAX) return [];
  return membersOf(value).flatMap(([key, one]) => textsBelow(one, [...path, key], depth + 1));
}

function directReferences(
  values: Readonly<Record<string, JsonValue>>,
  path: readonly (string | number)[],
): TaskReference[] {
  const found: TaskReference[] = [];
  for (const [key, value] of Object.entries(values)) {
    const [, source, name] = REFERENCE.exec(textOf(value)) ?? [];
    if (source !== undefined && name !== undefined)
      found.push({ path: [...path, key], source, name });
  }
  return found;
}

/** Tasks that name what they take in objects of their own: `{task, variable}` or `{task, value}`. */
const OPERANDS: Readonly<Record<string, (task: WorkflowTask) => readonly TaskReference[]>> = {
  merge: ({ incoming }) => mergeOperands(ownValue(incoming, 'data_to_merge')),
  deepmerge: ({ incoming }) => mergeOperands(ownValue(incoming, 'data_to_merge')),
  evaluation: ({ incoming }) =>
    listOf(ownValue(incoming, 'evaluation_groups')).flatMap((group, groupAt) =>
      listOf(ownValue(objectOf(group), 'evaluations')).flatMap((evaluation, at) =>
        ['operand_1', 'operand_2'].flatMap((side) =>
          operand(ownValue(objectOf(evaluation), side), 'variable', [
            'evaluation_groups',
            groupAt,
            'evaluations',
            at,
            side,
          ]),
        ),
      ),
    ),
  childJob: ({ incoming }) =>
    Object.entries(objectOf(ownValue(incoming, 'variables'))).flatMap(([key, value]) =>
      operand(value, 'value', ['variables', key]),
    ),
};

function mergeOperands(entries: JsonValue | undefined): readonly TaskReference[] {
  return listOf(entries).flatMap((entry, at) =>
    operand(ownValue(objectOf(entry), 'value'), 'variable', ['data_to_merge', at, 'value']),
  );
}

function operand(
  value: JsonValue | undefined,
  nameKey: 'variable' | 'value',
  path: readonly (string | number)[],
): readonly TaskReference[] {
  if (!isJsonObject(value)) return [];
  const source = textOf(ownValue(value, 'task'));
  if (source === '' || source === 'static') return [];
  return [{ path: [...path, 'task'], source, name: textOf(ownValue(value, nameKey)) }];
}
