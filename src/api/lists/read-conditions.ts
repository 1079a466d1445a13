import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject } from '../../kernel/json.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import {
  LIST_VERBS,
  type ListCondition,
  type ListFieldKind,
  type ListValue,
  type ListVerb,
  type WrittenVerb,
} from '../../kernel/list-condition.js';
import { readJsonList, readJsonObject } from '../query/json-text.js';
import { type ItemField } from './item-fields.js';
import { type ListDeclaration } from './list-declaration.js';
import { valueReader } from './read-values.js';

/** What was read, and what could not be. */
export interface Read<Value> {
  readonly values: readonly Value[];
  readonly faults: readonly Fault[];
}

/** Options by their keys, as they came. */
export type Given = Readonly<Record<string, unknown>>;

const COMPARED: readonly ListVerb[] = [
  'equals',
  'in',
  'not-in',
  'gt',
  'gte',
  'lt',
  'lte',
  'exists',
];
const VERBS_OF: Readonly<Record<ListFieldKind, readonly ListVerb[]>> = {
  text: [...COMPARED, 'contains', 'startsWith'],
  any: [...COMPARED, 'contains', 'startsWith'],
  number: COMPARED,
  time: COMPARED,
  flag: ['equals', 'in', 'not-in', 'exists'],
};
/** So many values may stand behind `in` and `not-in`. */
export const VALUES_MAX = 1000;

/** The keys that carry conditions. */
export const CONDITION_KEYS: ReadonlySet<string> = new Set(
  LIST_VERBS.flatMap((verb) => [verb, `${verb}Field`]),
);

/** Every condition of a request, in both forms: `verb=value&verbField=field`, `verb[field]=value`. */
export function readConditions(list: ListDeclaration, given: Given): Read<ListCondition> {
  const read = LIST_VERBS.filter((verb) => !list.ownKeys.has(verb)).flatMap((verb) =>
    asked(list, verb, given).map((one) => readCondition(list, { verb, ...one })),
  );
  return {
    values: read.flatMap(({ values }) => values),
    faults: read.flatMap(({ faults }) => faults),
  };
}

/** Something that a verb asks, and where in the request it does. */
interface Asked {
  readonly field: string;
  readonly value: unknown;
  /** Of the value. */
  readonly path: readonly string[];
  /** No field was named. */
  readonly isMeant?: boolean;
}

function asked(list: ListDeclaration, verb: WrittenVerb, given: Given): readonly Asked[] {
  const value = objectIn(given[verb]);
  const field = given[`${verb}Field`];
  if (isJsonObject(value)) return leaves(list, value, [verb]);
  if (value === undefined && field === undefined) return [];
  const meant = field === undefined ? list.meant : field;
  // What is no text names no field either, and is refused as such.
  const name = typeof meant === 'string' ? meant : '';
  const path = [value === undefined ? `${verb}Field` : verb];
  return [{ field: name, value, path, isMeant: field === undefined }];
}

/** Values by field; a field within an object may be written in steps, or with dots. */
function leaves(list: ListDeclaration, object: Given, path: readonly string[]): readonly Asked[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const below = [...path, key];
    const field = below.slice(1).join('.');
    if (isJsonObject(value) && !list.fields.has(field)) return leaves(list, value, below);
    return [{ field, value, path: below }];
  });
}

/** An object may come as JSON text, which is what pages that document a call send. */
function objectIn(given: unknown): unknown {
  return typeof given === 'string' ? (readJsonObject(given) ?? given) : given;
}

interface Question extends Asked {
  readonly verb: WrittenVerb;
}

function readCondition(list: ListDeclaration, question: Question): Read<ListCondition> {
  const { verb: written, field: name, value, path, isMeant } = question;
  const field = list.fields.get(name);
  if (!field)
    return refused(fieldPath(question), `is no field of this list; it has ${names(list)}`);
  const verb = written === 'starts-with' ? 'startsWith' : written;
  if (!VERBS_OF[field.kind].includes(verb))
    return refused(path, `${name} takes ${VERBS_OF[field.kind].join(', ')}`);
  // A field without a value asks for nothing.
  if (value === undefined) return { values: [], faults: [] };
  const { values, faults } = readValues(verb, field, value, path);
  if (faults.length > 0) {
    const told = isMeant ? faults.map((fault) => withMeant(list, question, fault)) : faults;
    return { values: [], faults: told };
  }
  return { values: [{ field: field.name, kind: field.kind, verb, values }], faults: [] };
}

/** Whoever has named no field does not know which one is meant. */
function withMeant(list: ListDeclaration, { verb, field }: Question, fault: Fault): Fault {
  const example = [...list.fields.keys()].find((name) => name !== field) ?? field;
  const detail = `${fault.detail}: ${field} is asked where no field is named; write ${verb}[${example}]=… (fields: ${names(list)})`;
  return { ...fault, detail };
}

/** A field that stands beside its verb is at fault itself. */
function fieldPath({ verb, path }: Question): readonly string[] {
  return path.length === 1 ? [`${verb}Field`] : path;
}

function readValues(
  verb: ListVerb,
  field: ItemField,
  value: unknown,
  path: readonly string[],
): Read<ListValue> {
  const isSet = verb === 'in' || verb === 'not-in';
  const all = isSet ? several(value) : [value];
  if (all.length > VALUES_MAX) return refused(path, `must have at most ${VALUES_MAX} values`);
  const read = valueReader(verb, field);
  const values: ListValue[] = [];
  for (const one of all) {
    const found = read(one);
    if (found.kind === 'refused') return refused(path, found.detail);
    values.push(found.value);
  }
  return { values, faults: [] };
}

/** `a,b`, `["a","b"]`, or a key that was repeated. */
function several(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== 'string') return [value];
  return readJsonList(value) ?? value.split(',');
}

function refused(path: readonly string[], detail: string): Read<never> {
  return { values: [], faults: [{ pointer: jsonPointer(path), detail }] };
}

/** The fields that there are, as a caller is told them. */
export function names({ fields }: ListDeclaration): string {
  return [...fields.keys()].join(', ');
}
