import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../kernel/app-error.js';
import { type Page } from '../../../kernel/page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { DeliveriesRepository, type NewDelivery } from './deliveries.repository.js';
import { type StoredDelivery } from './delivery.js';
import { DeliveryTasks } from './delivery.tasks.js';

/** Deliveries as those who have receivers see them. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly tasks: DeliveryTasks,
  ) {}

  /** Has what is not there yet sent as soon as it is due. */
  async add(deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    await this.deliveries.add(deliveries);
    this.tasks.sendNow();
  }

  /** As `DeliveriesRepository.bundle`. */
  async bundle(bundle: NewDelivery, single: string): Promise<void> {
    await this.deliveries.bundle(bundle, single);
    this.tasks.sendNow();
  }

  /** A part of the deliveries to a receiver, by time. */
  async list(receiver: string, part: StoredList): Promise<Page<StoredDelivery>> {
    return this.deliveries.list(receiver, part);
  }

  /** Sends a finished one again. @throws AppError `not-found`, `conflict`. */
  async retry(receiver: string, id: string): Promise<StoredDelivery> {
    const restarted = await this.deliveries.restart(receiver, id);
    if (restarted) return restarted;
    if (!(await this.deliveries.find(receiver, id))) throw notFound('Delivery', id);
    throw conflict('The delivery is under way already', 'not-finished');
  }

  /** Forgets deliveries to a receiver that is gone. */
  async removeAll(receiver: string): Promise<void> {
    await this.deliveries.removeAll(receiver);
  }
}
