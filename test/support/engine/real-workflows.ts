import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/kernel/json.js';
import { listOf, objectOf, ownValue, textOf } from '../../../src/kernel/json-reading.js';

/** Real documents lie beside the project where they lie at all; they are not ours to ship. */
const FOLDER = join('..', 'shared', 'data', 'workflows');

/** A real workflow, and the file that it lies in. */
export interface RealWorkflow {
  readonly file: string;
  readonly document: JsonObject;
}

/** Every real workflow there is; empty where the documents are absent. */
export function realWorkflows(): readonly RealWorkflow[] {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).sort() : [];
  return files.map((file) => ({
    file,
    document: JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as JsonObject,
  }));
}

/** What a task needs of a value that it refers to. */
type Need = 'list' | 'number';

const NEEDS: Readonly<Record<string, readonly (readonly [input: string, need: Need])[]>> = {
  childJob: [['data_array', 'list']],
  delay: [['time', 'number']],
  forEach: [['data_array', 'list']],
  reattempt: [
    ['minutes', 'number'],
    ['attempts', 'number'],
  ],
  stub: [['delay', 'number']],
};

/** By what a reference says, such as `$var.job.x`: the kind of value that somebody needs there. */
export function neededKinds(document: JsonObject): ReadonlyMap<string, Need> {
  const tasks = Object.values(objectOf(ownValue(document, 'tasks'))).map(objectOf);
  return new Map(
    tasks.flatMap((task) => {
      const incoming = objectOf(ownValue(objectOf(ownValue(task, 'variables')), 'incoming'));
      return (NEEDS[textOf(ownValue(task, 'name'))] ?? [])
        .map(([input, need]) => [textOf(ownValue(incoming, input)), need] as const)
        .filter(([reference]) => reference.startsWith('$var.'));
    }),
  );
}

/** Values for all variables that the workflow reads, so that every task has what it needs to go on. */
export function plausibleVariables(document: JsonObject): JsonObject {
  const needs = neededKinds(document);
  const names = new Set([...namesIn(document), ...listOf(requiredOf(document)).map(textOf)]);
  return Object.fromEntries(
    [...names].map((name) => [name, plausibleValue(needs.get(`$var.job.${name}`))]),
  );
}

/** A value of the kind that somebody needs. */
export function plausibleValue(need: Need | undefined): JsonValue {
  if (need === 'list') return [{ item: 1 }, { item: 2 }];
  return need === 'number' ? 1 : { some: 'thing' };
}

function requiredOf(document: JsonObject): JsonValue | undefined {
  return ownValue(objectOf(ownValue(document, 'inputSchema')), 'required');
}

function namesIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return value.startsWith('$var.job.') ? [value.slice(9)] : [];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isJsonObject(value) ? Object.values(value).flatMap(namesIn) : [];
}
