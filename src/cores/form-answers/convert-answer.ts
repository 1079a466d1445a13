import { isJsonObject, type JsonValue } from '../../kernel/json.js';
import { type FormField } from './form-fields.js';
import { sameJson } from './json-reading.js';

/** What becomes of a value in another field; undefined where nothing of the same meaning fits. */
export function convertAnswer(
  value: JsonValue,
  from: FormField,
  to: FormField,
): JsonValue | undefined {
  const chosen = renamedChoice(value, from, to);
  const isSameKind = from.type === to.type && from.itemType === to.itemType;
  if (isSameKind || to.type === undefined) return chosen;
  if (to.type === 'array') return asList([chosen].flat(), to);
  const single = Array.isArray(chosen) && chosen.length === 1 ? chosen[0] : chosen;
  return converted(single ?? null, to.type);
}

/** Whether a field takes a value, by its choices; where there are none, it does. */
export function isChoice(value: JsonValue, { choices }: FormField): boolean {
  return choices === undefined || choices.some((choice) => sameJson(choice.value, value));
}

/** A choice keeps its id when its value is changed. */
function renamedChoice(value: JsonValue, from: FormField, to: FormField): JsonValue {
  if (isChoice(value, to)) return value;
  const id = from.choices?.find((choice) => sameJson(choice.value, value))?.id;
  const same = id === undefined ? undefined : to.choices?.find((choice) => choice.id === id);
  return same?.value ?? value;
}

function asList(list: readonly JsonValue[], { itemType }: FormField): JsonValue[] | undefined {
  const items = list.flatMap((value) => {
    const item = itemType === undefined ? value : converted(value, itemType);
    return item === undefined ? [] : [item];
  });
  return items.length === list.length ? items : undefined;
}

/** The value itself where it fits, else only what can be converted back into it. */
function converted(value: JsonValue, type: string): JsonValue | undefined {
  if (FITS[type]?.(value)) return value;
  if (type === 'string') return typeof value === 'object' ? undefined : String(value);
  if (typeof value !== 'string') return undefined;
  return [true, false, Number(value)].find(
    (one) => String(one) === value && (FITS[type]?.(one) ?? false),
  );
}

const FITS: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isJsonObject,
  null: (value) => value === null,
};
