import { isJsonObject, type JsonValue } from '../../../../kernel/json.js';
import { listOf, objectOf, ownValue, textOf } from '../../../../kernel/json-reading.js';
import { type WorkflowTask } from './workflow-graph.js';

/** Where a task takes a value from: a variable of the job (`job`), or what another task put out. */
export interface TaskReference {
  /** Keys from the task to the place that refers. */
  readonly path: readonly (string | number)[];
  /** `job`, or the id of a task. */
  readonly source: string;
  readonly name: string;
}

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

/** Everything that a task refers to. A text that looks like a reference elsewhere is only a text. */
export function referencesOf(task: WorkflowTask): readonly TaskReference[] {
  const { name, incoming } = task;
  const map = Object.hasOwn(MAPS, name) ? MAPS[name] : undefined;
  const found = directReferences(incoming, []);
  if (map !== undefined) found.push(...directReferences(objectOf(ownValue(incoming, map)), [map]));
  if (Object.hasOwn(OPERANDS, name)) found.push(...(OPERANDS[name]?.(task) ?? []));
  return found.map(({ path, ...reference }) => ({
    ...reference,
    path: ['variables', 'incoming', ...path],
  }));
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

function directReferences(
  values: Readonly<Record<string, JsonValue>>,
  path: readonly (string | number)[],
): TaskReference[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const [, source, name] = REFERENCE.exec(textOf(value)) ?? [];
    return source !== undefined && name !== undefined
      ? [{ path: [...path, key], source, name }]
      : [];
  });
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
