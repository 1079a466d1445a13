import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { objectOf, ownValue, textOf } from '../../../kernel/json-reading.js';
import { didYouMean } from '../../../cores/workflow-graph/nearest-name.js';
import { KEPT_LENGTH_MAX, KEPT_TEXTS_MAX } from '../records/content-facts.js';
import { incomingKey, outgoingKey } from '../kinds/transformation-rules.js';
import { type BrokenReference } from './broken-reference.js';

/** Keys are also made of types, which are no names. */
const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

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
}

/** The tasks of a workflow that run transformations. */
export function transformationUsesOf(document: JsonObject): readonly TransformationUse[] {
  const tasks = Object.entries(objectOf(ownValue(document, 'tasks')));
  return tasks.flatMap(([id, task]) => {
    if (!isJsonObject(task) || ownValue(task, 'name') !== 'transformation') return [];
    const variables = objectOf(ownValue(task, 'variables'));
    const incoming = objectOf(ownValue(variables, 'incoming'));
    const path = ['tasks', id, 'variables'];
    const inputs = namesOf(ownValue(incoming, 'variableMap'), [...path, 'incoming', 'variableMap']);
    const outputs = namesOf(ownValue(variables, 'outgoing'), [...path, 'outgoing']);
    const names = [
      ...inputs.map((one) => ({ ...one, what: 'input' as const, key: incomingKey(one.name) })),
      ...outputs.map((one) => ({ ...one, what: 'output' as const, key: outgoingKey(one.name) })),
    ];
    return [{ to: textOf(ownValue(incoming, 'tr_id')), names }];
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

function namesOf(
  value: Parameters<typeof objectOf>[0],
  path: readonly (string | number)[],
): readonly Pick<UsedName, 'path' | 'name'>[] {
  return Object.keys(objectOf(value)).map((name) => ({ name, path: [...path, name] }));
}
