import { Injectable, type OnModuleInit } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { assertMayRead, EVERYONE } from '../../../kernel/gbac.js';
import { type Page } from '../../../kernel/page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type Principal } from '../../../kernel/principal.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { whileRenewed } from '../../../platform/work/while-renewed.js';
import { DevicesService } from '#domains/devices/inventory/devices.service.js';
import { DeviceChangesRepository, type ListedDeviceChange } from './device-changes.repository.js';
import { type ChangeEnd, type StoredDeviceChange } from './stored-device-change.js';

const RENEWAL_MS = 5000;
const LOOK_MS = 10_000;
const INTERRUPTED = 'The server that pushed it ended; what became of the change is not known';

/** A part of the changes of a device. */
export type Changes = Page<ListedDeviceChange>;

/** Keeps what was pushed to devices. A push whose node died is found by any other, and never repeated. */
@Injectable()
export class ChangeRecordsService implements OnModuleInit {
  constructor(
    private readonly changes: DeviceChangesRepository,
    private readonly devices: DevicesService,
    private readonly tasks: BackgroundTasks,
    private readonly events: EventPublisherService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const due = this.changes.dueCondition();
    const work = (signal: AbortSignal): Promise<void> => this.endInterrupted(signal);
    this.tasks.every('interrupted changes of devices', LOOK_MS, work, { due });
  }

  /**
   * The changes of a device, the newest first.
   * @throws AppError `not-found` where the caller may not see the device.
   */
  async list(name: string, part: StoredList, principal: Principal): Promise<Changes> {
    const { _id } = await this.devices.get(name, principal);
    return this.changes.list(_id, part);
  }

  /**
   * A change; who may see it is what the device says now, or said last.
   * @throws AppError `not-found`
   */
  async get(id: string, principal: Principal): Promise<StoredDeviceChange> {
    const change = await this.changes.findById(id);
    if (!change) throw notFound('Change', id);
    const { gbac } = (await this.devices.findById(change.deviceId)) ?? change;
    assertMayRead(principal, {
      what: 'Change',
      name: id,
      application: 'ConfigurationManager',
      gbac,
    });
    return change;
  }

  /** Stores a change before anything of it is sent, and what became of it after the work. */
  async during(
    change: StoredDeviceChange,
    work: () => Promise<ChangeEnd>,
  ): Promise<StoredDeviceChange> {
    await this.changes.insert(change);
    const renewal = { everyMs: RENEWAL_MS, renew: () => this.changes.renew(change._id) };
    // What is sent cannot be taken back: it goes on though another node has given it up.
    return whileRenewed(renewal, async () => {
      const end = await work();
      const finished = this.clock.now();
      await this.changes.finish(change._id, end, finished);
      return { ...change, ...end, finished };
    });
  }

  /** Says of changes whose nodes died that nobody knows what became of them. */
  async endInterrupted(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ended = await this.changes.interruptNext(INTERRUPTED);
      if (!ended) return;
      const { _id, name, readers } = ended;
      await this.events.publish('deviceChangeInterrupted', {
        id: _id,
        device: readers.includes(EVERYONE) ? name : null,
      });
    }
  }
}
