import { type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject } from '../../kernel/json.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { toPlain } from './to-plain.js';
import { type CompiledField, compiledShape, isCompiled } from './compiled-shape.js';
import { isLarge } from './is-large.js';
import { locateFaults, refusedItems } from './locate-faults.js';
import { rememberRules } from './remember-rules.js';
import { FAULTS_MAX, type Path, skeletonOf } from './skeleton.js';

export type Outcome =
  | { readonly kind: 'valid'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly faults: readonly Fault[] };

const OPTIONS = {
  stopAtFirstError: true,
  forbidUnknownValues: false,
  validationError: { target: false, value: false },
} as const;

/**
 * Judges a value by class-transformer and class-validator themselves, and by its own keys, which
 * those do not see. Slow: it is asked when the compiled validator is not sure, to say what is wrong.
 */
export function validateByClass(type: Type, value: unknown): Outcome {
  rememberRules();
  const located = isLarge(type, value) && isCompiled(type) ? locateFaults(type, value) : [];
  if (located.length > 0) return { kind: 'invalid', faults: located };
  const skeleton = skeletonOf(type, value);
  if (!isJsonObject(value)) return refuse(skeleton.faults);
  const instance = plainToInstance(type, skeleton.value) as object;
  const errors = validateSync(instance, OPTIONS);
  const found = errors.flatMap((error) => faultsOf(error, type, value, []));
  if (skeleton.faults.length + found.length > 0) return refuse([...skeleton.faults, ...found]);
  return { kind: 'valid', value: toPlain(type, instance, value) };
}

/** One fault a place: the first that was found. */
function refuse(faults: readonly Fault[]): Outcome {
  const places = new Map<string, Fault>();
  for (const fault of faults) if (!places.has(fault.pointer)) places.set(fault.pointer, fault);
  return { kind: 'invalid', faults: [...places.values()].slice(0, FAULTS_MAX) };
}

/** Errors of an object's fields; `value` is what the caller sent, for the places in its lists. */
function faultsOf(error: ValidationError, type: Type, value: Values, above: Path): Fault[] {
  const path = [...above, error.property];
  const given = value[error.property];
  const compiled = compiledShape(type).fields.find(({ field }) => field.name === error.property);
  const detail = detailOf(error);
  if (detail !== undefined)
    return placesOf(compiled, given, path).map((place) => told(place, detail));
  const { shape, kind } = compiled?.field ?? {};
  if (!shape || !isValues(given)) return [];
  const read = kind === 'object' ? faultsOf : itemFaults;
  return (error.children ?? []).flatMap((child) => read(child, shape(), given, path));
}

/** class-validator does not say which item of a list it refuses: the compiled validator does. */
function placesOf(
  compiled: CompiledField | undefined,
  given: unknown,
  path: Path,
): readonly Path[] {
  const items = compiled ? refusedItems(compiled, given) : [];
  return items.length > 0 ? items.map(([key]) => [...path, key]) : [path];
}

/** Errors of one item of a list, or of one value of a map. */
function itemFaults(error: ValidationError, type: Type, items: Values, above: Path): Fault[] {
  const path = [...above, error.property];
  const detail = detailOf(error);
  if (detail !== undefined) return [told(path, detail)];
  const item = items[error.property];
  if (!isValues(item)) return [];
  return (error.children ?? []).flatMap((child) => faultsOf(child, type, item, path));
}

/** With `stopAtFirstError` there is one broken rule at most. */
const detailOf = ({ constraints }: ValidationError): string | undefined =>
  Object.values(constraints ?? {})[0];

const told = (path: Path, detail: string): Fault => ({ pointer: jsonPointer(path), detail });

type Values = Readonly<Record<string, unknown>>;

/** Objects, and lists by their positions. */
const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;
