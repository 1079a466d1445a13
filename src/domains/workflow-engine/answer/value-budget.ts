import { type ValueRef, type ValueRefs } from '../../../cores/engine/value-ref.js';

/** Values that lie apart, and that one answer holds in all. */
const ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * What is left of the room for large values in one answer. A job may hold hundreds of megabytes; an answer
 * about it names those that no longer fit by their length.
 */
export class ValueBudget {
  private left = ANSWER_BYTES;

  /** @param eachMax longer ones are named by their length, even where there is room. */
  constructor(private readonly eachMax = ANSWER_BYTES) {}

  /** The values, those that do not fit replaced by a text that says how long they are. */
  fit(values: ValueRefs): ValueRefs {
    const fitted = Object.entries(values).map(([name, held]): [string, ValueRef] => [
      name,
      this.fitOne(held),
    ]);
    return Object.fromEntries(fitted);
  }

  private fitOne(held: ValueRef): ValueRef {
    if (held.kind !== 'stored' || held.secret === true) return held;
    if (held.bytes <= Math.min(this.left, this.eachMax)) {
      this.left -= held.bytes;
      return held;
    }
    const value = `<${String(held.bytes)} bytes: too long for an answer with others>`;
    return { kind: 'here', value };
  }
}
