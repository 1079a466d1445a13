import { type EventFilter } from '../deliveries/delivery-rules.js';
import { type ReceiverState } from '../deliveries/receivers.js';

/** A receiver of events, as it is stored. */
export interface StoredWebhook extends ReceiverState {
  readonly nameFolded: string;
  readonly description: string;
  readonly url: string;
  /** An event that one of them describes is told; without any, every event is. */
  readonly filters: readonly EventFilter[];
  /** Signs what is sent; sealed. */
  readonly secret: string;
  readonly created: Date;
  readonly createdBy: string;
  readonly updated: Date;
  readonly updatedBy: string;
}
