import { type PatternMatch } from '../../patterns/linear-pattern.js';
import { type Method, type MethodCall, type MethodTable } from '../method-call.js';
import { firstMatch, literalPattern, matchesOf, patternOf } from '../pattern-scan.js';
import { PatternValue } from '../pattern-value.js';
import { type Value, type ValueList } from '../value.js';

/** Longest list that `split` makes when it is told no limit, as in JavaScript. */
const SPLIT_MAX = 2 ** 32 - 1;

/** Regular expressions, or texts that are one. They run in linear time where they can, else by counted steps. */
export const REG_EXP_METHODS: MethodTable = {
  dotAll: flag('s'),
  exec: (call) => groupsOf(firstMatch(call.pattern(0), call.anyText(1), call.meter)),
  flags: (call) => Array.from(call.pattern(0).flags).sort().join(''),
  global: flag('g'),
  hasIndices: flag('d'),
  ignoreCase: flag('i'),
  multiline: flag('m'),
  'new RegExp': (call) => {
    const given = call.args[0];
    if (!(given instanceof PatternValue))
      return patternOf(call.optionalText(0) ?? '', call.optionalText(1) ?? '');
    return call.isGiven(1) ? patternOf(given.source, call.anyText(1)) : given;
  },
  source: (call) => call.pattern(0).source,
  test: (call) => firstMatch(call.pattern(0), call.anyText(1), call.meter) !== null,
  sticky: flag('y'),
  toString: (call: MethodCall) => call.pattern(0).toString(),
  unicode: flag('u'),
  unicodeSets: flag('v'),
};

function flag(letter: string): Method {
  return (call) => call.pattern(0).flags.includes(letter);
}

/** `match`: the whole matches of a global pattern, else the groups of the first. */
export function matched(call: MethodCall, text: string, pattern: PatternValue): Value {
  if (!pattern.isGlobal) return groupsOf(firstMatch(pattern, text, call.meter));
  const all: string[] = [];
  for (const { groups } of matchesOf(pattern, text, call.meter)) all.push(groups[0] ?? '');
  call.meter.list(all.length);
  return all.length === 0 ? null : all;
}

/** `matchAll`: the groups of each match of a global pattern. */
export function allMatched(call: MethodCall, text: string, pattern: PatternValue): ValueList {
  if (!pattern.isGlobal) call.fail('the regular expression must have the flag g');
  const all: Value[] = [];
  for (const match of matchesOf(pattern, text, call.meter)) {
    const groups = groupsOf(match);
    call.meter.list(match.groups.length + 1);
    all.push(groups);
  }
  return all;
}

/** `split` by a text or a regular expression; without one the whole text is the only part. */
export function split(call: MethodCall): ValueList {
  const text = call.text(0);
  // A negative limit is none, as in JavaScript, which counts round.
  const limit = (call.optionalNumber(2) ?? SPLIT_MAX) >>> 0;
  const by = call.args[1];
  call.meter.text(text.length);
  if (by === undefined) return [text].slice(0, limit);
  const parts = by instanceof PatternValue ? partsOf(call, text, by) : text.split(call.anyText(1));
  call.meter.list(parts.length);
  return limit >= parts.length ? parts : parts.slice(0, limit);
}

function partsOf(call: MethodCall, text: string, by: PatternValue): readonly Value[] {
  if (text === '') return firstMatch(by, text, call.meter) ? [] : [text];
  const parts: Value[] = [];
  let last = 0;
  for (const match of matchesOf(by, text, call.meter)) {
    // A match of no length divides between characters, not at the ends.
    if (match.end === match.start && (match.start === last || match.start >= text.length)) continue;
    parts.push(text.slice(last, match.start), ...laterGroups(match));
    last = match.end;
  }
  return [...parts, text.slice(last)];
}

/** `replace`: the first match or all of them; `$1`, `$&` and the like stand for what was found. */
export function replaced(call: MethodCall, isEverywhere: boolean): string {
  const text = call.text(0);
  const by = call.optionalText(2) ?? '';
  const what = call.args[1];
  const pattern = what instanceof PatternValue ? what : literalPattern(call.anyText(1));
  const parts: string[] = [];
  let last = 0;
  for (const match of matchesOf(pattern, text, call.meter)) {
    const substitute = substituted(by, match, text);
    call.meter.text(substitute.length);
    parts.push(text.slice(last, match.start), substitute);
    last = match.end;
    if (!isEverywhere) break;
  }
  call.meter.text(text.length);
  return parts.join('') + text.slice(last);
}

function substituted(by: string, match: PatternMatch, text: string): string {
  if (!by.includes('$')) return by;
  return by.replace(/\$(?:([$&`'])|(\d{1,2}))/g, (whole, sign?: string, digits?: string) => {
    if (sign !== undefined) return signed(sign, match, text);
    const group = Number(digits);
    return group > 0 && group < match.groups.length ? (match.groups[group] ?? '') : whole;
  });
}

function signed(sign: string, match: PatternMatch, text: string): string {
  if (sign === '$') return '$';
  if (sign === '&') return match.groups[0] ?? '';
  return sign === '`' ? text.slice(0, match.start) : text.slice(match.end);
}

function groupsOf(match: PatternMatch | null): Value {
  return match && [match.groups[0] ?? '', ...laterGroups(match)];
}

function laterGroups(match: PatternMatch): readonly Value[] {
  return match.groups.slice(1).map((group) => group ?? undefined);
}
