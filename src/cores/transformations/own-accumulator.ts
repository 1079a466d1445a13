import { type Meter } from './meter.js';
import { type Value, type ValueList, type ValueObject } from './value.js';

/**
 * The accumulator of one `reduce` whose function does nothing but extend it: a copy of what it began
 * with, which nothing else sees until the `reduce` has ended.
 */
export class OwnAccumulator {
  private own: Value[] | Record<string, Value> | undefined;

  /** The list itself where it is the accumulator, else a copy of it that becomes the accumulator. */
  list(value: ValueList, meter: Meter): Value[] {
    if (Array.isArray(this.own) && this.own === value) return this.own;
    const copy = copiedList(value, meter);
    this.own = copy;
    return copy;
  }

  /** Likewise of an object. */
  object(value: ValueObject, meter: Meter): Record<string, Value> {
    if (!Array.isArray(this.own) && this.own === value) return this.own;
    const copy = copiedObject(value, meter);
    this.own = copy;
    return copy;
  }
}

/** A copy of a list that may be changed. */
export function copiedList(value: ValueList, meter: Meter): Value[] {
  meter.list(value.length);
  return [...value];
}

/** A copy of an object that may be changed. */
export function copiedObject(value: ValueObject, meter: Meter): Record<string, Value> {
  meter.object(Object.keys(value).length);
  return { ...value };
}
