import { type Method, type MethodCall } from '../transformations/method-call.js';
import { matched, replaced } from '../transformations/methods/text-patterns.js';
import { firstMatch, patternOf } from '../transformations/pattern-scan.js';
import { type PatternValue } from '../transformations/pattern-value.js';
import { TaskCall } from './task-call.js';

const SLASHED = /^\/(.*)\/([dgimsu]*)$/s;

/** What a pattern finds in a text: all of it where it is global, else the first with its groups. */
export const matchIn: Method = (call) => matched(call, call.text(0), patternAt(call, 1));

/** Where a pattern first occurs; -1 where it does not. */
export const searchIn: Method = (call) =>
  firstMatch(patternAt(call, 1), call.text(0), call.meter)?.start ?? -1;

/** Replaces a text, once or everywhere; or what a pattern finds, where one is given as fourth argument. */
export function replaceWithin(isEverywhere: boolean): Method {
  return (call) => {
    if (!call.isGiven(3)) return replaced(call, isEverywhere);
    const pattern = patternAt(call, 3);
    const [text, , substitute] = call.args;
    const withPattern = new TaskCall([text, pattern, substitute], call.context, ['str']);
    return replaced(withPattern, isEverywhere || pattern.isGlobal);
  };
}

/** A pattern written `/…/flags`, or bare. @throws RunStop for what cannot run in linear time */
function patternAt(call: MethodCall, at: number): PatternValue {
  const text = call.text(at);
  const [, source = text, flags = ''] = SLASHED.exec(text) ?? [];
  return patternOf(source, flags);
}
