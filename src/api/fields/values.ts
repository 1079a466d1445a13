import { Transform } from 'class-transformer';
import { composeField } from './compose-field.js';
import { type FieldDecorator, type FieldOptions } from './field.js';
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
  wholeRule,
} from './rules.js';

/** The last millisecond that a JavaScript date can express. */
const EPOCH_MS_MAX = 8_640_000_000_000_000;

/** Text, of any length unless bounded. */
export function Text(options: FieldOptions & TextRule = {}): FieldDecorator<string> {
  return valueField(textRule(options), options);
}

/** An integer. `digits: true` accepts its text in JSON bodies too; query strings always do. */
export function Whole(
  options: FieldOptions & Bounds & { readonly digits?: boolean } = {},
): FieldDecorator<number> {
  return valueField(wholeRule(options), options);
}

/** A number with or without decimals. */
export function Decimal(options: FieldOptions & Bounds = {}): FieldDecorator<number> {
  return valueField(decimalRule(options), options);
}

/** True or false. Query strings also spell it `True`, `False`, `1`, `0`. */
export function Flag(options: FieldOptions = {}): FieldDecorator<boolean> {
  return valueField(flagRule(), options);
}

/** A member of a closed list: `@OneOf([1, -1], { optional: true }) order?: 1 | -1`. */
export function OneOf<const Member extends string | number>(
  members: readonly Member[],
  options: FieldOptions = {},
): FieldDecorator<Member> {
  return valueField(memberRule(members), options);
}

/** A point in time as ISO 8601 text with a zone. It stays text. */
export function Instant(options: FieldOptions = {}): FieldDecorator<string> {
  return valueField(instantRule(), options);
}

/** A point in time in milliseconds since 1970. */
export function EpochMs(options: FieldOptions = {}): FieldDecorator<number> {
  return valueField(wholeRule({ min: 0, max: EPOCH_MS_MAX }), options);
}

/**
 * A release label such as `2023.2`. JSON may carry it as a number or as text, a query string keeps
 * its digits as written; the handler always gets text.
 */
export function Release(options: FieldOptions = {}): FieldDecorator<string> {
  return valueField(releaseRule(), options);
}

/**
 * The page size of a list. One above the configured maximum is clamped to it and said in
 * `X-Limit-Applied`; with `min: 0`, 0 asks for everything and so gets that maximum.
 */
export function ListLimit(options: FieldOptions & { readonly min: 0 | 1 }): FieldDecorator<number> {
  return valueField(wholeRule(options), options, true);
}

function valueField<Value>(
  rule: ValueRule,
  options: FieldOptions,
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
