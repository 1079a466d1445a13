import { isJsonObject, type JsonObject, type JsonValue } from '../../../../kernel/json.js';
import { listOf, textOf } from '../../../../kernel/json-reading.js';
import { scalarText, substitute, valueOf, variableNames, type Variables } from './variables.js';

/** Runs that one command becomes where its variables are lists. */
export const RUNS_MAX = 1000;

/** A command with the values of one run put in, or without, because one is missing. */
export interface CommandRun {
  readonly evaluated: string;
  /** The variables of the command and its rules, with the values of this run. */
  readonly parameters: Variables;
  /** Why the command cannot run. */
  readonly skipped?: string;
}

/** The runs of a command: one for each element of a variable that is a list, one otherwise. */
export type CommandRuns =
  { readonly kind: 'runs'; readonly runs: readonly CommandRun[] } | { readonly kind: 'too-many' };

/** Makes the runs of a command, in the order of the elements. */
export function commandRuns(command: JsonObject, variables: Variables): CommandRuns {
  const raw = textOf(command['command']);
  const rules = listOf(command['rules']).filter((rule) => isJsonObject(rule));
  const texts = [raw, ...rules.flatMap((rule) => [textOf(rule['rule']), textOf(rule['ruleB'])])];
  const names = new Set(texts.flatMap(variableNames));
  let parameters: Record<string, unknown>[] = [{}];
  for (const name of names) {
    const values = valuesOf(valueOf(variables, name));
    if (parameters.length * values.length > RUNS_MAX) return { kind: 'too-many' };
    parameters = parameters.flatMap((known) =>
      values.map((value) => withValue(known, name, value)),
    );
  }
  return { kind: 'runs', runs: parameters.map((values) => runOf(raw, values)) };
}

/** A value that is missing is one as well: the command is skipped for it. */
function valuesOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [value];
  return value.length === 0 ? [undefined] : (value as unknown[]);
}

/** No name of a variable is special. */
function withValue(
  known: Record<string, unknown>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  if (scalarText(value) === undefined) return known;
  return Object.fromEntries([...Object.entries(known), [name, value]]);
}

function runOf(raw: string, parameters: Variables): CommandRun {
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
