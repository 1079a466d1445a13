import { jsonPointer } from '../../kernel/json-pointer.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { compilePattern } from '../patterns/compile-pattern.js';
import { LinearPattern, quotePattern, readPattern } from '../patterns/linear-pattern.js';
import { COMMAND_EVALUATIONS } from './command-rule.js';
import { readRule } from './read-rule.js';

/** Something in a template that does not do what it says. */
export interface TemplateProblem {
  /** Pointer into the template. */
  readonly pointer: string;
  readonly detail: string;
  /** Errors keep a template from being stored; what a warning names fails whenever it is run. */
  readonly severity: 'error' | 'warning';
}

/** Problems that are named; one template needs no more. */
const PROBLEMS_MAX = 100;

/** What reading the patterns of one template may take (`LinearPattern.costOf`): half a second at worst. */
const PATTERN_COST_MAX = 100_000;

/** What is left of that. */
interface Reading {
  costLeft: number;
}

type Path = readonly (string | number)[];
type Report = (path: Path, detail: string, severity?: TemplateProblem['severity']) => void;

/** What is wrong with an analytic template. */
export function analyticTemplateProblems(template: JsonObject): readonly TemplateProblem[] {
  const reading = { costLeft: PATTERN_COST_MAX };
  return collect((report) => {
    const { name } = template;
    if (typeof name !== 'string' || name.trim() === '') report(['name'], 'must be text, not blank');
    eachObject(template, ['prepostCommands'], report, (pair, path) => {
      for (const key of ['preRawCommand', 'postRawCommand'])
        checkCommand(pair[key], [...path, key], report);
      eachObject(pair, [...path, 'rules'], report, (rule, at) => {
        checkRule(rule, at, report, reading);
      });
    });
  });
}

/**
 * What is wrong with a command template. Its shape alone keeps it from being stored: real templates hold
 * patterns of other engines, which only fail their rules.
 */
export function commandTemplateProblems(template: JsonObject): readonly TemplateProblem[] {
  const reading = { costLeft: PATTERN_COST_MAX };
  return collect((report) => {
    eachObject(template, ['commands'], report, (command, path) => {
      checkText(command['command'], [...path, 'command'], report);
      eachObject(command, [...path, 'rules'], report, (rule, at) => {
        checkCommandRule(rule, at, report, reading);
      });
    });
  });
}

/** Whether a rule of a command template needs, or may need, the engine that counts its steps. */
export function countsSteps(template: JsonObject): boolean {
  const problems = commandTemplateProblems(template);
  return problems.length === PROBLEMS_MAX || problems.some(({ detail }) => detail === COUNTED);
}

const COUNTED =
  'cannot be judged in linear time (look-around, references to groups): the rule fails, and says so, on outputs that take too many steps';

function checkCommandRule(rule: JsonObject, path: Path, report: Report, reading: Reading): void {
  const evaluation = rule['eval'];
  if (typeof evaluation !== 'string' || !COMMAND_EVALUATIONS.includes(evaluation))
    report([...path, 'eval'], `must be one of ${COMMAND_EVALUATIONS.join(', ')}`, 'warning');
  for (const key of ['rule', 'ruleB']) {
    const value = rule[key];
    if (!checkText(value, [...path, key], report) || typeof value !== 'string') continue;
    const detail = isPattern(evaluation, value) ? patternProblem(value, reading) : undefined;
    if (detail !== undefined) report([...path, key], detail, 'warning');
  }
}

/** A comparison takes what stands between slashes for a pattern, and other text where it is one with a group. */
function isPattern(evaluation: JsonValue | undefined, text: string): boolean {
  if (evaluation === 'RegEx' || evaluation === '!RegEx') return true;
  return evaluation === '#comparison' && /^\/.*\/[a-z]*$/s.test(text);
}

/** What a rule will not do with this pattern; undefined where it runs in linear time. */
function patternProblem(text: string, reading: Reading): string | undefined {
  const filled = withoutVariables(text);
  if (reading.costLeft >= 0) reading.costLeft -= LinearPattern.costOf(filled);
  if (reading.costLeft < 0) return 'is one pattern too many to be looked at before it runs';
  const compiled = compilePattern(filled);
  if (compiled.kind === 'refused')
    return `cannot be judged, the rule will fail: ${compiled.detail}`;
  return compiled.pattern.isLinear ? undefined : COUNTED;
}

function collect(look: (report: Report) => void): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  look((path, detail, severity = 'error') => {
    if (problems.length < PROBLEMS_MAX)
      problems.push({ pointer: jsonPointer(path), detail, severity });
  });
  return problems;
}

/** Looks at the objects of a list that lies under the last key of the path; absent and null are none. */
function eachObject(
  holder: JsonObject,
  path: Path,
  report: Report,
  look: (item: JsonObject, path: Path) => void,
): void {
  const list = holder[path.at(-1) ?? ''];
  if (list === undefined || list === null) return;
  if (!Array.isArray(list)) {
    report(path, 'must be a list');
    return;
  }
  list.forEach((item, at) => {
    if (isJsonObject(item)) look(item, [...path, at]);
    else report([...path, at], 'must be an object');
  });
}

function checkText(value: JsonValue | undefined, path: Path, report: Report): boolean {
  if (value === undefined || value === null || typeof value === 'string') return true;
  report(path, 'must be text');
  return false;
}

/** Any text may come in the place of a variable; it stands for itself there. */
function withoutVariables(text: string): string {
  return readPattern(text).source.replace(/<!([^<>!]{1,256})!>/g, quotePattern('x'));
}

function checkCommand(value: JsonValue | undefined, path: Path, report: Report): void {
  const isMissing = value === undefined || value === null || value === '';
  if (checkText(value, path, report) && isMissing)
    report(path, 'names no command, so there is no output for it', 'warning');
}

function checkRule(rule: JsonObject, path: Path, report: Report, reading: Reading): void {
  for (const key of ['preRegex', 'postRegex'])
    checkPattern(rule[key], [...path, key], report, reading);
  const read = readRule(rule);
  if (read.kind === 'refused') report(path, read.detail, 'warning');
}

function checkPattern(
  value: JsonValue | undefined,
  path: Path,
  report: Report,
  reading: Reading,
): void {
  if (!checkText(value, path, report) || typeof value !== 'string') return;
  const filled = withoutVariables(value);
  if (reading.costLeft >= 0) reading.costLeft -= LinearPattern.costOf(filled);
  if (reading.costLeft < 0) {
    report(path, 'is one pattern too many: together they take too long to read');
    return;
  }
  const compiled = compilePattern(filled);
  if (compiled.kind === 'refused') report(path, compiled.detail);
  else if (!compiled.pattern.isLinear) report(path, COUNTED, 'warning');
}
