import { Instant, Text } from '../fields/values.js';

/** When a record was made and last changed, and by whom: what answers extend. */
export class StampedAnswer {
  @Instant()
  readonly created!: string;

  @Text({ note: 'Name of the account' })
  readonly createdBy!: string;

  @Instant()
  readonly lastUpdated!: string;

  @Text({ note: 'Name of the account' })
  readonly lastUpdatedBy!: string;
}
