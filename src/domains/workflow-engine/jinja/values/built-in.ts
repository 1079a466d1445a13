import { type Args, type Value } from './value.js';

/** Something that can be called. It has no attributes at all. */
export class BuiltIn {
  constructor(
    readonly name: string,
    readonly call: (args: Args) => Value,
  ) {}
}
