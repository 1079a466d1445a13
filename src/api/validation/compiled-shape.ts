import { type Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { isJsonObject } from '../../kernel/json.js';
import { type Field, type Shape, shapeOf } from '../shapes/shape.js';
import { type Check, KNOWN_CHECKS } from './known-checks.js';

/** The answer of a compiled validator that leaves a value to class-validator. */
export const NOT_SURE = Symbol('not sure');

/** Answers the coerced plain value, or `NOT_SURE`; never wrong about a value it accepts. */
export type Reader = (value: unknown) => unknown;

/** What class-validator stores of one rule; its own type says nothing of what may be absent. */
interface Metadata {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly groups?: readonly string[];
  readonly each?: boolean;
  readonly validateIf?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** One field of a compiled class. */
export interface CompiledField {
  readonly field: Field;
  readonly read: (value: unknown, of: object) => unknown;
  /** For an item of a list or a value of a map. */
  /** False when the value itself is refused, a list that is too long for example; items aside. */
  readonly acceptsOwn: Check;
  readonly readItem: Reader;
  readonly understood: boolean;
}

export interface CompiledShape {
  readonly fields: readonly CompiledField[];
  readonly read: Reader;
  /** False when some decorator is not known here: then `read` is never sure. */
  readonly understood: boolean;
}

const compiled = new Map<Type, CompiledShape>();

/**
 * The compiled validator of a DTO class, made once out of class-validator's own metadata, so that
 * the decorators stay the only source. Objects that need no coercion are answered as they are (ADR 0022).
 */
export function compiledShape(type: Type): CompiledShape {
  let known = compiled.get(type);
  if (!known) {
    known = compile(shapeOf(type));
    compiled.set(type, known);
  }
  return known;
}

function compile(shape: Shape): CompiledShape {
  const metadata = metadataOf(shape.type);
  const fields = [...shape.fields.values()].map((field) =>
    compileField(
      field,
      metadata.filter(({ propertyName }) => propertyName === field.name),
    ),
  );
  const understood =
    fields.every((field) => field.understood) &&
    metadata.every(({ propertyName }) => shape.fields.has(propertyName));
  return { fields, understood, read: understood ? objectReader(fields, shape.open) : UNSURE };
}

const UNSURE: Reader = () => NOT_SURE;

/** True when the class and every class below it were understood: "not sure" then means "no". */
export function isCompiled(type: Type, met: ReadonlySet<Type> = new Set()): boolean {
  if (met.has(type)) return true;
  const { fields, understood } = compiledShape(type);
  const below = new Set([...met, type]);
  return (
    understood && fields.every(({ field }) => !field.shape || isCompiled(field.shape(), below))
  );
}

function metadataOf(type: Type): Metadata[] {
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
}

function objectReader(fields: readonly CompiledField[], open: boolean): Reader {
  return (value) => {
    if (!isJsonObject(value)) return NOT_SURE;
    let result: Values = value;
    let seen = 0;
    for (const { field, read } of fields) {
      const given = value[field.name];
      if (given !== undefined) seen += 1;
      const outcome = read(given, value);
      if (outcome === NOT_SURE) return NOT_SURE;
      if (outcome !== given) result = withField(result, value, field.name, outcome);
    }
    return open || Object.keys(value).length === seen ? result : NOT_SURE;
  };
}

/** Copies once: what a caller sent is not changed, and what needs no coercion is not copied. */
function withField(result: Values, original: Values, name: string, value: unknown): Values {
  const copy: Record<string, unknown> = result === original ? { ...original } : result;
  copy[name] = value;
  return copy;
}

function compileField(field: Field, metadata: readonly Metadata[]): CompiledField {
  const own = checksOf(metadata.filter(({ each }) => !each));
  const each = checksOf(metadata.filter((one) => one.each));
  const applies = metadata.filter(({ type }) => type === CONDITION).map(conditionOf);
  if (!own || !each || !isUnderstood(field, metadata))
    return { field, read: UNSURE, readItem: UNSURE, acceptsOwn: () => false, understood: false };
  const readItem = itemReader(field, each);
  const readContent = contentReader(field, readItem);
  const acceptsOwn = allOf(own);
  const { coerce } = field;
  const read = (given: unknown, of: object): unknown => {
    for (const apply of applies) if (!apply(of, given)) return given;
    const value = coerce ? coerce(given) : given;
    return acceptsOwn(value) ? readContent(value) : NOT_SURE;
  };
  return { field, read, readItem, acceptsOwn, understood: true };
}

const CONDITION = 'conditionalValidation';
const CUSTOM = 'customValidation';
const NESTED = 'nestedValidation';

/** False for anything that the house's decorators do not declare: that stays class-validator's. */
function isUnderstood(field: Field, metadata: readonly Metadata[]): boolean {
  const nested = metadata.some(({ type }) => type === NESTED);
  const many = field.kind === 'list' || field.kind === 'map';
  return (
    nested === (field.shape !== undefined) &&
    metadata.every(
      ({ type, each, groups, validateIf }) =>
        [CONDITION, CUSTOM, NESTED].includes(type) &&
        (many || !each) &&
        !groups?.length &&
        validateIf === undefined,
    )
  );
}

/** The checks of a field; undefined when one of them is not known. */
function checksOf(metadata: readonly Metadata[]): readonly Check[] | undefined {
  const custom = metadata.filter(({ type }) => type === CUSTOM);
  const checks = custom.flatMap(
    ({ name = '', constraints }) => KNOWN_CHECKS.get(name)?.(constraints?.[0]) ?? [],
  );
  return checks.length === custom.length ? checks : undefined;
}

type Condition = (of: object, value: unknown) => boolean;

/** `ValidateIf` keeps its condition as its only constraint. */
const conditionOf = ({ constraints }: Metadata): Condition => constraints?.[0] as Condition;

function allOf(checks: readonly Check[]): Check {
  const [first, second, ...others] = checks;
  if (!first) return () => true;
  if (!second) return first;
  const rest = allOf(others);
  return (value) => first(value) && second(value) && rest(value);
}

function itemReader({ shape }: Field, each: readonly Check[]): Reader {
  const accepts = allOf(each);
  if (!shape) return (item) => (accepts(item) ? item : NOT_SURE);
  let read: Reader | undefined;
  // Classes refer to each other: the other one is compiled when it is first met.
  return (item) => (read ??= compiledShape(shape()).read)(item);
}

function contentReader({ kind }: Field, readItem: Reader): Reader {
  switch (kind) {
    case 'object':
      return readItem;
    case 'list':
      return (list) => readList(list as readonly unknown[], readItem);
    case 'map':
      return (map) => readMap(map as Values, readItem);
    case 'value':
    case 'free':
    case 'free-object':
      return (value) => value;
  }
}

function readList(list: readonly unknown[], readItem: Reader): unknown {
  let result: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const outcome = readItem(list[index]);
    if (outcome === NOT_SURE) return NOT_SURE;
    if (outcome === list[index]) continue;
    result ??= [...list];
    result[index] = outcome;
  }
  return result ?? list;
}

function readMap(map: Values, readItem: Reader): unknown {
  let result = map;
  // Keys and look-ups, because entries take three times as long where there are a million keys.
  for (const key of Object.keys(map)) {
    const outcome = readItem(map[key]);
    if (outcome === NOT_SURE) return NOT_SURE;
    // The copy owns every key already, so that not even `__proto__` reaches beyond it.
    if (outcome !== map[key]) result = withField(result, map, key, outcome);
  }
  return result;
}
