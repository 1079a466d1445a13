import { cutText } from '../../kernel/cut-text.js';
import { isJsonObject, type JsonValue } from '../../kernel/json.js';
import { listOf, textOf } from '../../kernel/json-reading.js';
import { compilePattern } from '../patterns/compile-pattern.js';
import { type Choice, type GraphScope, type ScopedStep } from './graph-scope.js';
import { methodOf } from './methods/methods.js';
import { type Argument, type FunctionEntry, type PlannedStep, type Source } from './plan.js';
import { templateParts } from './template-parts.js';
import { type Value } from './value.js';

type Sources = ReadonlyMap<number, readonly Source[]>;

const NO_SOURCES: Sources = new Map();
/** Where methods take a text for a regular expression. */
const PATTERN_ARGUMENT: Readonly<Record<string, number>> = {
  'RegExp.exec': 0,
  'RegExp.new RegExp': 0,
  'RegExp.test': 0,
  'String.match': 1,
  'String.matchAll': 1,
  'String.search': 1,
};
/** The argument of a method that names a function. */
const CALLEE = 1;

/** A step ready to run; undefined, with a problem noted, when it cannot. */
export function compileStep(
  scope: GraphScope,
  scoped: ScopedStep,
  sources: Sources = NO_SOURCES,
): PlannedStep | undefined {
  const { step, slot, place } = scoped;
  const guards = scope.guards(step, place.pointer);
  if (!guards) return undefined;
  const base = { slot, place, guards, args: argumentsOf(listOf(step['args']), sources) };
  const choice = scope.choiceOf(scoped);
  if (choice) {
    const args = casesOf(scoped, choice, sources);
    return { ...base, kind: 'switch', args, byTruth: choice.byTruth };
  }
  switch (textOf(step['type'])) {
    case 'template':
      return { ...base, kind: 'template', parts: templateParts(textOf(step['template'])) };
    case 'function':
      return compileCall(scope, scoped, base);
    case 'method':
    case 'declaration':
      return compileMethod(scope, scoped, base);
    default:
      scope.problem('invalid-step', `${place.pointer}/type`, 'is no kind of step');
      return undefined;
  }
}

type Base = Pick<PlannedStep, 'slot' | 'place' | 'guards' | 'args'>;

function compileCall(scope: GraphScope, scoped: ScopedStep, base: Base): PlannedStep | undefined {
  const callee = functionNamed(scope, scoped, scoped.step['function'], 'function');
  return callee && { ...base, kind: 'function', callee };
}

function compileMethod(scope: GraphScope, scoped: ScopedStep, base: Base): PlannedStep | undefined {
  const { step, place } = scoped;
  const found = methodOf(textOf(step['library']), textOf(step['method']), step['polymorphIndex']);
  if (!found) {
    scope.problem('unknown-method', place.pointer, `${place.does} is no method known here`);
    return undefined;
  }
  const at = PATTERN_ARGUMENT[place.does];
  if (at !== undefined) checkPattern(scope, base, at);
  const { callback, run, extendsFirst } = found;
  if (!callback) return { ...base, kind: 'method', run, extendsFirst };
  const { extrasFrom, accumulates } = callback;
  const name = listOf(step['args'])[CALLEE] ?? '';
  if (callback.isOptional && name === '') return { ...base, kind: 'method', run, extendsFirst };
  const callee = functionNamed(scope, scoped, name, `args/${CALLEE}`);
  return callee && { ...base, kind: 'callback', run, callee, extrasFrom, accumulates };
}

function functionNamed(
  scope: GraphScope,
  { place }: ScopedStep,
  name: JsonValue | undefined,
  key: string,
): FunctionEntry | undefined {
  const callee = typeof name === 'string' ? scope.functions.get(name) : undefined;
  if (callee) scope.calls.add(callee);
  else {
    const said = typeof name === 'string' ? `'${cutText(name, 60)}'` : 'without a name';
    scope.problem('unknown-function', `${place.pointer}/${key}`, `there is no function ${said}`);
  }
  return callee;
}

function argumentsOf(literals: readonly JsonValue[], sources: Sources): readonly Argument[] {
  const count = Math.max(literals.length, ...[...sources.keys()].map((at) => at + 1));
  return Array.from({ length: count }, (_, at) => ({
    sources: sources.get(at) ?? [],
    // Null is where an assign belongs, not a value.
    literal: literals[at] ?? undefined,
  }));
}

/** What is chosen by, and the cases: values, objects that hold one, or one list of them. */
function casesOf({ step }: ScopedStep, choice: Choice, sources: Sources): readonly Argument[] {
  const given = listOf(step['args']);
  const [subject = null, ...rest] = choice.subjectFirst ? given : [null, ...given];
  if (choice.byTruth) return argumentsOf([subject], sources).slice(0, 1);
  const [only] = rest;
  const listed = rest.length === 1 && Array.isArray(only) ? only : rest;
  const cases = listOf(step['cases'] ?? listed).map((one): JsonValue =>
    isJsonObject(one) && 'value' in one ? (one['value'] ?? null) : one,
  );
  return argumentsOf([subject, ...cases], sources);
}

/** A pattern that cannot run is worth a warning; a document of another platform may still be kept. */
function checkPattern(scope: GraphScope, { args, place }: Base, at: number): void {
  const given = args[at];
  const pattern: Value = given?.sources.length === 0 ? given.literal : undefined;
  if (typeof pattern !== 'string') return;
  const compiled = compilePattern(pattern);
  if (compiled.kind === 'refused') {
    scope.warn('pattern-refused', `${place.pointer}/args/${at}`, compiled.detail);
  }
}
