import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { listOf, textOf } from '../../kernel/json-reading.js';
import { CommandOutputs, oneOutput } from './command-outputs.js';
import { evaluateCommandRule, shownCommandRule } from './command-rule.js';
import {
  commandRun,
  type CommandRun,
  commandRuns,
  RUNS_MAX,
  shownParameters,
} from './command-runs.js';
import { Details, shownName } from './details.js';
import { isLenient, passes, without } from './read-rule.js';
import { type Variables } from './variables.js';
import { type Work } from './work.js';

/** What a command template is evaluated on. */
export interface CommandEvaluation {
  readonly template: JsonObject;
  /** Outputs of devices, however they came. */
  readonly results: readonly unknown[];
  readonly variables: Variables;
}

/** What an evaluation came to. */
export type CommandOutcome =
  | { readonly kind: 'judged'; readonly answer: JsonObject }
  | { readonly kind: 'too-many'; readonly detail: string };

/** Rules times runs times devices: each takes room in the answer. */
const EVALUATIONS_MAX = 100_000;
const COMMAND_KEYS = ['command', 'evaluated', 'raw'] as const;

interface Task {
  readonly command: JsonObject;
  readonly run: CommandRun;
}

interface Evaluating {
  readonly outputs: CommandOutputs;
  readonly ignoreWarnings: boolean;
  readonly details: Details;
}

interface Entry {
  readonly result: boolean;
  readonly shown: JsonObject;
}

/** Holds the rules of a command template against outputs that are there already. */
export function* evaluateCommandTemplate(given: CommandEvaluation): Work<CommandOutcome> {
  const { template, variables } = given;
  const commands = listOf(template['commands']).filter((command) => isJsonObject(command));
  const outputs = new CommandOutputs(given.results, COMMAND_KEYS);
  const evaluating: Evaluating = {
    outputs,
    ignoreWarnings: template['ignoreWarnings'] === true,
    details: new Details(),
  };
  let evaluations = 0;
  const entries: JsonValue[] = [];
  const results: boolean[] = [];
  for (const command of commands) {
    yield 'verdict'; // making runs and judging them are pieces of their own
    const runs = commandRuns(command, variables);
    if (runs.kind === 'too-many')
      return {
        kind: 'too-many',
        detail: `a command would run more than ${RUNS_MAX} times, or with too many values`,
      };
    const rules = listOf(command['rules']).length + 1;
    evaluations += runs.runs.length * rules * (outputs.devices.size + 1);
    if (evaluations > EVALUATIONS_MAX)
      return {
        kind: 'too-many',
        detail: `more than ${EVALUATIONS_MAX} rules and devices to judge`,
      };
    const made = yield* evaluateRuns(command, runs.runs, evaluating);
    for (const { shown } of made) entries.push(shown);
    results.push(made.every(({ result }) => result));
  }
  const { passRule } = template;
  const answer = {
    name: textOf(template['name']),
    all_pass_flag: passRule !== false,
    result: passes(passRule, results),
    commands_results: entries,
  };
  return { kind: 'judged', answer };
}

function* evaluateRuns(
  command: JsonObject,
  runs: readonly Variables[],
  evaluating: Evaluating,
): Work<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const values of runs) {
    yield 'verdict';
    const run = commandRun(command, values);
    for (const entry of yield* evaluateRun({ command, run }, evaluating)) entries.push(entry);
  }
  return entries;
}

/** Judges a command on every device; where no output names one, on the output that names none. */
function* evaluateRun(task: Task, evaluating: Evaluating): Work<readonly Entry[]> {
  const { run } = task;
  if (run.skipped !== undefined) return [skippedEntry(task, evaluating)];
  const found = evaluating.outputs.of(run.evaluated);
  const devices = [...evaluating.outputs.devices].sort();
  const targets = devices.length > 0 && !found.has(null) ? devices : [null, ...devices];
  const entries: Entry[] = [];
  for (const device of targets) {
    const one = oneOutput(found, device);
    if (one.kind !== 'output') {
      const error = missingWords(run, device, one.kind);
      entries.push(failedEntry(task, { device, error }, evaluating.details));
      continue;
    }
    const { response, failure } = one.output;
    entries.push(
      failure === undefined
        ? yield* evaluateOutput(task, { device, response }, evaluating)
        : failedEntry(task, { device, error: failure }, evaluating.details),
    );
  }
  return entries;
}

interface DeviceOutput {
  readonly device: string | null;
  readonly response: string;
}

function* evaluateOutput(
  task: Task,
  { device, response }: DeviceOutput,
  { ignoreWarnings, details }: Evaluating,
): Work<Entry> {
  const rules = listOf(task.command['rules']);
  const shownRules: JsonValue[] = [];
  const counted: boolean[] = [];
  for (const rule of rules) {
    const verdict = yield* evaluateCommandRule(rule, { response, variables: task.run.parameters });
    const given = isJsonObject(rule) ? shownCommandRule(rule, task.run.parameters) : {};
    const shown = details.object(given);
    shownRules.push({ ...without(shown, ['error']), ...verdict });
    counted.push(verdict.result || (ignoreWarnings && isLenient(rule)));
  }
  const result = passes(task.command['passRule'], counted);
  const shown = { response: details.text(response), result, rules: shownRules };
  return { result, shown: { ...head(task, device, details), ...shown } };
}

/** A command that cannot be made up fails the template, unless warnings are ignored. */
function skippedEntry(task: Task, { ignoreWarnings, details }: Evaluating): Entry {
  const { skipped = '' } = task.run;
  const shown = { response: '', result: ignoreWarnings, rules: [], skipped: true, error: skipped };
  return { result: ignoreWarnings, shown: { ...head(task, null, details), ...shown } };
}

function missingWords(
  { evaluated }: CommandRun,
  device: string | null,
  kind: 'none' | 'several',
): string {
  const what = kind === 'none' ? 'no output' : 'several outputs';
  const on = device === null ? '' : ` on device '${shownName(device)}'`;
  return `${what} of command '${shownName(evaluated)}'${on}`;
}

/** No rule is judged where there is nothing to judge. */
function failedEntry(
  task: Task,
  { device, error }: { readonly device: string | null; readonly error: string },
  details: Details,
): Entry {
  const shown = { response: '', result: false, rules: [], error };
  return { result: false, shown: { ...head(task, device, details), ...shown } };
}

function head({ command, run }: Task, device: string | null, details: Details): JsonObject {
  const raw = textOf(command['command']);
  const evaluated = details.text(run.evaluated) ?? shownName(run.evaluated);
  return {
    raw: details.text(raw) ?? shownName(raw),
    command: evaluated,
    evaluated,
    device,
    parameters: details.object(shownParameters(run.parameters)),
    all_pass_flag: command['passRule'] !== false,
  };
}
