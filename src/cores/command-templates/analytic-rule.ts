import { compare } from './comparison.js';
import { type Details } from './details.js';
import { type AnalyticRule } from './read-rule.js';
import { capture, type Captured, type RuleSide } from './rule-side.js';
import { compareTables, type Sides, type TableDifference } from './table-rule.js';
import { search, type Search, type Work } from './work.js';

/** A rule with its patterns, or why it cannot be judged. */
export type ReadyRule =
  | {
      readonly kind: 'ready';
      readonly rule: AnalyticRule;
      readonly pre: RuleSide;
      readonly post: RuleSide;
    }
  | { readonly kind: 'refused'; readonly detail: string };

/** What became of a rule. */
export interface RuleVerdict {
  readonly result: boolean;
  /** What was compared, as far as it is shown; null where nothing was captured. */
  readonly preElm: string | null;
  readonly postElm: string | null;
  /** Why the rule could not be judged, or failed before anything was compared. */
  readonly error?: string;
  readonly table?: TableDifference;
}

const failed = (error: string): RuleVerdict => ({
  result: false,
  preElm: null,
  postElm: null,
  error,
});

/** Judges a rule by the output before and the output after a change. */
export function* evaluateRule(
  ready: ReadyRule,
  texts: Pick<Sides, 'preText' | 'postText'>,
  details: Details,
): Work<RuleVerdict> {
  if (ready.kind === 'refused') return failed(ready.detail);
  const { rule } = ready;
  const sides: Sides = { ...texts, pre: ready.pre, post: ready.post };
  if (rule.type === 'table') return yield* evaluateTable(rule, sides, details);
  if (rule.type === 'regex') return yield* evaluateValues(rule, sides, details);
  const verdict = comparesValues(rule, sides)
    ? yield* evaluateValues(rule, sides, details)
    : yield* evaluateFound(sides);
  return rule.type === '!matches' ? inverse(verdict) : verdict;
}

/** Without a group and an evaluation, `matches` only asks whether the patterns are found. */
function comparesValues({ evaluator }: AnalyticRule, { pre, post }: Sides): boolean {
  const groups = (side: RuleSide): boolean =>
    side.kind === 'pattern' && side.pattern.groupCount > 0;
  const isWhole = pre.kind === 'whole' && post.kind === 'whole';
  return isWhole || evaluator !== undefined || groups(pre) || groups(post);
}

function* evaluateTable(rule: AnalyticRule, sides: Sides, details: Details): Work<RuleVerdict> {
  const outcome = yield* compareTables(rule, sides, details);
  if (outcome.kind === 'too-much') return failed(outcome.detail);
  return { result: outcome.result, preElm: null, postElm: null, table: outcome.difference };
}

interface EvaluatedRule extends RuleVerdict {
  /** The rule failed because it could not be judged: its inverse fails as well. */
  readonly isUnjudged?: true;
}

function* evaluateValues(rule: AnalyticRule, sides: Sides, details: Details): Work<EvaluatedRule> {
  const before = yield* capture(sides.pre, sides.preText);
  const after = yield* capture(sides.post, sides.postText);
  const shown = { preElm: shownValue(before, details), postElm: shownValue(after, details) };
  if (before.kind === 'value' && after.kind === 'value') {
    const outcome = compare(before.value, after.value, rule.comparing);
    if (outcome !== undefined) return { ...shown, result: outcome };
    const error = 'what was found is no number on both sides';
    return { ...shown, result: false, isUnjudged: true, error };
  }
  const missed = [wordsFor('preRegex', 'before', before), wordsFor('postRegex', 'after', after)];
  const error = missed.filter((words) => words !== '').join('; ');
  return { ...shown, result: false, error, ...unjudged(before, after) };
}

function* evaluateFound({ pre, post, preText, postText }: Sides): Work<EvaluatedRule> {
  const before = yield* findSide(pre, preText);
  const after = yield* findSide(post, postText);
  for (const found of [before, after])
    if (found.kind === 'too-much') return { ...failed(found.detail), isUnjudged: true };
  const result = before.kind === 'match' && after.kind === 'match';
  return { result, preElm: null, postElm: null };
}

const EVERYWHERE: Search = { kind: 'match', match: { start: 0, end: 0, groups: [] } };

function* findSide(side: RuleSide, text: string): Work<Search> {
  return side.kind === 'whole' ? EVERYWHERE : yield* search(side.pattern, text);
}

function shownValue(captured: Captured, details: Details): string | null {
  return captured.kind === 'value' ? details.value(captured.value) : null;
}

function wordsFor(regex: string, when: string, captured: Captured): string {
  if (captured.kind === 'value') return '';
  const what = captured.kind === 'none' ? 'it found nothing' : captured.detail;
  return `${regex}: ${what} in the output ${when} the change`;
}

function unjudged(...captured: readonly Captured[]): Pick<EvaluatedRule, 'isUnjudged'> {
  return captured.some(({ kind }) => kind === 'too-much') ? { isUnjudged: true } : {};
}

/** What the inverse of a rule came to; where nothing was found there was no match, so it passes. */
function inverse(verdict: EvaluatedRule): RuleVerdict {
  if (verdict.isUnjudged) return verdict;
  const { preElm, postElm, result } = verdict;
  return { preElm, postElm, result: !result };
}
