import { cutText } from '../../kernel/cut-text.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { hasMoreValues } from '../../kernel/json-size.js';
import { TimeSlicer } from '../concurrency/time-slicer.js';
import { type AuditedChange } from '../request-context/audited-change.js';
import { type Difference, Differences } from './differences.js';
import { maskingSteps } from './masking.js';

/** Either side of a change that takes no more is kept whole. */
const WHOLE_MAX = 16 * 1024;
/** Of a larger document what differs is kept, each part up to this length … */
const PART_MAX = 2 * 1024;
/** … and so many parts. */
const PARTS_MAX = 200;
const NAME_LENGTH_MAX = 512;

/** A change as an entry keeps it: masked, and no longer than an entry may be. */
export interface BoundedChange {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  /** `whole`: the documents; `differences`: what differs in them, by JSON pointer. */
  readonly form: 'whole' | 'differences';
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  /** What was left out, in a sentence; empty when nothing was. */
  readonly cut: string;
}

/**
 * What is kept of a change; documents may be large, so others have their turn meanwhile.
 * Lengths are those of the JSON text: what an entry stores.
 */
export function boundedChange(
  change: AuditedChange,
  turns = new TimeSlicer(),
): Promise<BoundedChange> {
  return turns.finish(boundingSteps(change));
}

function* boundingSteps(change: AuditedChange): Generator<undefined, BoundedChange> {
  const { object, before, after } = change;
  const sides = {
    before: before && (yield* maskingSteps(before)),
    after: after && (yield* maskingSteps(after, before)),
  };
  const named = {
    type: shortened(object.type),
    id: shortened(object.id),
    name: shortened(object.name),
  };
  if (fits(sides.before) && fits(sides.after)) {
    return { ...named, form: 'whole', ...sides, cut: '' };
  }
  return { ...named, form: 'differences', ...(yield* bounded(sides)) };
}

/** Nothing large is written for its length alone. */
function fits(side: JsonObject | null): boolean {
  return (
    !hasMoreValues(side, WHOLE_MAX, ({ length }) => length) &&
    JSON.stringify(side).length <= WHOLE_MAX
  );
}

function shortened(text: string): string {
  return cutText(text, NAME_LENGTH_MAX, '…');
}

interface Sides {
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

function* bounded({
  before,
  after,
}: Sides): Generator<undefined, Sides & { readonly cut: string }> {
  const all = new Differences(PARTS_MAX);
  yield* all.find(before ?? {}, after ?? {});
  const kept = yield* firstThatFit(all.first);
  const left = all.count - kept.length;
  return {
    before: before && sideOf(kept, 'before'),
    after: after && sideOf(kept, 'after'),
    cut: left === 0 ? 'Parts that are equal' : `Parts that are equal, and ${left} that differ`,
  };
}

function* firstThatFit(all: readonly Difference[]): Generator<undefined, readonly Difference[]> {
  const parts: Difference[] = [];
  let length = 0;
  for (const { pointer, before, after } of all) {
    const difference = { pointer, before: part(before), after: part(after) };
    length += JSON.stringify(difference).length;
    if (length > WHOLE_MAX) break;
    parts.push(difference);
    yield;
  }
  return parts;
}

function sideOf(parts: readonly Difference[], side: 'before' | 'after'): JsonObject {
  return Object.fromEntries(
    parts.flatMap((difference): [string, JsonValue][] => {
      const value = difference[side];
      return value === undefined ? [] : [[difference.pointer, value]];
    }),
  );
}

/** A part that is too long is said to be there, with its length. */
function part(value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined) return undefined;
  const { length } = JSON.stringify(value);
  return length > PART_MAX ? `<${length} characters>` : value;
}
