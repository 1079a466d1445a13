import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { textOf } from '../../kernel/json-reading.js';
import { type PatternFlags } from '../patterns/linear-pattern.js';
import { type Comparing, type Evaluator, isEvaluator } from './comparison.js';

/** What a rule of an analytic template does. */
export const RULE_TYPES = ['matches', '!matches', 'regex', 'table'] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** A rule of an analytic template as it is judged. */
export interface AnalyticRule {
  readonly type: RuleType;
  readonly preRegex: string;
  readonly postRegex: string;
  /** Undefined where the rule names none; then it is `=`. */
  readonly evaluator: Evaluator | undefined;
  readonly comparing: Comparing;
  readonly flags: PatternFlags;
  /** Of a table: rows may be there after the change alone, or before it alone. */
  readonly allowAdded: boolean;
  readonly allowRemoved: boolean;
}

/** A rule, or why it cannot be judged. */
export type ReadRule =
  | { readonly kind: 'rule'; readonly rule: AnalyticRule }
  | { readonly kind: 'refused'; readonly detail: string };

/** Where clients write how a rule compares; the first is ours. */
const EVALUATION_KEYS = ['evaluation', 'evaluator', 'evaulator'] as const;
const LENIENT = new Set(['warning', 'warn', 'info']);

/** Reads a rule as clients write it. */
export function readRule(given: JsonValue): ReadRule {
  if (!isJsonObject(given)) return { kind: 'refused', detail: 'is no object' };
  const { type } = given;
  if (!isRuleType(type))
    return { kind: 'refused', detail: `type must be one of ${RULE_TYPES.join(', ')}` };
  const evaluation = evaluationOf(given);
  if (evaluation !== undefined && !isEvaluator(evaluation))
    return { kind: 'refused', detail: 'evaluation must be one of = != < > <= >= %' };
  const flags = flagsOf(given);
  const comparing: Comparing = {
    evaluator: evaluation ?? '=',
    percentage: percentageOf(given),
    ignoreCase: flags.ignoreCase === true,
  };
  return {
    kind: 'rule',
    rule: {
      type,
      preRegex: textOf(given['preRegex']),
      postRegex: textOf(given['postRegex']),
      evaluator: evaluation,
      comparing,
      flags,
      allowAdded: given['allowAdded'] === true,
      allowRemoved: given['allowRemoved'] === true,
    },
  };
}

/** How a rule compares, in any of the spellings of clients; undefined when it does not say. */
export function evaluationOf(rule: JsonObject): string | undefined {
  for (const key of EVALUATION_KEYS) {
    const value = rule[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** `case` stands for any case, in spite of its name. */
export function flagsOf(rule: JsonObject): PatternFlags {
  const flags = isJsonObject(rule['flags']) ? rule['flags'] : {};
  return { ignoreCase: flags['case'] === true, multiline: flags['multiline'] === true };
}

/** True where a failed rule only warns, and counts as passed when warnings are ignored. */
export function isLenient(rule: JsonValue): boolean {
  const severity = isJsonObject(rule) ? rule['severity'] : undefined;
  return typeof severity === 'string' && LENIENT.has(severity);
}

/** A percentage as clients write it; 0 where it is none. */
export function percentageOf(rule: JsonObject): number {
  const { percentage } = rule;
  const value = typeof percentage === 'string' ? Number(percentage) : percentage;
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** All of them, or at least one; none at all is enough. */
export function passes(passRule: JsonValue | undefined, results: readonly boolean[]): boolean {
  if (results.length === 0) return true;
  return passRule === false ? results.includes(true) : !results.includes(false);
}

/** The object without some of its keys. */
export function without(given: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([key]) => !keys.includes(key)));
}

function isRuleType(value: JsonValue | undefined): value is RuleType {
  return (RULE_TYPES as readonly unknown[]).includes(value);
}
