import { ListOf } from '../../../api/fields/structures.js';
import { Flag, Instant, Text, Whole } from '../../../api/fields/values.js';
import { StampedAnswer } from '../../../api/answers/stamped.dto.js';
import { DeliveryProgress } from '../deliveries/delivery.dto.js';

/** Which events a webhook is told of; what is absent does not count. */
export class WebhookFilter {
  @Text({ min: 1, max: 128, optional: true, note: 'Source of the events, exactly' })
  readonly source?: string;

  @Text({ min: 1, max: 128, optional: true, note: 'Topic of the events, exactly' })
  readonly topic?: string;
}

/** What a webhook is beside its secret. */
export class WebhookFields {
  @Text({ min: 1, max: 128, pattern: /\S/ })
  readonly name!: string;

  @Text({ max: 1024, optional: true })
  readonly description?: string;

  @Text({
    min: 1,
    max: 2048,
    pattern: /^https?:\/\//,
    note: 'http or https; hosts on private addresses only where OUTBOUND_ALLOW has them',
  })
  readonly url!: string;

  @ListOf(() => WebhookFilter, {
    maxItems: 50,
    optional: true,
    note: 'An event that one of them describes is sent; every event without any',
  })
  readonly filters?: WebhookFilter[];

  @Flag({ optional: true, note: 'True when absent' })
  readonly enabled?: boolean;
}

const SECRET = { min: 8, max: 256, format: 'password' } as const;

/** A webhook to create. */
export class CreateWebhookRequest extends WebhookFields {
  @Text({ ...SECRET, note: 'Signs what is sent' })
  readonly secret!: string;
}

/** What takes the place of a webhook. */
export class UpdateWebhookRequest extends WebhookFields {
  @Text({
    ...SECRET,
    optional: true,
    note: '<SECRET> or nothing keeps the stored one, as long as the URL stays',
  })
  readonly secret?: string;
}

/** A webhook. */
export class WebhookShown extends StampedAnswer {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly description!: string;

  @Text()
  readonly url!: string;

  @Text({ note: 'Never shown: <SECRET>' })
  readonly secret!: string;

  @ListOf(() => WebhookFilter)
  readonly filters!: WebhookFilter[];

  @Flag()
  readonly enabled!: boolean;

  @Text({ nullable: true, note: 'Why the platform switched it off' })
  readonly disabledReason!: string | null;

  @Instant({ nullable: true, note: 'Since when every attempt has failed' })
  readonly failingSince!: string | null;
}

/** Answer of `GET /events/webhooks`. */
export class ListWebhooksAnswer {
  @ListOf(() => WebhookShown)
  readonly results!: readonly WebhookShown[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** One event on its way to a webhook. */
export class DeliveryShown extends DeliveryProgress {
  @Text({ note: '_id of the event' })
  readonly event!: string;

  @Text()
  readonly source!: string;

  @Text()
  readonly topic!: string;
}

/** Answer of `GET /events/webhooks/:id/deliveries`. */
export class ListDeliveriesAnswer {
  @ListOf(() => DeliveryShown)
  readonly results!: readonly DeliveryShown[];

  @Whole({ min: 0 })
  readonly total!: number;
}
