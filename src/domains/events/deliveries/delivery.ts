import { AppError } from '../../../kernel/app-error.js';

/** A delivery that `failed` is not tried again by itself. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What a notification is made of, beside what every delivery says. */
export interface NotificationContent {
  /** Id of the rule that sends it; null for a message of a task. */
  readonly rule: string | null;
  /** Ids of the events that it tells of; `event` is the first of them. */
  readonly events: readonly string[];
  /** Events of the same bundle that it does not tell of, because there are too many. */
  readonly more: number;
  /** The message of a task, sealed; null where the rule makes it of the events. */
  readonly message: string | null;
}

/** Something on its way to one receiver, as it is stored. */
export interface StoredDelivery {
  /** The same for each attempt: receivers know repeats by it. */
  readonly _id: string;
  /** Id of its receiver: a webhook, or a channel of notifications. */
  readonly webhook: string;
  /** Id of the event; empty for a message of a task. */
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
  /** Absent for deliveries to webhooks. */
  readonly notification?: NotificationContent;
}

/** What came of one call. */
export interface CallOutcome {
  readonly passed: boolean;
  /** What was answered; null for no answer. */
  readonly status: number | null;
  /** In words, without anything of what was sent or answered. */
  readonly detail: string;
}

/** What came of a call that was answered so. */
export function answeredWith(status: number): CallOutcome {
  return { passed: status >= 200 && status < 300, status, detail: `It answered ${status}` };
}

/** What came of one that was not. */
export function notAnswered(error: unknown): CallOutcome {
  const detail = error instanceof AppError ? error.detail : 'It could not be called';
  return { passed: false, status: null, detail };
}

/** What every new delivery has in common. */
export function newDelivery(
  delivery: Pick<StoredDelivery, '_id' | 'webhook' | 'event' | 'source' | 'topic' | 'created'>,
): Omit<StoredDelivery, 'due'> {
  return { ...delivery, state: 'waiting', attempts: 0, status: null, detail: '', finished: null };
}
