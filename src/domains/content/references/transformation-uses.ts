import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { objectOf, ownValue, textOf } from '../../../kernel/json-reading.js';
import { isReference } from '../../../cores/workflow-graph/task-references.js';
import { didYouMean } from '../../../cores/workflow-graph/nearest-name.js';
import { KEPT_LENGTH_MAX, KEPT_TEXTS_MAX } from '../records/content-facts.js';
import { incomingKey, outgoingKey, requiredKey } from '../kinds/transformation-rules.js';
import { type BrokenReference } from './broken-reference.js';

/** Keys are also made of types, which are no names. */
const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** Missing inputs that a warning names. */
const NAMED_MAX = 5;

/** An input or an output of a transformation by which a task calls it. */
interface UsedName {
  readonly path: readonly (string | number)[];
  readonly name: string;
  /** What the name is, and the key by which a transformation is found that has it. */
  readonly what: 'input' | 'output';
  readonly key: string;
}

/** A task that runs a transformation. */
export interface TransformationUse {
  /** Its id or name, as the task says it. */
  readonly to: string;
  readonly names: readonly UsedName[];
  /** Where it gives the inputs. */
  readonly path: readonly (string | number)[];
  /** The inputs that it gives; undefined where another task says which. */
  readonly given: ReadonlySet<string> | undefined;
}

/** The tasks of a workflow that run transformations. */
export function transformationUsesOf(document: JsonObject): readonly TransformationUse[] {
  const tasks = Object.entries(objectOf(ownValue(document, 'tasks')));
  return tasks.flatMap(([id, task]) => {
    if (!isJsonObject(task) || ownValue(task, 'name') !== 'transformation') return [];
    const variables = objectOf(ownValue(task, 'variables'));
    const incoming = objectOf(ownValue(variables, 'incoming'));
    const variableMap = ownValue(incoming, 'variableMap');
    const path = ['tasks', id, 'variables', 'incoming', 'variableMap'];
    const inputs = namesOf(variableMap, path);
    const outputs = namesOf(ownValue(variables, 'outgoing'), [
      'tasks',
      id,
      'variables',
      'outgoing',
    ]);
    const names = [
      ...inputs.map((one) => ({ ...one, what: 'input' as const, key: incomingKey(one.name) })),
      ...outputs.map((one) => ({ ...one, what: 'output' as const, key: outgoingKey(one.name) })),
    ];
    const given = isReference(variableMap) ? undefined : new Set(inputs.map(({ name }) => name));
    return [{ to: textOf(ownValue(incoming, 'tr_id')), names, path, given }];
  });
}

/** Names that the transformation has not, by the keys that it is found by. */
export function unknownNames(
  { to, names }: TransformationUse,
  keys: readonly string[],
): readonly BrokenReference[] {
  // Nothing is known of one that was installed and never looked at, and not all of one with very many names.
  if (keys.length === 0 || keys.length >= KEPT_TEXTS_MAX) return [];
  const unknown = names.filter(({ key }) => key.length <= KEPT_LENGTH_MAX && !keys.includes(key));
  return unknown.map(({ path, name, what, key }) => {
    const side = key.slice(0, -name.length);
    const there = keys.filter((one) => one.startsWith(side)).map((one) => one.slice(side.length));
    const near = didYouMean(
      name,
      there.filter((one) => !TYPES.has(one)),
    );
    const said = `${what} '${name}' of transformation '${to}', which has none of that name${near}`;
    return { code: 'transformation-names', path, what: said };
  });
}

/** Inputs that the transformation cannot do without and the task does not give. */
export function missingInputs(
  { to, path, given }: TransformationUse,
  keys: readonly string[],
): readonly BrokenReference[] {
  const start = requiredKey('');
  const required = keys
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length));
  const missing = given ? required.filter((name) => !given.has(name)) : [];
  if (missing.length === 0) return [];
  const named = missing
    .slice(0, NAMED_MAX)
    .map((name) => `'${name}'`)
    .join(', ');
  const more = missing.length > NAMED_MAX ? ` and ${missing.length - NAMED_MAX} more` : '';
  const what = `transformation '${to}' without what it needs: ${named}${more}`;
  return [{ code: 'transformation-inputs', path, what }];
}

function namesOf(
  value: Parameters<typeof objectOf>[0],
  path: readonly (string | number)[],
): readonly Pick<UsedName, 'path' | 'name'>[] {
  return Object.keys(objectOf(value)).map((name) => ({ name, path: [...path, name] }));
}
