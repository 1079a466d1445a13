import { isDeepStrictEqual } from 'node:util';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type AuditedChange } from './audited-change.js';
import { masked } from './masking.js';

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

/** Lengths are those of the JSON text: what an entry stores. */
export function boundedChange({ object, before, after }: AuditedChange): BoundedChange {
  const sides = {
    before: before && masked(before),
    after: after && masked(after, before),
  };
  const named = {
    type: shortened(object.type),
    id: shortened(object.id),
    name: shortened(object.name),
  };
  if (fits(sides.before) && fits(sides.after)) {
    return { ...named, form: 'whole', ...sides, cut: '' };
  }
  return { ...named, form: 'differences', ...bounded(sides) };
}

function fits(side: JsonObject | null): boolean {
  return JSON.stringify(side).length <= WHOLE_MAX;
}

function shortened(text: string): string {
  return text.length > NAME_LENGTH_MAX ? `${text.slice(0, NAME_LENGTH_MAX)}…` : text;
}

interface Sides {
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

interface Difference {
  readonly pointer: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

function bounded({ before, after }: Sides): Sides & { readonly cut: string } {
  const all = differences(before ?? {}, after ?? {}, []);
  const kept = firstThatFit(all.slice(0, PARTS_MAX).map(toParts));
  const left = all.length - kept.length;
  return {
    before: before && sideOf(kept, 'before'),
    after: after && sideOf(kept, 'after'),
    cut: left === 0 ? 'Parts that are equal' : `Parts that are equal, and ${left} that differ`,
  };
}

function toParts({ pointer, before, after }: Difference): Difference {
  return { pointer, before: part(before), after: part(after) };
}

function firstThatFit(parts: readonly Difference[]): readonly Difference[] {
  let length = 0;
  const end = parts.findIndex((difference) => {
    length += JSON.stringify(difference).length;
    return length > WHOLE_MAX;
  });
  return end === -1 ? parts : parts.slice(0, end);
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

/** The least parts that differ: members that both sides have are looked into, as far as they are objects. */
function differences(
  before: JsonObject,
  after: JsonObject,
  path: readonly (string | number)[],
): readonly Difference[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const one = Object.hasOwn(before, key) ? before[key] : undefined;
    const other = Object.hasOwn(after, key) ? after[key] : undefined;
    const place = [...path, key];
    if (isDeepStrictEqual(one, other)) return [];
    if (one !== undefined && other !== undefined && isJsonObject(one) && isJsonObject(other)) {
      return differences(one, other, place);
    }
    return [{ pointer: jsonPointer(place), before: one, after: other }];
  });
}
