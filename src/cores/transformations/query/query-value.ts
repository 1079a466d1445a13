import { type Meter } from '../meter.js';
import { type Value } from '../value.js';
import { readQuery } from './read-query.js';
import { endsAtNull, runQuery } from './run-query.js';

const READ_PER_STEP = 16;

/**
 * What a query finds in a value; the empty query finds the value itself.
 * @throws QueryFault, RunStop for a pattern that the linear engine does not express
 */
export function queried(value: Value, query: string, meter: Meter): Value {
  if (query === '') return value;
  meter.spend(query.length / READ_PER_STEP);
  return runQuery(readQuery(query), value, meter);
}

/** Whether the query asks for a member that is there and holds null. @throws like `queried` */
export function isNullHeld(value: Value, query: string, meter: Meter): boolean {
  meter.spend(query.length / READ_PER_STEP);
  return endsAtNull(readQuery(query), value, meter);
}
