import { Flag } from '../fields/values.js';

/** How something is deleted that others may refer to. */
export class RemovalQuery {
  @Flag({ optional: true, note: 'Delete it although others refer to it' })
  readonly force?: boolean;
}
