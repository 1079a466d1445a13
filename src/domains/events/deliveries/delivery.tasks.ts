import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliverySenderService } from './delivery-sender.service.js';
import { Receivers } from './receivers.js';

const SEND_MS = 1000;
const SWEEP_MS = 60_000;
const KEPT_MS = 7 * 24 * 60 * 60_000;
const KEPT_PER_RECEIVER_MAX = 10_000;

/** Keeps deliveries going: what is due is sent, old ones are forgotten. */
@Injectable()
export class DeliveryTasks implements OnModuleInit {
  #send = (): void => undefined;

  // eslint-disable-next-line max-params -- background tasks, sender, receivers, deliveries, clock
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly sender: DeliverySenderService,
    private readonly receivers: Receivers,
    private readonly deliveries: DeliveriesRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const due = this.deliveries.dueCondition();
    this.#send = this.tasks.every('deliveries', SEND_MS, (signal) => this.sender.run(signal), {
      due,
    });
    this.tasks.every('old deliveries', SWEEP_MS, (signal) => this.sweep(signal));
  }

  /** For whoever has planned a delivery that may be due. */
  sendNow(): void {
    this.#send();
  }

  /** Forgets what is old or too much. */
  async sweep(signal?: AbortSignal): Promise<void> {
    await this.deliveries.removeBefore(new Date(this.clock.now().getTime() - KEPT_MS), signal);
    for (const id of await this.receivers.ids()) {
      await this.deliveries.trim(id, KEPT_PER_RECEIVER_MAX, signal);
    }
  }
}
