import { Transform } from 'class-transformer';
import { composeField } from './compose-field.js';
import { type FieldDecorator, type FieldOptions, type Given } from './field.js';
import {
  type Bounds,
  decimalRule,
  flagRule,
  instantRule,
  memberRule,
  releaseRule,
  type TextRule,
  textRule,
  type ValueRule,
  type WholeRule,
  wholeRule,
} from './rules.js';

/** The last millisecond that a JavaScript date can express. */
const EPOCH_MS_MAX = 8_640_000_000_000_000;

/** Text, of any length unless bounded. */
export function Text<const Options extends FieldOptions & TextRule>(
  options?: Options,
): FieldDecorator<Given<string, Options>> {
  return valueField(textRule(options ?? {}), options);
}

/** An integer. `digits: true` accepts its text in JSON bodies too; query strings always do. */
export function Whole<const Options extends FieldOptions & WholeRule>(
  options?: Options,
): FieldDecorator<Given<number, Options>> {
  return valueField(wholeRule(options ?? {}), options);
}

/** A number with or without decimals. */
export function Decimal<const Options extends FieldOptions & Bounds>(
  options?: Options,
): FieldDecorator<Given<number, Options>> {
  return valueField(decimalRule(options ?? {}), options);
}

/** True or false. Query strings also spell it `True`, `False`, `1`, `0`. */
export function Flag<const Options extends FieldOptions>(
  options?: Options,
): FieldDecorator<Given<boolean, Options>> {
  return valueField(flagRule(), options);
}

/** A member of a closed list: `@OneOf([1, -1], { optional: true }) order?: 1 | -1`. */
export function OneOf<const Member extends string | number, const Options extends FieldOptions>(
  members: readonly Member[],
  options?: Options,
): FieldDecorator<Given<Member, Options>> {
  return valueField(memberRule(members), options);
}

/** A point in time as ISO 8601 text with a zone. It stays text. */
export function Instant<const Options extends FieldOptions>(
  options?: Options,
): FieldDecorator<Given<string, Options>> {
  return valueField(instantRule(), options);
}

/** A point in time in milliseconds since 1970. */
export function EpochMs<const Options extends FieldOptions>(
  options?: Options,
): FieldDecorator<Given<number, Options>> {
  return valueField(wholeRule({ min: 0, max: EPOCH_MS_MAX }), options);
}

/**
 * A release label such as `2023.2`. JSON may carry it as a number or as text, a query string keeps
 * its digits as written; the handler always gets text.
 */
export function Release<const Options extends FieldOptions>(
  options?: Options,
): FieldDecorator<Given<string, Options>> {
  return valueField(releaseRule(), options);
}

/**
 * The page size of a list. One above the configured maximum is clamped to it and said in
 * `X-Limit-Applied`; with `min: 0`, 0 asks for everything and so gets that maximum.
 */
export function ListLimit<const Options extends FieldOptions & { readonly min: 0 | 1 }>(
  options: Options,
): FieldDecorator<Given<number, Options>> {
  return valueField(wholeRule(options), options, true);
}

function valueField<Value>(
  rule: ValueRule,
  options: FieldOptions = {},
  clamped = false,
): FieldDecorator<Value> {
  const { coerce } = rule;
  return composeField<Value>(
    {
      ...rule,
      kind: 'value',
      clamped,
      checks: [...(coerce ? [Transform(({ value }) => coerce(value))] : []), ...rule.checks(false)],
      // A JSON Schema of a plain value is what swagger's options carry.
      property: rule.schema,
    },
    options,
  );
}
