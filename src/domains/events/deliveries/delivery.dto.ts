import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { DELIVERY_STATES, type DeliveryState } from './delivery.js';

/** Options of lists of deliveries alone. */
export class DeliveryListOptions {
  @OneOf(DELIVERY_STATES, { optional: true, note: 'Only those in this state' })
  readonly state?: DeliveryState;
}

/** How far something on its way to a receiver is: what answers extend. */
export class DeliveryProgress {
  @Text({ note: 'Sent along; the same for each attempt' })
  readonly _id!: string;

  @OneOf(DELIVERY_STATES)
  readonly state!: DeliveryState;

  @Whole({ min: 0 })
  readonly attempts!: number;

  @Instant({ nullable: true, note: 'When it is sent, or tried next' })
  readonly due!: string | null;

  @Whole({ nullable: true, note: 'Status of the last answer, of HTTP or SMTP; null for none' })
  readonly status!: number | null;

  @Text({ note: 'What came of the last attempt' })
  readonly detail!: string;

  @Instant()
  readonly created!: string;

  @Instant({ nullable: true })
  readonly finished!: string | null;
}

/** What came of a test of a receiver. */
export class TestReceiverAnswer {
  @Flag({ note: 'It was answered with a status from 200 to 299' })
  readonly passed!: boolean;

  @Whole({ nullable: true, note: 'What was answered, by HTTP or SMTP; null for no answer' })
  readonly status!: number | null;

  @Text()
  readonly detail!: string;
}
