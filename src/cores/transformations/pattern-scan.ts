import { cutText } from '../../kernel/cut-text.js';
import { compilePattern } from '../patterns/compile-pattern.js';
import { type PatternMatch, quotePattern } from '../patterns/linear-pattern.js';
import { type Meter } from './meter.js';
import { RunStop } from './run-stop.js';
import { PatternValue } from './pattern-value.js';

/** Characters times instructions of the pattern that cost as much as one step, at worst. */
const LOOKED_AT_PER_STEP = 64;
/** Instructions of the backtracking engine that cost as much as one step. */
const STEPS_PER_STEP = 16;

/** Flags of JavaScript that change nothing here or are heeded; `y` alone is not. */
const FLAGS = /^(?!.*(.).*\1)[dgimsuv]*$/;

/** @throws RunStop `pattern-refused` */
export function patternOf(source: string, flags: string): PatternValue {
  if (!FLAGS.test(flags))
    throw new RunStop('pattern-refused', `'${cutText(flags, 20)}' are not flags known here`);
  const compiled = compilePattern(source, {
    ignoreCase: flags.includes('i'),
    multiline: flags.includes('m'),
    dotAll: flags.includes('s'),
  });
  if (compiled.kind === 'refused') {
    throw new RunStop('pattern-refused', `the regular expression ${compiled.detail}`);
  }
  return new PatternValue(compiled.pattern, source, flags);
}

/** A text as a pattern that matches nothing else. */
export function literalPattern(text: string): PatternValue {
  return patternOf(quotePattern(text), '');
}

/** The first match, or null. */
export function firstMatch(value: PatternValue, text: string, meter: Meter): PatternMatch | null {
  meter.spend((text.length * value.pattern.size) / LOOKED_AT_PER_STEP);
  for (const match of scanned(value, text, meter)) return match;
  return null;
}

/** All matches from left to right; each costs what finding it can take. */
export function* matchesOf(
  value: PatternValue,
  text: string,
  meter: Meter,
): Generator<PatternMatch> {
  const { pattern, source } = value;
  const staysClose = looksNotFarAhead(source);
  let last = 0;
  meter.spend((text.length * pattern.size) / LOOKED_AT_PER_STEP);
  for (const match of scanned(value, text, meter)) {
    const seen = staysClose ? match.end - last : text.length - last;
    meter.spend(1 + (seen * pattern.size) / LOOKED_AT_PER_STEP);
    last = match.end;
    yield match;
  }
}

/** Steps of the backtracking engine are spent as they are taken. */
function scanned({ pattern }: PatternValue, text: string, meter: Meter): Iterable<PatternMatch> {
  const limit = text.length + 1;
  return pattern.matches(text, limit, (steps) => {
    meter.spend(steps / STEPS_PER_STEP);
  });
}

/**
 * Whether looking for a match never goes far beyond its end. With an unlimited repetition inside of a
 * choice it may, each time anew: `a.*b|a` looks for the `b` from every `a`.
 */
function looksNotFarAhead(source: string): boolean {
  return !/[*+]|\{\d+,\}/.test(source) || !/[|?(]/.test(source);
}
