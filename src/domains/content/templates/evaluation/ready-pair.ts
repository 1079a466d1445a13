import { isJsonObject, type JsonObject, type JsonValue } from '../../../../kernel/json.js';
import { listOf, textOf } from '../../../../kernel/json-reading.js';
import { type ReadyRule } from './analytic-rule.js';
import { readRule } from './read-rule.js';
import { readSide } from './rule-side.js';
import { substitute, type Variables } from './variables.js';

/** A variable that a template needs and does not get, and where it is used. */
export interface MissingVariable {
  readonly name: string;
  readonly detail: string;
  /** Path in the template. */
  readonly usedAt: readonly (string | number)[];
}

/** A pair of commands with variables put in and patterns compiled. */
export interface ReadyPair {
  readonly given: JsonObject;
  readonly preCommand: string;
  readonly postCommand: string;
  readonly rules: readonly { readonly given: JsonValue; readonly ready: ReadyRule }[];
}

/** Makes the pairs of a template ready; what is missing is added to `missing`. */
export function readPairs(
  template: JsonObject,
  variables: Variables,
  missing: MissingVariable[],
): readonly ReadyPair[] {
  return listOf(template['prepostCommands']).map((pair, at) =>
    readPair(isJsonObject(pair) ? pair : {}, {
      variables,
      missing,
      path: ['prepostCommands', at],
    }),
  );
}

interface Reading {
  readonly variables: Variables;
  readonly missing: MissingVariable[];
  readonly path: readonly (string | number)[];
}

function readPair(given: JsonObject, reading: Reading): ReadyPair {
  return {
    given,
    preCommand: readCommand(given, 'preRawCommand', reading),
    postCommand: readCommand(given, 'postRawCommand', reading),
    rules: listOf(given['rules']).map((rule, at) => ({
      given: rule,
      ready: readyRule(rule, { ...reading, path: [...reading.path, 'rules', at] }),
    })),
  };
}

function readCommand(
  given: JsonObject,
  key: 'preRawCommand' | 'postRawCommand',
  { variables, missing, path }: Reading,
): string {
  const filled = substitute(textOf(given[key]), variables);
  if (filled.kind === 'text') return filled.text;
  missing.push(...filled.problems.map((problem) => ({ ...problem, usedAt: [...path, key] })));
  return '';
}

function readyRule(given: JsonValue, { variables, missing, path }: Reading): ReadyRule {
  const read = readRule(given);
  if (read.kind === 'refused') return read;
  const { rule } = read;
  const pre = readSide(rule.preRegex, rule.flags, variables);
  const post = readSide(rule.postRegex, rule.flags, variables);
  if (pre.kind === 'missing')
    missing.push(...pre.problems.map((one) => ({ ...one, usedAt: [...path, 'preRegex'] })));
  if (post.kind === 'missing')
    missing.push(...post.problems.map((one) => ({ ...one, usedAt: [...path, 'postRegex'] })));
  if (pre.kind === 'missing' || post.kind === 'missing')
    return { kind: 'refused', detail: 'a variable is missing' };
  if (pre.kind === 'refused') return { kind: 'refused', detail: `preRegex: ${pre.detail}` };
  if (post.kind === 'refused') return { kind: 'refused', detail: `postRegex: ${post.detail}` };
  return { kind: 'ready', rule, pre, post };
}
