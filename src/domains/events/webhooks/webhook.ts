import { type EventFilter } from '../deliveries/delivery-rules.js';
import { type StoredReceiver } from '../deliveries/receivers.repository.js';

/** A receiver of events, as it is stored. */
export interface StoredWebhook extends StoredReceiver {
  readonly url: string;
  /** An event that one of them describes is told; without any, every event is. */
  readonly filters: readonly EventFilter[];
  /** Signs what is sent; sealed. */
  readonly secret: string;
}
