import { cutText } from '../../../kernel/cut-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { escapedMarkup } from '../../../kernel/markup.js';
import { lineDifferences } from '../../../cores/differences/line-differences.js';
import { type FinishState } from '../../../cores/engine/finish-state.js';
import { safeMarkup, shownText } from './safe-markup.js';

/** What a console makes of a task. */
export const VIEW_KINDS = [
  'data',
  'diff',
  'form',
  'template-results',
  'template-diff',
  'error',
  'other',
] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

/** How a task can be finished, and what the button says. */
export interface ViewButton {
  /** HTML. */
  readonly label: string;
  readonly finish_state: 'success' | 'failure';
}

/** A line of a comparison. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Two texts side by side. Labels are HTML, lines are text. */
export interface ViewDiff {
  readonly label1: string;
  readonly label2: string;
  readonly lines: readonly DiffLine[];
  /** Whether there are more lines than are shown. */
  readonly truncated: boolean;
}

/** A task as people need it. Header, message and body are pieces of HTML that are safe to show. */
export interface ManualTaskView {
  readonly kind: ViewKind;
  readonly header: string;
  readonly message: string;
  readonly body: string;
  readonly buttons: readonly ViewButton[];
  readonly diffs: readonly ViewDiff[];
  /** Results of a command template, as it gave them. */
  readonly templateResults: JsonObject | null;
}

const LINES_MAX = 5000;
const TEXT_MAX = 1_000_000;
const PAIRS_MAX = 200;
const FORMS: ReadonlySet<string> = new Set([
  'ShowJsonForm',
  'ShowJSONForm',
  'ShowJSONFormWithOptions',
  'RenderJsonSchema',
]);
const KINDS: ReadonlyMap<string, ViewKind> = new Map<string, ViewKind>([
  ['ViewData', 'data'],
  ['ViewHTML', 'data'],
  ['ViewDiff', 'diff'],
  ['viewTemplateResults', 'template-results'],
  ['runTemplatesDiff', 'template-diff'],
  ['ErrorHandling', 'error'],
  ...[...FORMS].map((name): [string, ViewKind] => [name, 'form']),
]);

/** What a console makes of a task of this name. */
export function viewKind(name: string): ViewKind {
  return KINDS.get(name) ?? 'other';
}

/** A task as people need it, made of its name and of what came in. */
export function manualTaskView(name: string, input: JsonObject): ManualTaskView {
  const kind = viewKind(name);
  const variables = isJsonObject(input['variables']) ? input['variables'] : {};
  const filled = (value: JsonValue | undefined): string =>
    value === undefined || value === null ? '' : safeMarkup(shownText(value), variables);
  return {
    kind,
    header: filled(input['header']),
    message: filled(kind === 'error' ? input['status'] : input['message']),
    body: filled(input['body']),
    buttons: buttonsOf(kind, input),
    diffs: diffsOf(kind, input),
    templateResults: templateResultsOf(kind, input),
  };
}

/** How this task can be finished; in `error` every task can. */
export function finishStatesOf(name: string, input: JsonObject): ReadonlySet<FinishState> {
  const states = buttonsOf(viewKind(name), input).map(({ finish_state }) => finish_state);
  return new Set<FinishState>([...states, 'error']);
}

function buttonsOf(kind: ViewKind, input: JsonObject): readonly ViewButton[] {
  const usual = USUAL_LABELS[kind] ?? ['Continue', ''];
  const success = textOf(input['btn_success']) || usual[0];
  const failure = textOf(input['btn_failure']) || failureLabel(kind, input, usual[1]);
  return [
    { label: escapedMarkup(success), finish_state: 'success' },
    ...(failure === ''
      ? []
      : [{ label: escapedMarkup(failure), finish_state: 'failure' as const }]),
  ];
}

const USUAL_LABELS: Partial<Record<ViewKind, readonly [string, string]>> = {
  form: ['Submit', ''],
  'template-results': ['Continue', 'Retry'],
  'template-diff': ['Continue', 'Retry'],
  error: ['Continue', 'Retry'],
};

/** An error offers another try only where its author does. */
function failureLabel(kind: ViewKind, { retry }: JsonObject, usual: string): string {
  if (kind !== 'error') return usual;
  return retry === true || retry === 'true' ? usual : '';
}

function templateResultsOf(
  kind: ViewKind,
  { mop_template_results: results }: JsonObject,
): JsonObject | null {
  return kind === 'template-results' && isJsonObject(results) ? results : null;
}

function diffsOf(kind: ViewKind, input: JsonObject): readonly ViewDiff[] {
  if (kind === 'diff') {
    const { label1, label2, value1, value2 } = input;
    return [diffOf([label1, label2], [value1, value2])];
  }
  return kind === 'template-diff' ? templateDiffs(input['pre'], input['post']) : [];
}

/** What each command answered before and after, as far as it ran both times. */
function templateDiffs(
  pre: JsonValue | undefined,
  post: JsonValue | undefined,
): readonly ViewDiff[] {
  const after = responsesOf(post);
  return [...responsesOf(pre)].slice(0, PAIRS_MAX).flatMap(([command, before]) => {
    const now = after.get(command);
    return now === undefined ? [] : [diffOf([command, command], [before, now])];
  });
}

function responsesOf(results: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  const list = isJsonObject(results) ? results['commands_results'] : undefined;
  const entries = (Array.isArray(list) ? list : []).filter(isJsonObject);
  return new Map(
    entries.map((entry) => {
      const command = textOf(entry['evaluated']) || textOf(entry['raw']);
      const device = textOf(entry['device']);
      const key = device === '' ? command : `${device}: ${command}`;
      return [key, entry['response'] ?? ''];
    }),
  );
}

function diffOf(
  labels: readonly (JsonValue | undefined)[],
  values: readonly (JsonValue | undefined)[],
): ViewDiff {
  const [label1 = '', label2 = ''] = labels.map((label) => escapedMarkup(shownText(label ?? '')));
  const [before = '', after = ''] = values.map((value) => shownText(value ?? ''));
  const lines = linesOf(cutText(before, TEXT_MAX), cutText(after, TEXT_MAX));
  const truncated = lines.length > LINES_MAX || before.length > TEXT_MAX || after.length > TEXT_MAX;
  return { label1, label2, lines: lines.slice(0, LINES_MAX), truncated };
}

function linesOf(one: string, other: string): readonly DiffLine[] {
  const { before, after, runs } = lineDifferences(one, other);
  const line =
    (kind: DiffLine['kind']) =>
    (text: string): DiffLine => ({ kind, text: text.replace(/\r?\n$/, '') });
  return runs.flatMap(({ kind, beforeStart, beforeEnd, afterStart, afterEnd }) => {
    if (kind === 'equal') return before.slice(beforeStart, beforeEnd).map(line('same'));
    return [
      ...before.slice(beforeStart, beforeEnd).map(line('removed')),
      ...after.slice(afterStart, afterEnd).map(line('added')),
    ];
  });
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
