import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { type CallOutcome } from './delivery.js';
import { pauseMs } from './delivery-rules.js';
import { type ReceiverKind, type ReceiverState } from './receivers.js';

/** A receiver that has failed for so long, without one success, is switched off. */
const FAILING_MAX_MS = 24 * 60 * 60_000;

/** Knows how receivers do: those that fail are given time, and switched off in the end. */
@Injectable()
export class ReceiverHealthService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly events: EventPublisherService,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes note of what came of a call to a receiver.
   * @returns for how long it is left alone, in milliseconds.
   */
  async note(
    kind: ReceiverKind,
    receiver: ReceiverState,
    { passed, detail }: CallOutcome,
  ): Promise<number> {
    const { _id, name, revision, failingSince } = receiver;
    if (passed) {
      const well = { failingSince: null, failures: 0, pausedMs: null };
      if (failingSince !== null) await kind.noteHealth(_id, revision, well);
      return 0;
    }
    const now = this.clock.now();
    const since = failingSince ?? now;
    const failures = receiver.failures + 1;
    const pausedMs = pauseMs(failures);
    await kind.noteHealth(_id, revision, { failingSince: since, failures, pausedMs });
    await this.deliveries.postpone(_id, pausedMs);
    const told = { id: _id, name, reason: detail };
    if (failingSince === null && kind.failing) await this.events.publish(kind.failing, told);
    const isOver = now.getTime() - since.getTime() >= FAILING_MAX_MS;
    if (isOver && (await kind.disable(_id, revision, detail)))
      await this.events.publish(kind.disabled, told);
    return pausedMs;
  }
}
