import { cutText } from '#kernel/cut-text.js';
import { jsonPointer } from '#kernel/json-pointer.js';
import { type JsonValue } from '#kernel/json.js';
import { type FormBinding } from '#cores/form-answers/form-bindings.js';
import { valueAt } from '#cores/form-answers/json-reading.js';
import { type BindingAnswer } from './binding-call.js';

/** One choice of a field. */
export interface ResolvedChoice {
  readonly label: string;
  readonly value: string | number | boolean;
}

/** What became of the bindings of a field. */
export interface FieldOutcome {
  /** Pointer into the answers; `*` stands for every item of a list. */
  readonly pointer: string;
  readonly nodeId: string | null;
  /** What of the field is filled in: `/enum`, `/default` … */
  readonly target: string;
  /** `waiting` for an answer to another field, which the call needs. */
  readonly status: 'resolved' | 'waiting' | 'failed';
  /** Why there is nothing; null where there is. */
  readonly error: string | null;
  readonly enum: readonly ResolvedChoice[];
  /** What is filled in where that is no list of choices. */
  readonly value: JsonValue;
  /** There were more choices than are told. */
  readonly truncated: boolean;
}

/** A binding with what came of its call. */
export interface AnsweredBinding {
  readonly binding: FormBinding;
  readonly answer: BindingAnswer;
}

/** More choices than this nobody looks through. */
const CHOICES_MAX = 10_000;
const CHOICES = /^\/(?:items\/)?enum$/;
const LABELS = /^\/(?:items\/)?enumNames$/;

/** The bindings of one field together: labels belong to the choices beside them. */
export function fieldOutcomes(bindings: readonly AnsweredBinding[]): readonly FieldOutcome[] {
  const labels = bindings.find(({ binding }) => LABELS.test(binding.target));
  const own = bindings.filter((one) => one !== labels);
  return (own.length > 0 ? own : bindings).map((one) => outcomeOf(one, labels));
}

function outcomeOf(one: AnsweredBinding, labels: AnsweredBinding | undefined): FieldOutcome {
  const { binding, answer } = one;
  const known = {
    pointer: jsonPointer(binding.path.map((key) => key ?? '*')),
    nodeId: binding.nodeId ?? null,
    target: binding.target,
    ...NOTHING,
  };
  if (answer.status !== 'answered')
    return { ...known, status: answer.status, error: answer.detail };
  const found = valueIn(answer.views, binding.source);
  if (!CHOICES.test(binding.target)) {
    const value = found === undefined ? undefined : valueAt(found, binding.key);
    if (value === undefined) return { ...known, status: 'failed', error: nothingAt(binding) };
    return { ...known, status: 'resolved', value };
  }
  if (!Array.isArray(found)) return { ...known, status: 'failed', error: nothingAt(binding) };
  const all = choicesOf(found, binding.key, labelsOf(labels));
  return {
    ...known,
    status: 'resolved',
    enum: all.slice(0, CHOICES_MAX),
    truncated: all.length > CHOICES_MAX,
  };
}

const NOTHING = { error: null, enum: [], value: null, truncated: false } as const;

/** Documents point into an answer as their platform wraps it, or into what it wraps. */
function valueIn(views: readonly JsonValue[], pointer: string): JsonValue | undefined {
  for (const view of views) {
    const found = valueAt(view, pointer);
    if (found !== undefined) return found;
  }
  return undefined;
}

function nothingAt({ source }: FormBinding): string {
  return `The answer has nothing at "${cutText(source, 200)}" that could be filled in`;
}

function labelsOf(labels: AnsweredBinding | undefined): readonly (JsonValue | undefined)[] {
  if (labels?.answer.status !== 'answered') return [];
  const { source, key } = labels.binding;
  const found = valueIn(labels.answer.views, source);
  return Array.isArray(found) ? found.map((entry) => valueAt(entry, key)) : [];
}

function choicesOf(
  entries: readonly JsonValue[],
  key: string,
  labels: readonly (JsonValue | undefined)[],
): readonly ResolvedChoice[] {
  const found = new Map<string, ResolvedChoice>();
  for (const [at, entry] of entries.entries()) {
    const value = valueAt(entry, key);
    if (!isPlain(value)) continue;
    const known = JSON.stringify(value);
    if (!found.has(known)) found.set(known, { label: labelOf(labels[at], value), value });
    if (found.size > CHOICES_MAX) break;
  }
  return [...found.values()];
}

function isPlain(value: JsonValue | undefined): value is ResolvedChoice['value'] {
  return value !== undefined && value !== null && typeof value !== 'object';
}

function labelOf(label: JsonValue | undefined, value: ResolvedChoice['value']): string {
  return typeof label === 'string' && label !== '' ? label : String(value);
}
