import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { evaluateRule, type RuleVerdict } from './analytic-rule.js';
import { type OneOutput, oneOutput, type OutputsByDevice } from './command-outputs.js';
import { type Details, shownName } from './details.js';
import { type Marked, markedHtml } from './marked-html.js';
import { evaluationOf, isLenient, passes, without } from './read-rule.js';
import { type ReadyPair } from './ready-pair.js';
import { type Work } from './work.js';

/** Outputs of the two commands of a pair. */
export interface PairOutputs {
  readonly pre: OutputsByDevice;
  readonly post: OutputsByDevice;
  /** Every device that the run has outputs of, in order. */
  readonly devices: readonly string[];
}

/** What holds for all pairs of a run. */
export interface PairRules {
  readonly ignoreWarnings: boolean;
  readonly details: Details;
}

/** A pair as it is shown, and whether it passed. */
export interface PairVerdict {
  readonly result: boolean;
  readonly shown: JsonObject;
}

/** What became of a pair on one device, or on outputs that name none. */
interface DeviceVerdict {
  readonly device: string | null;
  readonly result: boolean;
  readonly error?: string;
  readonly rules: readonly RuleVerdict[];
  readonly preHtml: string | null;
  readonly postHtml: string | null;
}

/** Judges a pair on every device. It passes when it passes everywhere. */
export function* evaluatePair(
  pair: ReadyPair,
  outputs: PairOutputs,
  rules: PairRules,
): Work<PairVerdict> {
  const verdicts: DeviceVerdict[] = [];
  for (const device of targetsOf(outputs))
    verdicts.push(yield* evaluateDevice(pair, { ...outputs, device }, rules));
  const result = verdicts.every((verdict) => verdict.result);
  return { result, shown: shownPair(pair, verdicts, result) };
}

/** All devices; outputs that name none are judged where there are such of this pair, or no devices. */
function targetsOf({ pre, post, devices }: PairOutputs): readonly (string | null)[] {
  const isNamed = devices.length > 0 && !pre.has(null) && !post.has(null);
  return isNamed ? devices : [null, ...devices];
}

function* evaluateDevice(
  pair: ReadyPair,
  { pre, post, device }: PairOutputs & { device: string | null },
  { ignoreWarnings, details }: PairRules,
): Work<DeviceVerdict> {
  const before = oneOutput(pre, device);
  const after = oneOutput(post, device);
  if (before.kind !== 'output' || after.kind !== 'output') {
    const missing = [
      wordsFor(before, 'before', pair.preCommand),
      wordsFor(after, 'after', pair.postCommand),
    ];
    const on = device === null ? '' : ` on device '${shownName(device)}'`;
    const error = missing.filter((words) => words !== '').join('; ') + on;
    const rules = pair.rules.map(() => ({ result: false, preElm: null, postElm: null }));
    return { device, result: false, error, rules, preHtml: null, postHtml: null };
  }
  const texts = { preText: before.output.response, postText: after.output.response };
  const verdicts: RuleVerdict[] = [];
  for (const { ready } of pair.rules) verdicts.push(yield* evaluateRule(ready, texts, details));
  const counted = verdicts.map(
    ({ result }, at) => result || (ignoreWarnings && isLenient(pair.rules[at]?.given ?? null)),
  );
  return {
    device,
    result: passes(pair.given['passRule'], counted),
    rules: verdicts,
    preHtml: yield* shownOutput(texts.preText, marksOf(pair, verdicts, 'pre'), details),
    postHtml: yield* shownOutput(texts.postText, marksOf(pair, verdicts, 'post'), details),
  };
}

function* shownOutput(
  text: string,
  marks: readonly Marked[],
  details: Details,
): Work<string | null> {
  // Escaping makes it longer, never shorter: what has no room as it is needs no escaping.
  if (!details.hasRoomFor(text)) return null;
  return details.text(yield* markedHtml(text, marks));
}

function marksOf(
  pair: ReadyPair,
  verdicts: readonly RuleVerdict[],
  side: 'pre' | 'post',
): readonly Marked[] {
  return pair.rules.flatMap(({ ready }, at) => {
    const looked = ready.kind === 'ready' ? ready[side] : undefined;
    if (looked?.kind !== 'pattern') return [];
    return [{ pattern: looked.pattern, passed: verdicts[at]?.result === true }];
  });
}

function wordsFor({ kind }: OneOutput, when: string, command: string): string {
  if (kind === 'output') return '';
  const what = kind === 'none' ? 'no output' : 'several outputs';
  return `${what} of command '${shownName(command)}' ${when} the change`;
}

function shownPair(
  { given, rules }: ReadyPair,
  verdicts: readonly DeviceVerdict[],
  result: boolean,
): JsonObject {
  const [only, ...others] = verdicts;
  const single = others.length === 0 ? only : undefined;
  const error = verdicts.find((verdict) => verdict.error !== undefined)?.error;
  const isNamed = verdicts.some(({ device }) => device !== null);
  return {
    ...without(given, PAIR_KEYS),
    result,
    ...(error !== undefined && { error }),
    rules: rules.map((rule, at) => ({
      ...shownRule(rule.given),
      ...(single && shownVerdict(single.rules[at])),
      result: verdicts.every((verdict) => verdict.rules[at]?.result),
    })),
    ...shownHtml(single),
    ...(isNamed && { devices: verdicts.map(shownDevice) }),
  };
}

/** What only a verdict may say: a template that was once saved with one does not repeat it. */
const PAIR_KEYS = ['error', 'devices'] as const;
const RULE_KEYS = ['error', 'preElm', 'postElm', 'added', 'removed', 'changed', 'rows'] as const;

function shownHtml({ preHtml, postHtml }: Partial<DeviceVerdict> = {}): JsonObject {
  return { preCommandResHTML: preHtml ?? null, postCommandResHTML: postHtml ?? null };
}

function shownDevice(verdict: DeviceVerdict): JsonValue {
  const { device, result, error, rules } = verdict;
  return {
    device,
    result,
    ...(error !== undefined && { error }),
    rules: rules.map(shownVerdict),
    ...shownHtml(verdict),
  };
}

/** Whatever the rule calls how it compares, here it is `evaluation`. */
function shownRule(given: JsonValue): JsonObject {
  if (!isJsonObject(given)) return {};
  return { ...without(given, RULE_KEYS), evaluation: evaluationOf(given) ?? '=' };
}

function shownVerdict(verdict: RuleVerdict | undefined): JsonObject {
  const { result = false, preElm = null, postElm = null, error, table } = verdict ?? {};
  const rows = table && {
    added: [...table.added],
    removed: [...table.removed],
    changed: table.changed.map((row) => ({ ...row })),
    rows: { ...table.rows },
  };
  return { result, preElm, postElm, ...(error !== undefined && { error }), ...rows };
}
