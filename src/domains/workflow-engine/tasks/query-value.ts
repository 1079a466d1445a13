import { type Value } from '../../content/transformations/interpreter/value.js';
import { readQuery } from './query/read-query.js';
import { endsAtNull, runQuery } from './query/run-query.js';
import { type TaskMeter } from './task-meter.js';

const READ_PER_STEP = 16;

/**
 * What a query finds in a value; the empty query finds the value itself.
 * @throws QueryFault, RunStop for a pattern that the linear engine does not express
 */
export function queried(value: Value, query: string, meter: TaskMeter): Value {
  if (query === '') return value;
  meter.spend(query.length / READ_PER_STEP);
  return runQuery(readQuery(query), value, meter);
}

/** Whether the query asks for a member that is there and holds null. @throws like `queried` */
export function isNullHeld(value: Value, query: string, meter: TaskMeter): boolean {
  meter.spend(query.length / READ_PER_STEP);
  return endsAtNull(readQuery(query), value, meter);
}
