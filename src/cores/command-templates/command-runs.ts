import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { listOf, textOf } from '../../kernel/json-reading.js';
import { scalarText, substitute, valueOf, variableNames, type Variables } from './variables.js';

/** Runs that one command becomes where its variables are lists. */
export const RUNS_MAX = 1000;
/** Values of variables in all runs of one command. */
const VALUES_MAX = 100_000;

/** A command with the values of one run put in, or without, because one is missing. */
export interface CommandRun {
  readonly evaluated: string;
  /** The variables of the command and its rules, with the values of this run. */
  readonly parameters: Variables;
  /** Why the command cannot run. */
  readonly skipped?: string;
}

/** Values for each run: one run for each element of a variable that is a list, one otherwise. */
export type CommandRuns =
  { readonly kind: 'runs'; readonly runs: readonly Variables[] } | { readonly kind: 'too-many' };

/** Finds the values of the runs of a command, in the order of the elements. */
export function commandRuns(command: JsonObject, variables: Variables): CommandRuns {
  const rules = listOf(command['rules']).filter((rule) => isJsonObject(rule));
  const ruleTexts = rules.flatMap((rule) => [textOf(rule['rule']), textOf(rule['ruleB'])]);
  const texts = [textOf(command['command']), ...ruleTexts];
  const names = new Set(texts.flatMap(variableNames));
  const choices: Choices[] = [...names].map((name) => [name, valuesOf(valueOf(variables, name))]);
  let count = 1;
  for (const [, values] of choices) {
    count *= values.length;
    if (count > RUNS_MAX || count * names.size > VALUES_MAX) return { kind: 'too-many' };
  }
  return { kind: 'runs', runs: Array.from({ length: count }, (_, at) => valuesAt(choices, at)) };
}

/** A variable with the values that it takes, one after the other. */
type Choices = readonly [string, readonly unknown[]];

/** A value that is missing is one as well: the command is skipped for it. */
function valuesOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [value];
  return value.length === 0 ? [undefined] : (value as unknown[]);
}

/** The values of a run: those of the last variable change with every run. No name is special. */
function valuesAt(choices: readonly Choices[], run: number): Variables {
  const chosen: [string, unknown][] = [];
  let rest = run;
  for (const [name, values] of [...choices].reverse()) {
    const value = values[rest % values.length];
    rest = Math.floor(rest / values.length);
    if (scalarText(value) !== undefined) chosen.push([name, value]);
  }
  return Object.fromEntries(chosen.reverse());
}

/** A run of a command with these values. */
export function commandRun(command: JsonObject, parameters: Variables): CommandRun {
  const raw = textOf(command['command']);
  const filled = substitute(raw, parameters);
  if (filled.kind === 'text') return { evaluated: filled.text, parameters };
  const [problem] = filled.problems;
  const skipped = `variable '${problem?.name ?? ''}' ${problem?.detail ?? ''}`;
  return { evaluated: raw, parameters, skipped };
}

/** What is shown of the values of a run. */
export function shownParameters(parameters: Variables): JsonObject {
  return parameters as Record<string, JsonValue>; // texts, numbers and booleans
}
