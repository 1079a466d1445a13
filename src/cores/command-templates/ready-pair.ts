import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { listOf, textOf } from '../../kernel/json-reading.js';
import { type ReadyRule } from './analytic-rule.js';
import { readRule } from './read-rule.js';
import { readSide } from './rule-side.js';
import { substitute, type VariableProblem, type Variables } from './variables.js';
import { OUT_OF_TIME, type Work } from './work.js';

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
export function* readPairs(
  template: JsonObject,
  variables: Variables,
  missing: MissingVariable[],
): Work<readonly ReadyPair[]> {
  const pairs: ReadyPair[] = [];
  for (const [at, pair] of listOf(template['prepostCommands']).entries()) {
    const reading = { variables, missing, path: ['prepostCommands', at] };
    pairs.push(yield* readPair(isJsonObject(pair) ? pair : {}, reading));
  }
  return pairs;
}

interface Reading {
  readonly variables: Variables;
  readonly missing: MissingVariable[];
  readonly path: readonly (string | number)[];
}

function* readPair(given: JsonObject, reading: Reading): Work<ReadyPair> {
  const preCommand = readCommand(given, 'preRawCommand', reading);
  const postCommand = readCommand(given, 'postRawCommand', reading);
  const rules: { given: JsonValue; ready: ReadyRule }[] = [];
  for (const [at, rule] of listOf(given['rules']).entries()) {
    const isTime = yield 'verdict';
    const place = { ...reading, path: [...reading.path, 'rules', at] };
    rules.push({ given: rule, ready: isTime ? readyRule(rule, place) : UNREAD });
  }
  return { given, preCommand, postCommand, rules };
}

const UNREAD: ReadyRule = { kind: 'refused', detail: OUT_OF_TIME };

function readCommand(
  given: JsonObject,
  key: 'preRawCommand' | 'postRawCommand',
  reading: Reading,
): string {
  const filled = substitute(textOf(given[key]), reading.variables);
  if (filled.kind === 'text') return filled.text;
  note(filled.problems, key, reading);
  return '';
}

/** One by one: a text can name more variables than a call takes arguments. */
function note(problems: readonly VariableProblem[], key: string, { missing, path }: Reading): void {
  for (const problem of problems) missing.push({ ...problem, usedAt: [...path, key] });
}

function readyRule(given: JsonValue, reading: Reading): ReadyRule {
  const { variables } = reading;
  const read = readRule(given);
  if (read.kind === 'refused') return read;
  const { rule } = read;
  const pre = readSide(rule.preRegex, rule.flags, variables);
  const post = readSide(rule.postRegex, rule.flags, variables);
  if (pre.kind === 'missing') note(pre.problems, 'preRegex', reading);
  if (post.kind === 'missing') note(post.problems, 'postRegex', reading);
  if (pre.kind === 'missing' || post.kind === 'missing')
    return { kind: 'refused', detail: 'a variable is missing' };
  if (pre.kind === 'refused') return { kind: 'refused', detail: `preRegex: ${pre.detail}` };
  if (post.kind === 'refused') return { kind: 'refused', detail: `postRegex: ${post.detail}` };
  return { kind: 'ready', rule, pre, post };
}
