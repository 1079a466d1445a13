import { type Field, type Values } from './form-fields.js';

interface Schema {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: unknown;
  readonly properties?: unknown;
  readonly required?: unknown;
  readonly dependencies?: unknown;
  readonly dependentRequired?: unknown;
  readonly dependentSchemas?: unknown;
  readonly allOf?: unknown;
  readonly oneOf?: unknown;
  readonly if?: unknown;
  readonly then?: unknown;
  readonly else?: unknown;
}

/** A schema of people goes no deeper. */
const DEPTH_MAX = 20;

/**
 * Fields for the members of a JSON schema, those included that what is typed so far brings along; what no field
 * fits is written as JSON.
 */
export function fieldsOf(schema: Schema, initial: Values = {}, typed: Values = initial): Field[] {
  const parts = partsOf(schema, typed);
  const required = new Set(parts.flatMap((part) => listOf(part.required)));
  // A choice that brings fields along is declared again where it does: what stands first counts.
  const members = new Map(
    parts.toReversed().flatMap((part) => Object.entries(asObject(part.properties))),
  );
  const order = new Set(parts.flatMap((part) => Object.keys(asObject(part.properties))));
  return [...order].map((name) => {
    const member = asObject(members.get(name)) as Schema;
    return fieldOf(name, member, {
      isRequired: required.has(name),
      initial: initial[name] ?? member.default,
    });
  });
}

/** What of a schema holds for these values: itself, and what it says of some of them. */
function partsOf(schema: Schema, typed: Values, depth = 0): readonly Schema[] {
  if (depth > DEPTH_MAX) return [];
  const { allOf, oneOf, if: condition, then, else: otherwise } = schema;
  const fitting = listOf(oneOf).find((one) => isChosen(asObject(one), typed));
  const branch = condition !== undefined && (holds(asObject(condition), typed) ? then : otherwise);
  const others = [...dependentParts(schema, typed), ...listOf(allOf), fitting, branch];
  return [
    schema,
    ...others.flatMap((part) => (part ? partsOf(asObject(part), typed, depth + 1) : [])),
  ];
}

/** What a schema demands because something else is given. */
function dependentParts(schema: Schema, typed: Values): readonly unknown[] {
  const { dependencies, dependentRequired, dependentSchemas } = schema;
  return [dependencies, dependentRequired, dependentSchemas]
    .flatMap((dependent) => Object.entries(asObject(dependent)))
    .filter(([name]) => isGiven(typed[name]))
    .map(([, part]) => (Array.isArray(part) ? { required: part } : part));
}

/** Whether a condition holds: what is not given contradicts nothing that is not required. */
function holds(condition: Schema, typed: Values): boolean {
  return (
    listOf(condition.required).every((name) => isGiven(typed[String(name)])) &&
    fixedIn(condition).every(
      ([name, allowed]) => !isGiven(typed[name]) || allowed.includes(typed[name]),
    )
  );
}

/** Whether an alternative is the one that the values which it fixes have chosen. */
function isChosen(alternative: Schema, typed: Values): boolean {
  // Those that it brings along may be chosen from as well.
  const given = fixedIn(alternative).filter(([name]) => isGiven(typed[name]));
  return given.length > 0 && given.every(([name, allowed]) => allowed.includes(typed[name]));
}

/** The members of which a part of a schema says what values they may have. */
function fixedIn({ properties }: Schema): readonly (readonly [string, readonly unknown[]])[] {
  return Object.entries(asObject(properties)).flatMap(([name, member]) => {
    const { const: fixed, enum: choices } = asObject(member) as Schema;
    const allowed = fixed === undefined ? choices : [fixed];
    return Array.isArray(allowed) ? [[name, allowed] as const] : [];
  });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function fieldOf(name: string, member: Schema, more: Partial<Field>): Field {
  const choices = Array.isArray(member.enum) ? member.enum : undefined;
  return {
    name,
    label: textOr(member.title, name),
    kind: choices ? 'choice' : kindOf(member),
    help: typeof member.description === 'string' ? member.description : undefined,
    ...(choices && choicesOf(choices)),
    ...more,
  };
}

/** Values to choose from, by the texts that they are shown as. */
export function choicesOf(
  values: readonly unknown[],
  labels: readonly string[] = [],
): Pick<Field, 'choices' | 'labels' | 'values'> {
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return {
    choices: texts,
    labels: Object.fromEntries(texts.map((text, place) => [text, labels[place] ?? text])),
    values: Object.fromEntries(texts.map((text, place) => [text, values[place]])),
  };
}

function kindOf({ type, format }: Schema): Field['kind'] {
  if (type === 'boolean') return 'flag';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'string') return format === 'password' ? 'password' : 'text';
  return 'json';
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
