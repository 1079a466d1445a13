/** Which events a webhook is told of; what is absent does not count. */
export interface EventFilter {
  readonly source?: string | undefined;
  readonly topic?: string | undefined;
}

/** A receiver of events, as it is stored. */
export interface StoredWebhook {
  readonly _id: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly description: string;
  readonly url: string;
  /** An event that one of them describes is told; without any, every event is. */
  readonly filters: readonly EventFilter[];
  /** Signs what is sent; sealed. */
  readonly secret: string;
  readonly enabled: boolean;
  /** Why the platform switched it off; null when it did not. */
  readonly disabledReason: string | null;
  /** Since when every attempt has failed; null after one that did not. */
  readonly failingSince: Date | null;
  /** Attempts that failed one after the other. */
  readonly failures: number;
  /** Until then nothing is sent: the receiver is given time. */
  readonly pausedUntil: Date | null;
  readonly revision: number;
  readonly created: Date;
  readonly createdBy: string;
  readonly updated: Date;
  readonly updatedBy: string;
}

/** A delivery that `failed` is not tried again by itself. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One event on its way to one webhook, as it is stored. */
export interface StoredDelivery {
  /** The same for each attempt: receivers know repeats by it. */
  readonly _id: string;
  readonly webhook: string;
  /** Id of the event. */
  readonly event: string;
  readonly source: string;
  readonly topic: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When it is tried next; while it is tried, when another node may. Null once it is finished. */
  readonly due: Date | null;
  /** What the last attempt was answered with; null for no answer. */
  readonly status: number | null;
  /** What came of the last attempt, in words. */
  readonly detail: string;
  readonly created: Date;
  readonly finished: Date | null;
}
