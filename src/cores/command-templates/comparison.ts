/** How two values are compared; `%`: the second within so many percent of the first. */
export const EVALUATORS = ['=', '!=', '<', '>', '<=', '>=', '%'] as const;
export type Evaluator = (typeof EVALUATORS)[number];

/** What a comparison came to; undefined where the values cannot be compared in this way. */
export type Outcome = boolean | undefined;

/** How a rule compares. */
export interface Comparing {
  readonly evaluator: Evaluator;
  /** For `%`. */
  readonly percentage: number;
  /** Texts that differ in case alone are equal. */
  readonly ignoreCase: boolean;
}

/** Digits beyond this are an identifier rather than an amount, and compared as text. */
const NUMBER_LENGTH_MAX = 64;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const WHOLE = /^[+-]?\d+$/;

/** True for one of the evaluators. */
export function isEvaluator(value: unknown): value is Evaluator {
  return (EVALUATORS as readonly unknown[]).includes(value);
}

/** Compares two values as numbers where both are, else as texts; undefined: `%` of texts. */
export function compare(left: string, right: string, comparing: Comparing): Outcome {
  const { evaluator, percentage, ignoreCase } = comparing;
  if (evaluator === '%') return isWithin(left, right, percentage);
  const sign = signOf(left, right, ignoreCase);
  switch (evaluator) {
    case '=':
      return sign === 0;
    case '!=':
      return sign !== 0;
    case '<':
      return sign < 0;
    case '>':
      return sign > 0;
    case '<=':
      return sign <= 0;
    case '>=':
      return sign >= 0;
  }
}

/** The number that a text is, if it is one. */
export function numberOf(text: string): number | undefined {
  if (text.length > NUMBER_LENGTH_MAX) return undefined;
  const trimmed = text.trim();
  const value = NUMBER.test(trimmed) ? Number(trimmed) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

function isWithin(left: string, right: string, percentage: number): Outcome {
  const before = numberOf(left);
  const after = numberOf(right);
  if (before === undefined || after === undefined) return undefined;
  return Math.abs(after - before) * 100 <= percentage * Math.abs(before);
}

/** Below zero when the left is smaller, zero when they are equal. */
function signOf(left: string, right: string, ignoreCase: boolean): number {
  const a = numberOf(left);
  const b = numberOf(right);
  if (a !== undefined && b !== undefined) return wholeSign(left, right) ?? a - b;
  return ignoreCase ? order(left.toLowerCase(), right.toLowerCase()) : order(left, right);
}

/** Counters of 64 bits are beyond what a floating-point number tells apart. */
function wholeSign(left: string, right: string): number | undefined {
  const [a, b] = [left.trim(), right.trim()];
  if (!WHOLE.test(a) || !WHOLE.test(b)) return undefined;
  return order(BigInt(a.replace(/^\+/, '')), BigInt(b.replace(/^\+/, '')));
}

function order<T extends string | bigint>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
