import { type mongo } from 'mongoose';

/** When there is something to do: while a document of this collection fits. An index serves the filter. */
export interface DueCondition {
  readonly collection: string;
  /** As of now. Undefined: there is something to do, whatever is stored. */
  readonly filter: () => mongo.Document | undefined;
}
