import { type Value } from './value.js';

/** A list that prints as a tuple: what `items()` gives. */
export class Tuple extends Array<Value> {
  private labels: readonly string[] = [];

  /** What is made of one is a list. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /** Its elements may have names as well. */
  static holding(items: readonly Value[], labels: readonly string[] = []): Tuple {
    const tuple = new Tuple();
    for (const item of items) tuple.push(item);
    tuple.labels = labels;
    return tuple;
  }

  labelled(name: string): Value | undefined {
    const at = this.labels.indexOf(name);
    return at < 0 ? undefined : this[at];
  }
}
