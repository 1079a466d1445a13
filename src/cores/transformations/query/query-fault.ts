import { RunStop } from '../run-stop.js';

/** A query that cannot be read, or that the value does not answer. */
export class QueryFault extends RunStop {
  constructor(detail: string) {
    super('wrong-argument', detail);
  }
}
