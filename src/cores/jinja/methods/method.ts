import { type CallArgs } from '../call-args.js';
import { type Meter } from '../meter.js';
import { type Value } from '../values/value.js';

/** A method of one kind of values. */
export type Method<T> = (subject: T, args: CallArgs, meter: Meter) => Value;
