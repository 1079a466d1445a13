import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { textOf } from '../../kernel/json-reading.js';
import { compare, isEvaluator, numberOf } from './comparison.js';
import { shownName } from './details.js';
import { flagsOf, percentageOf } from './read-rule.js';
import { capture, type Captured, readSide } from './rule-side.js';
import { substitute, type Variables, type VariableProblem } from './variables.js';
import { OUT_OF_TIME, search, STEPS_APART_MAX, type Work } from './work.js';

/** What became of a rule of a command template. */
export interface CommandRuleVerdict {
  readonly result: boolean;
  /** Why the rule could not be judged. */
  readonly error?: string;
}

/** What a rule is judged by. */
export interface CommandRuleInput {
  readonly rule: JsonObject;
  readonly response: string;
  readonly variables: Variables;
}

type RuleEvaluation = (input: CommandRuleInput) => Work<CommandRuleVerdict>;

/** How a rule looks at an output, by its `eval`; upper and lower case matter. */
const EVALUATIONS: Readonly<Record<string, RuleEvaluation>> = {
  contains: (input) => evaluateText(input, (text, part) => text.includes(part)),
  '!contains': (input) => evaluateText(input, (text, part) => !text.includes(part)),
  contains1: (input) => evaluateText(input, isThereOnce),
  RegEx: (input) => evaluatePattern(input, true),
  '!RegEx': (input) => evaluatePattern(input, false),
  '#comparison': evaluateComparison,
};

const failed = (error: string): CommandRuleVerdict => ({ result: false, error });

/** The evaluations that rules may name. */
export const COMMAND_EVALUATIONS: readonly string[] = Object.keys(EVALUATIONS);

/** A rule as it was judged: with values in the place of variables, beside what the template says. */
export function shownCommandRule(rule: JsonObject, variables: Variables): JsonObject {
  const filled = (key: 'rule' | 'ruleB'): string => {
    const text = textOf(rule[key]);
    const substituted = substitute(text, variables);
    return substituted.kind === 'text' ? substituted.text : text;
  };
  const { rule: raw, ruleB: rawB } = rule;
  return {
    ...rule,
    ...(typeof raw === 'string' && { raw, rule: filled('rule') }),
    ...(typeof rawB === 'string' && { rawB, ruleB: filled('ruleB') }),
  };
}

/** Judges one rule by the output of its command. */
export function* evaluateCommandRule(
  rule: JsonValue,
  rest: Omit<CommandRuleInput, 'rule'>,
): Work<CommandRuleVerdict> {
  if (!isJsonObject(rule)) return failed('the rule is no object');
  const evaluation = textOf(rule['eval']);
  const evaluate = Object.hasOwn(EVALUATIONS, evaluation) ? EVALUATIONS[evaluation] : undefined;
  if (!evaluate) return failed(`eval must be one of ${COMMAND_EVALUATIONS.join(', ')}`);
  return yield* evaluate({ ...rest, rule });
}

function* evaluateText(
  { rule, response, variables }: CommandRuleInput,
  holds: (text: string, part: string) => boolean,
): Work<CommandRuleVerdict> {
  const filled = substitute(textOf(rule['rule']), variables);
  if (filled.kind === 'refused') return failed(wordsFor(filled.problems));
  if (!(yield 'verdict')) return failed(OUT_OF_TIME);
  const ignoreCase = flagsOf(rule).ignoreCase === true;
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  return { result: holds(fold(response), fold(filled.text)) };
}

function isThereOnce(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return at !== -1 && at === text.lastIndexOf(part);
}

function* evaluatePattern(
  { rule, response, variables }: CommandRuleInput,
  isWanted: boolean,
): Work<CommandRuleVerdict> {
  if (!(yield 'verdict')) return failed(OUT_OF_TIME);
  const side = readSide(textOf(rule['rule']), flagsOf(rule), variables);
  if (side.kind === 'missing') return failed(wordsFor(side.problems));
  if (side.kind === 'refused') return failed(`rule: ${side.detail}`);
  // An empty pattern is found everywhere.
  if (side.kind === 'whole') return { result: isWanted };
  const found = yield* search(side.pattern, response, STEPS_APART_MAX);
  if (found.kind === 'too-much') return failed(found.detail);
  return { result: (found.kind === 'match') === isWanted };
}

/** A value of a comparison, or why there is none. */
type Operand =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'error'; readonly detail: string };

function* evaluateComparison(input: CommandRuleInput): Work<CommandRuleVerdict> {
  const { rule } = input;
  const evaluator = rule['evaluator'] ?? '=';
  if (!isEvaluator(evaluator)) return failed('evaluator must be one of = != < > <= >= %');
  const left = yield* operand('rule', input);
  if (left.kind === 'error') return failed(left.detail);
  const right = yield* operand('ruleB', input);
  if (right.kind === 'error') return failed(right.detail);
  const percentage = percentageOf(rule);
  if (evaluator === '%') return evaluateShare(left.value, right.value, percentage);
  const ignoreCase = flagsOf(rule).ignoreCase === true;
  return {
    result: compare(left.value, right.value, { evaluator, percentage, ignoreCase }) ?? false,
  };
}

/** Whether the second is at most so many percent of the first. */
function evaluateShare(whole: string, part: string, percentage: number): CommandRuleVerdict {
  const [all, some] = [numberOf(whole), numberOf(part)];
  if (all === undefined || some === undefined)
    return failed('what was found is no number on both sides');
  if (all === 0) return failed('nothing can be a share of 0');
  return { result: (some / all) * 100 <= percentage };
}

/** `/…/` and a bare pattern with a group take a value out of the output; other text is the value. */
function* operand(key: 'rule' | 'ruleB', input: CommandRuleInput): Work<Operand> {
  const { rule, response, variables } = input;
  if (!(yield 'verdict')) return { kind: 'error', detail: OUT_OF_TIME };
  const text = textOf(rule[key]);
  const side = readSide(text, flagsOf(rule), variables);
  if (side.kind === 'missing') return { kind: 'error', detail: wordsFor(side.problems) };
  const isSlashed = /^\/.*\/[a-z]*$/s.test(text);
  if (side.kind === 'refused' && isSlashed)
    return { kind: 'error', detail: `${key}: ${side.detail}` };
  const isPattern = side.kind === 'pattern' && (isSlashed || side.pattern.groupCount > 0);
  if (!isPattern) return literal(text, variables);
  return asOperand(key, yield* capture(side, response, STEPS_APART_MAX));
}

function asOperand(key: string, captured: Captured): Operand {
  if (captured.kind === 'value') return captured;
  const detail = captured.kind === 'none' ? 'it found nothing in the output' : captured.detail;
  return { kind: 'error', detail: `${key}: ${detail}` };
}

function literal(text: string, variables: Variables): Operand {
  const filled = substitute(text, variables);
  if (filled.kind === 'text') return { kind: 'value', value: filled.text };
  return { kind: 'error', detail: wordsFor(filled.problems) };
}

function wordsFor(problems: readonly VariableProblem[]): string {
  return problems.map(({ name, detail }) => `variable '${shownName(name)}' ${detail}`).join('; ');
}
