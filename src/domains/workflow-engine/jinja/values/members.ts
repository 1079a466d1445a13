import { type Value } from './value.js';

/** Something with attributes of its own making: a namespace, the `loop` of a loop. Only a namespace is written to. */
export class Members {
  constructor(
    readonly name: string,
    readonly members: Map<string, Value>,
    readonly isWritable: boolean,
  ) {}
}
