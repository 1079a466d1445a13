import {
  type Method,
  type MethodCall,
} from '../../content/transformations/interpreter/method-call.js';
import {
  matched,
  replaced,
} from '../../content/transformations/interpreter/methods/text-patterns.js';
import { firstMatch, patternOf } from '../../content/transformations/interpreter/pattern-scan.js';
import { type PatternValue } from '../../content/transformations/interpreter/pattern-value.js';
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
    const withPattern = new TaskCall([text, pattern, substitute], call.surroundings, ['str']);
    return replaced(withPattern, isEverywhere || pattern.isGlobal);
  };
}

/** A pattern written `/…/flags`, or bare. @throws RunStop for what cannot run in linear time */
function patternAt(call: MethodCall, at: number): PatternValue {
  const text = call.text(at);
  const [, source = text, flags = ''] = SLASHED.exec(text) ?? [];
  return patternOf(source, flags);
}
