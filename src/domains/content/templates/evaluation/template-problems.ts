import { jsonPointer } from '../../../../kernel/json-pointer.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../kernel/json.js';
import {
  LinearPattern,
  quotePattern,
  readPattern,
} from '../../../../platform/patterns/linear-pattern.js';
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

/** What keeps a command template from being stored; patterns that cannot run only fail their rules. */
export function commandTemplateProblems(template: JsonObject): readonly TemplateProblem[] {
  return collect((report) => {
    eachObject(template, ['commands'], report, (command, path) => {
      checkText(command['command'], [...path, 'command'], report);
      eachObject(command, [...path, 'rules'], report, (rule, at) => {
        for (const key of ['rule', 'ruleB']) checkText(rule[key], [...at, key], report);
      });
    });
  });
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
  const { source } = readPattern(value);
  // Any text may come in the place of a variable; it stands for itself there.
  const filled = source.replace(/<!([^<>!]{1,256})!>/g, quotePattern('x'));
  if (reading.costLeft >= 0) reading.costLeft -= LinearPattern.costOf(filled);
  if (reading.costLeft < 0) {
    report(path, 'is one pattern too many: together they take too long to read');
    return;
  }
  const compiled = LinearPattern.compile(filled);
  if (compiled.kind === 'refused') report(path, compiled.detail);
}
