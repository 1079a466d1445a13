import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { CommandOutputs } from './command-outputs.js';
import { Details } from './details.js';
import { evaluatePair } from './evaluate-pair.js';
import { passes } from './read-rule.js';
import { type MissingVariable, readPairs } from './ready-pair.js';
import { type Variables } from './variables.js';
import { type Work } from './work.js';

/** What a template is run on. */
export interface AnalyticRun {
  readonly template: JsonObject;
  /** Outputs before the change, as a run of commands leaves them. */
  readonly pre: readonly unknown[];
  readonly post: readonly unknown[];
  readonly variables: Variables;
}

/** What a run came to. */
export type AnalyticOutcome =
  | { readonly kind: 'judged'; readonly template: JsonObject; readonly result: boolean }
  | { readonly kind: 'missing'; readonly missing: readonly MissingVariable[] }
  | { readonly kind: 'too-many'; readonly detail: string };

/** Rules times devices: each takes room in the answer. */
const EVALUATIONS_MAX = 100_000;
/** An output is found by its command, with variables put in or as the template has it. */
const COMMAND_KEYS = ['raw', 'evaluated'] as const;

/** Compares what commands said before a change with what they said after it. Nothing is sent anywhere. */
export function* runAnalyticTemplate(run: AnalyticRun): Work<AnalyticOutcome> {
  const { template } = run;
  const missing: MissingVariable[] = [];
  const pairs = yield* readPairs(template, run.variables, missing);
  if (missing.length > 0) return { kind: 'missing', missing };
  const pre = new CommandOutputs(run.pre, COMMAND_KEYS);
  const post = new CommandOutputs(run.post, COMMAND_KEYS);
  const devices = [...new Set([...pre.devices, ...post.devices])].sort();
  const rules = pairs.reduce((sum, pair) => sum + pair.rules.length + 1, 0);
  if (rules * Math.max(1, devices.length) > EVALUATIONS_MAX)
    return { kind: 'too-many', detail: `more than ${EVALUATIONS_MAX} rules and devices to judge` };
  const details = new Details();
  const ignoreWarnings = template['ignoreWarnings'] === true;
  const judged: JsonValue[] = [];
  const results: boolean[] = [];
  for (const pair of pairs) {
    const outputs = {
      pre: pre.of(pair.preCommand),
      post: post.of(pair.postCommand),
      devices,
    };
    const verdict = yield* evaluatePair(pair, outputs, { ignoreWarnings, details });
    judged.push(verdict.shown);
    results.push(verdict.result);
  }
  const result = passes(template['passRule'], results);
  return {
    kind: 'judged',
    result,
    template: { ...template, prepostCommands: judged, result },
  };
}
