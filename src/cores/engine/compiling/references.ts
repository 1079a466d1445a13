import { type JsonValue } from '../../../kernel/json.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { listOf, objectOf, ownValue, textOf } from '../../../kernel/json-reading.js';
import { type Expression } from '../plan.js';

const REFERENCE = /^\$var\.([^.]+)\.(.+)$/s;
/** What a reference calls the job itself. */
const JOB = 'job';

/** What references of one task are read with. */
export interface ReferenceReading {
  /** Tasks of the workflow by their ids. */
  readonly places: ReadonlyMap<string, number>;
  /** Pointers from the task's variables to the inputs whose references carry a pointer of their own. */
  readonly withPointer: ReadonlySet<string>;
}

/** The input as an expression: a whole text that refers to something is looked up, anything else is as it is. */
export function readReference(
  value: JsonValue,
  path: string,
  reading: ReferenceReading,
): Expression {
  const [, source, name] = REFERENCE.exec(textOf(value)) ?? [];
  if (source === undefined || name === undefined) return { kind: 'literal', value };
  return lookup(source, name, path, reading);
}

/**
 * An operand that says where it comes from in two members: `{task, variable}` or `{task, value}`, where
 * the task is `job`, `static` (then the other member is the value itself), or the id of one.
 * Undefined for an operand that says nothing.
 */
export function readOperand(
  operand: JsonValue | undefined,
  nameKey: 'variable' | 'value',
  path: string,
  reading: ReferenceReading,
): Expression | undefined {
  if (!isJsonObject(operand) || !Object.hasOwn(operand, 'task')) {
    return operand === undefined ? undefined : { kind: 'literal', value: operand };
  }
  const source = textOf(ownValue(operand, 'task'));
  const value = ownValue(operand, nameKey);
  if (source === '' || source === 'static') {
    return value === undefined ? undefined : { kind: 'literal', value };
  }
  return lookup(source, textOf(value), path, reading);
}

/** The job variable that an output or an error is also written to; null for none. */
export function readTarget(value: JsonValue | undefined): string | null {
  const [, source, name] = REFERENCE.exec(textOf(value)) ?? [];
  return source === JOB && name !== undefined ? name : null;
}

/** The pointers at which decorators of this type lie. */
export function decoratedPointers(decorators: JsonValue | undefined, type: string): string[] {
  return listOf(decorators)
    .map((decorator): JsonObject => objectOf(decorator))
    .filter((decorator) => ownValue(decorator, 'type') === type)
    .map((decorator) => textOf(ownValue(decorator, 'pointer')));
}

function lookup(
  source: string,
  written: string,
  path: string,
  { places, withPointer }: ReferenceReading,
): Expression {
  const at = withPointer.has(path) ? written.indexOf('#/') : -1;
  const name = at < 0 ? written : written.slice(0, at);
  const pointer = at < 0 ? {} : { pointer: written.slice(at + 1) };
  if (source === JOB) return { kind: 'variable', name, ...pointer };
  const task = places.get(source);
  // Only a draft refers to what is not there, and drafts are never started.
  return task === undefined
    ? { kind: 'literal', value: null }
    : { kind: 'output', task, name, ...pointer };
}
