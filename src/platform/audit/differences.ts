import { jsonPointer } from '../../kernel/json-pointer.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';

/** A place at which two documents differ; a side is undefined where it has nothing there. */
export interface Difference {
  readonly pointer: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

type Side = JsonValue | undefined;
type Steps<T> = Generator<undefined, T>;

/** A step compares so many values. */
const STEP = 5000;

/** The least parts that differ: members that both sides have are looked into, as far as they are objects. */
export class Differences {
  /** The first of them. */
  readonly first: Difference[] = [];
  /** How many there are. */
  count = 0;
  #compared = 0;

  constructor(private readonly firstMax: number) {}

  /** Looks at every value once, in steps between which others have their turn. */
  *find(before: JsonObject, after: JsonObject, path: readonly string[] = []): Steps<void> {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const one = Object.hasOwn(before, key) ? before[key] : undefined;
      const other = Object.hasOwn(after, key) ? after[key] : undefined;
      if (isObject(one) && isObject(other)) yield* this.find(one, other, [...path, key]);
      else if (!(yield* this.#areEqual(one, other))) this.#add([...path, key], one, other);
    }
  }

  #add(path: readonly string[], before: Side, after: Side): void {
    this.count += 1;
    if (this.count <= this.firstMax) this.first.push({ pointer: jsonPointer(path), before, after });
  }

  *#areEqual(before: Side, after: Side): Steps<boolean> {
    const open: [Side, Side][] = [[before, after]];
    for (let pair = open.pop(); pair; pair = open.pop()) {
      this.#compared += 1;
      if (this.#compared % STEP === 0) yield;
      if (pair[0] === pair[1]) continue;
      const members = pairsOf(...pair);
      if (!members) return false;
      for (const member of members) open.push(member);
    }
    return true;
  }
}

function isObject(value: Side): value is JsonObject {
  return value !== undefined && isJsonObject(value);
}

/** What is to be compared in two lists or objects; undefined where they differ without that. */
function pairsOf(before: Side, after: Side): [Side, Side][] | undefined {
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length
      ? before.map((value, at): [Side, Side] => [value, after[at]])
      : undefined;
  if (!isObject(before) || !isObject(after)) return undefined;
  const keys = Object.keys(before);
  const isAlike = keys.length === Object.keys(after).length;
  if (!isAlike || !keys.every((key) => Object.hasOwn(after, key))) return undefined;
  return keys.map((key): [Side, Side] => [before[key], after[key]]);
}
