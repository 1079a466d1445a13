import { Injectable } from '@nestjs/common';
import { type CallOutcome, type StoredDelivery } from './delivery.js';

/** How a receiver has been doing, as it is stored beside what it is. */
export interface ReceiverState {
  readonly _id: string;
  readonly name: string;
  readonly revision: number;
  readonly enabled: boolean;
  /** Why the platform switched it off; null when it did not. */
  readonly disabledReason: string | null;
  /** Since when every attempt has failed; null after one that did not. */
  readonly failingSince: Date | null;
  /** Attempts that failed one after the other. */
  readonly failures: number;
  /** Until then nothing is sent: the receiver is given time. */
  readonly pausedUntil: Date | null;
}

/** What is noted of a receiver after a call. */
export interface ReceiverHealth extends Pick<ReceiverState, 'failingSince' | 'failures'> {
  /** How long it is left alone from now on; null for one that does well. */
  readonly pausedMs: number | null;
}

/** A receiver that is on, and how it is called. */
export interface OpenReceiver {
  readonly state: ReceiverState;
  /** Never fails: what goes wrong is the outcome; a text says why there is nothing to send. */
  readonly send: (delivery: StoredDelivery, signal: AbortSignal) => Promise<CallOutcome | string>;
}

/** A kind of receivers; its domain registers it. */
export interface ReceiverKind {
  /** What tells that calls began to fail; null for kinds that do not say so. */
  readonly failing: 'notificationChannelFailing' | null;
  readonly disabled: 'webhookDisabled' | 'notificationChannelDisabled';
  /** Null where there is none of this kind, or it is off. */
  find(id: string): Promise<OpenReceiver | null>;
  ids(): Promise<readonly string[]>;
  /** Keeps how it does, unless somebody has changed it meanwhile. */
  noteHealth(id: string, revision: number, health: ReceiverHealth): Promise<void>;
  /** @returns false when it is off already, or somebody has changed it meanwhile. */
  disable(id: string, revision: number, reason: string): Promise<boolean>;
}

/** The kinds of receivers. A registry: notifications are a domain of their own. */
@Injectable()
export class Receivers {
  readonly #kinds: ReceiverKind[] = [];

  register(kind: ReceiverKind): void {
    this.#kinds.push(kind);
  }

  /** A receiver that is on, and its kind. */
  async find(id: string): Promise<{ receiver: OpenReceiver; kind: ReceiverKind } | null> {
    for (const kind of this.#kinds) {
      const receiver = await kind.find(id);
      if (receiver) return { receiver, kind };
    }
    return null;
  }

  async ids(): Promise<readonly string[]> {
    return (await Promise.all(this.#kinds.map((kind) => kind.ids()))).flat();
  }
}
