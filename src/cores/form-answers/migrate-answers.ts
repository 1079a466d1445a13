import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { AnswerTree } from './answer-tree.js';
import { convertAnswer, isChoice } from './convert-answer.js';
import { type FormField, formFields } from './form-fields.js';
import { matchFields } from './match-fields.js';

/** An answer that has another place now. */
export interface MovedAnswer {
  readonly from: string;
  readonly to: string;
}

/** An answer that is written in another way now. */
export interface ConvertedAnswer {
  readonly pointer: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** A value that the new form has no place for, kept aside with the place it had. */
export interface DroppedAnswer {
  readonly pointer: string;
  readonly value: JsonValue;
  readonly detail: string;
}

/** Answers to one form as answers to another; every value is in the answers or named. */
export interface AnswersMigration {
  readonly answers: JsonObject;
  readonly moved: readonly MovedAnswer[];
  readonly converted: readonly ConvertedAnswer[];
  readonly dropped: readonly DroppedAnswer[];
  /** What somebody has to look at; pointers into the new answers. */
  readonly unmigrated: readonly Fault[];
}

interface Notes {
  readonly moved: MovedAnswer[];
  readonly converted: ConvertedAnswer[];
  readonly dropped: DroppedAnswer[];
  readonly unmigrated: Fault[];
}

type Path = readonly (string | number)[];

/** Where answers lie, before and after. */
interface Scope {
  readonly before: Path;
  readonly after: Path;
  readonly notes: Notes;
}

/**
 * Brings answers to one version of a form into another. Fields are the same when the editor knows them by
 * the same id, else when they have the same place; a value is converted only where it can be converted
 * back. Answers to the same form stay as they are.
 */
export function migrateAnswers(
  oldForm: JsonObject,
  newForm: JsonObject,
  answers: JsonObject,
): AnswersMigration {
  const notes: Notes = { moved: [], converted: [], dropped: [], unmigrated: [] };
  const scope = { before: [], after: [], notes };
  const fields = { old: formFields(oldForm), new: formFields(newForm) };
  return { answers: migrateLevel(fields, answers, scope), ...notes };
}

function migrateLevel(
  fields: { readonly old: readonly FormField[]; readonly new: readonly FormField[] },
  answers: JsonObject,
  scope: Scope,
): JsonObject {
  const matches = matchFields(fields.old, fields.new);
  const known = new AnswerTree(fields.old);
  const result = new AnswerTree(fields.new);
  const unknown: { readonly path: readonly string[]; readonly value: JsonValue }[] = [];
  known.walk(answers, (path, value, field) => {
    if (!field) unknown.push({ path, value });
    else migrateField(value, { from: field, to: matches.get(field) }, { result, scope });
  });
  // Fields first: what no field asked for takes the places that are left.
  for (const { path, value } of unknown) keepUnknown(path, value, { result, scope });
  const old = new Map([...matches].map(([from, to]) => [to, from]));
  const asked = fields.new.filter((field) => field.required && !old.get(field)?.required);
  nameMissing(asked, { result, scope });
  return result.toJson();
}

interface Target {
  readonly result: AnswerTree;
  readonly scope: Scope;
}

function migrateField(
  value: JsonValue,
  { from, to }: { readonly from: FormField; readonly to: FormField | undefined },
  { result, scope }: Target,
): void {
  const pointer = jsonPointer([...scope.before, ...from.path]);
  if (!to) {
    drop(scope, pointer, value, 'The form has no such field any more');
    return;
  }
  const target = jsonPointer([...scope.after, ...to.path]);
  const next = migrateValue(value, from, to, {
    ...scope,
    before: [...scope.before, ...from.path],
    after: [...scope.after, ...to.path],
  });
  if (next === undefined) {
    drop(scope, pointer, value, `Means nothing to the field at ${target}: ${to.type ?? 'other'}`);
    return;
  }
  if (!result.put(to.path, next)) {
    drop(scope, pointer, value, `The place ${target} is taken by another answer`);
    return;
  }
  if (pointer !== target) scope.notes.moved.push({ from: pointer, to: target });
}

function migrateValue(
  value: JsonValue,
  from: FormField,
  to: FormField,
  scope: Scope,
): JsonValue | undefined {
  if (Array.isArray(value) && from.items.length > 0 && to.items.length > 0)
    return value.map((item, at) =>
      migrateItem(item, { old: from.items, new: to.items }, at, scope),
    );
  const next = convertAnswer(value, from, to);
  if (next === undefined) return undefined;
  const pointer = jsonPointer(scope.after);
  if (next !== value) scope.notes.converted.push({ pointer, before: value, after: next });
  if (isChoice(value, from) && !isChoice(next, to))
    scope.notes.unmigrated.push({
      pointer,
      detail: 'is not among the choices of the field any more',
    });
  return next;
}

function migrateItem(
  item: JsonValue,
  fields: { readonly old: readonly FormField[]; readonly new: readonly FormField[] },
  at: number,
  { before, after, notes }: Scope,
): JsonValue {
  if (!isJsonObject(item)) return item;
  return migrateLevel(fields, item, { before: [...before, at], after: [...after, at], notes });
}

function keepUnknown(path: readonly string[], value: JsonValue, { result, scope }: Target): void {
  if (result.put(path, value)) return;
  const pointer = jsonPointer([...scope.before, ...path]);
  drop(scope, pointer, value, 'No field of the form was answered by this, and its place is taken');
}

/** What somebody must answer now and nobody had to answer before. */
function nameMissing(asked: readonly FormField[], { result, scope }: Target): void {
  for (const { hasDefault, path } of asked) {
    if (hasDefault || result.has(path)) continue;
    const pointer = jsonPointer([...scope.after, ...path]);
    scope.notes.unmigrated.push({ pointer, detail: 'is required now and has no default' });
  }
}

function drop({ notes }: Scope, pointer: string, value: JsonValue, detail: string): void {
  notes.dropped.push({ pointer, value, detail });
}
