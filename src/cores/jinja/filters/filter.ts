import { type CallArgs } from '../call-args.js';
import { type Meter } from '../meter.js';
import { type Args, type Value } from '../values/value.js';

/** What filters work with beside their arguments. */
export interface Tools {
  readonly meter: Meter;
  /** @throws TemplateError for one that there is none of. */
  readonly filter: (name: string, value: Value, args: Args) => Value;
  /** @throws TemplateError for one that there is none of. */
  readonly test: (name: string, value: Value, args: Args) => boolean;
}

/** `value | name(args)`. */
export type Filter = (value: Value, args: CallArgs, tools: Tools) => Value;

/** Filters by their names. */
export type Filters = ReadonlyMap<string, Filter>;
