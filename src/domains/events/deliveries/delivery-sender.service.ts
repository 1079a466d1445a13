import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { waitAtMost } from '../../../platform/concurrency/wait-at-most.js';
import { type AttemptOutcome, DeliveriesRepository } from './deliveries.repository.js';
import { type CallOutcome, type StoredDelivery } from './delivery.js';
import { retryDelayMs } from './delivery-rules.js';
import { ReceiverHealthService } from './receiver-health.service.js';
import { Receivers } from './receivers.js';

const AT_ONCE_MAX = 8;
/** So many of them to one receiver: a slow one must not keep those of others. */
const PER_RECEIVER_MAX = 2;
/** While calls are under way, the next ones are looked for so often. */
const LOOK_MS = 250;

/** A run: what is under way and to which receiver, and what went wrong. */
interface Round {
  readonly calls: Map<Promise<void>, string>;
  readonly failures: unknown[];
}

/** Sends what is due. Every node does; none sends what another one is at. */
@Injectable()
export class DeliverySenderService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly receivers: Receivers,
    private readonly health: ReceiverHealthService,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends everything that is due, also what becomes due while calls are under way.
   * @throws what the first delivery failed with whose outcome could not be noted: its lease ends by itself.
   */
  async run(signal: AbortSignal): Promise<void> {
    const round: Round = { calls: new Map(), failures: [] };
    const { calls, failures } = round;
    do {
      while (!signal.aborted && calls.size < AT_ONCE_MAX && (await this.begin(round, signal)));
      await waitAtMost(LOOK_MS, Promise.race(calls.keys()));
    } while (!signal.aborted && calls.size > 0);
    await Promise.all(calls.keys());
    if (failures.length > 0) throw failures[0];
  }

  /** @returns whether there was one to send. */
  private async begin({ calls, failures }: Round, signal: AbortSignal): Promise<boolean> {
    const delivery = await this.deliveries.take(busyReceivers(calls));
    if (!delivery) return false;
    // It may fail while nobody waits for it: a rejection that nobody sees ends the process.
    const call = this.send(delivery, signal)
      .catch((error: unknown) => failures.push(error))
      .then(() => void calls.delete(call));
    calls.set(call, delivery.webhook);
    return true;
  }

  private async send(delivery: StoredDelivery, signal: AbortSignal): Promise<void> {
    const found = await this.receivers.find(delivery.webhook);
    if (!found) {
      await this.giveUp(delivery, 'The receiver is off');
      return;
    }
    const { receiver, kind } = found;
    const outcome = await receiver.send(delivery, signal);
    if (typeof outcome === 'string') {
      await this.giveUp(delivery, outcome);
      return;
    }
    // What was cut short is sent again when the lease is over.
    if (signal.aborted) return;
    const pausedMs = await this.health.note(kind, receiver.state, outcome);
    // Last: who sees the outcome of a delivery sees how its receiver does.
    await this.deliveries.note(delivery, this.toNote(delivery, outcome, pausedMs));
  }

  private toNote(
    { attempts }: StoredDelivery,
    outcome: CallOutcome,
    pausedMs: number,
  ): AttemptOutcome {
    const { passed, status, detail } = outcome;
    const now = this.clock.now();
    if (passed) return { state: 'delivered', dueInMs: null, status, detail, finished: now };
    const delayMs = retryDelayMs(attempts, Math.random());
    if (delayMs === undefined) {
      return { state: 'failed', dueInMs: null, status, detail, finished: now };
    }
    const dueInMs = Math.max(delayMs, pausedMs);
    return { state: 'waiting', dueInMs, status, detail, finished: null };
  }

  private async giveUp(delivery: StoredDelivery, detail: string): Promise<void> {
    const finished = this.clock.now();
    const outcome = { state: 'failed' as const, dueInMs: null, status: null, detail, finished };
    await this.deliveries.note(delivery, outcome);
  }
}

function busyReceivers(calls: Round['calls']): readonly string[] {
  const receivers = [...calls.values()];
  return [...new Set(receivers)].filter(
    (id) => receivers.filter((other) => other === id).length >= PER_RECEIVER_MAX,
  );
}
