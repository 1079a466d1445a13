import { type Fault } from '../../../kernel/app-error.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';

/** Longest name of an automation or a trigger. */
export const NAME_LENGTH_MAX = 512;
/** Longest description. */
export const DESCRIPTION_LENGTH_MAX = 65_536;
/** Longest id, reference, source or topic. */
export const WORD_LENGTH_MAX = 512;

/** Says of a member of a document what is wrong with it, if anything is. */
export type MemberRule = (value: JsonValue) => string | undefined;

/** Faults of the members that have a rule; absent and null ones have none unless they are required. */
export function memberFaults(
  document: JsonObject,
  rules: Readonly<Record<string, MemberRule>>,
  required: readonly string[] = [],
): readonly Fault[] {
  return Object.entries(rules).flatMap(([key, rule]) => {
    const value = document[key] ?? null;
    if (value === null) {
      if (!required.includes(key)) return [];
      return [{ pointer: jsonPointer([key]), detail: 'is required' }];
    }
    const detail = rule(value);
    return detail === undefined ? [] : [{ pointer: jsonPointer([key]), detail }];
  });
}

/** Text of at most so many characters. */
export function textOf(max: number): MemberRule {
  return (value) => {
    if (typeof value !== 'string') return 'must be text';
    return value.length <= max ? undefined : `must have at most ${max} characters`;
  };
}

/** Text that says something. */
export function nameOf(max: number): MemberRule {
  const rule = textOf(max);
  return (value) => {
    if (typeof value === 'string' && value.trim() === '') return 'must not be blank';
    return rule(value);
  };
}

/** True or false. */
export const flagRule: MemberRule = (value) =>
  typeof value === 'boolean' ? undefined : 'must be true or false';

/** A member of a list of texts. */
export function oneOf(members: readonly string[]): MemberRule {
  return (value) =>
    typeof value === 'string' && members.includes(value)
      ? undefined
      : `must be one of ${members.join(', ')}`;
}

/** An integer within bounds. */
export function wholeOf(min: number, max: number): MemberRule {
  return (value) => {
    const isWhole = typeof value === 'number' && Number.isSafeInteger(value);
    return isWhole && value >= min && value <= max
      ? undefined
      : `must be an integer between ${min} and ${max}`;
  };
}

/** The same faults below another place. */
export function below(pointer: string, faults: readonly Fault[]): readonly Fault[] {
  return faults.map((fault) => ({ ...fault, pointer: pointer + fault.pointer.slice(1) }));
}
