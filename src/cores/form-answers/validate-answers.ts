import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { ownValue } from '../../kernel/json-reading.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { compileSlices } from './compile-slices.js';
import { answersSchema } from './answers-schema.js';
import { withDefaults } from './answer-defaults.js';
import { type FieldPath } from './struct-nodes.js';

/** What is to be said of answers to a form. */
export interface AnswersVerdict {
  readonly valid: boolean;
  /** What is wrong; pointers into the answers. */
  readonly errors: readonly Fault[];
  /** What could not be judged: choices that a call fills in, patterns that no engine here runs. */
  readonly unchecked: readonly Fault[];
  /** The answers, completed by the defaults of the form. */
  readonly answers: JsonValue;
}

const UNCHECKED_MAX = 50;
const BOUND = 'has choices that a call fills in; whether this is one of them was not checked';

/**
 * Checks answers by everything that a form demands, fields that depend on others included. Never throws:
 * a form that cannot be used for checking refuses all answers and says why.
 */
export async function validateAnswers(form: JsonObject, given: JsonValue): Promise<AnswersVerdict> {
  const { schema, bound, unchecked } = answersSchema(form);
  const compiled = await compileSlices(schema);
  if (compiled.kind === 'refused') {
    const detail = `cannot be checked: the schema of the form ${compiled.detail}`;
    return { valid: false, errors: [{ pointer: '#', detail }], unchecked, answers: given };
  }
  const answers = await withDefaults(schema, given);
  const errors = compiled.validate(answers);
  const open = bound.flatMap((path) => placesOf(path, answers)).map(toUnchecked);
  return {
    valid: errors.length === 0,
    errors,
    unchecked: [...unchecked, ...open].slice(0, UNCHECKED_MAX),
    answers,
  };
}

function toUnchecked(pointer: string): Fault {
  return { pointer, detail: BOUND };
}

/** Where in answers a field has a value: once in each item of a list. */
function placesOf(path: FieldPath, answers: JsonValue): readonly string[] {
  let places: { readonly at: readonly (string | number)[]; readonly value: JsonValue }[] = [
    { at: [], value: answers },
  ];
  for (const key of path) {
    places = places.slice(0, UNCHECKED_MAX).flatMap(({ at, value }) => {
      if (key === null)
        return Array.isArray(value)
          ? value
              .slice(0, UNCHECKED_MAX)
              .map((item, index) => ({ at: [...at, index], value: item }))
          : [];
      const member = isJsonObject(value) ? ownValue(value, key) : undefined;
      return member === undefined ? [] : [{ at: [...at, key], value: member }];
    });
  }
  return places.map(({ at }) => jsonPointer(at));
}
