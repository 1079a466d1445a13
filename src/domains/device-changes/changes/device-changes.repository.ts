import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { allOf } from '../../../platform/database/text-match.js';
import { DEVICE_CHANGE_MODEL } from './device-change.schema.js';
import { type ChangeEnd, type StoredDeviceChange } from './stored-device-change.js';

/** Nobody who lives is silent for this long. */
const LEASE_MS = 20_000;
const NEWEST = { started: -1, _id: -1 } as const;
/** What takes room; lists do without. */
const LONG = { sent: 0, diff: 0, result: 0, reverse: 0 } as const;

/** A change as lists show it. */
export type ListedDeviceChange = Omit<StoredDeviceChange, keyof typeof LONG>;

/** Changes of devices. Leases are judged by the clock of the database: nodes may differ. */
@Injectable()
export class DeviceChangesRepository {
  constructor(
    @InjectModel(DEVICE_CHANGE_MODEL) private readonly changes: Model<StoredDeviceChange>,
  ) {}

  /** A part of the changes of a device, by time. */
  async list(
    deviceId: string,
    { filter, order, ...part }: StoredList,
  ): Promise<Page<ListedDeviceChange>> {
    const sort = sortBy(Object.keys(NEWEST), order);
    const conditions = allOf([{ deviceId }, filter]);
    return findPage(this.changes, conditions, part, { sort, hint: 'device', members: LONG });
  }

  async findById(_id: string): Promise<StoredDeviceChange | null> {
    return this.changes.findOne({ _id }).lean<StoredDeviceChange>();
  }

  /** Id of the last change of a device; null before the first. */
  async lastOf(deviceId: string): Promise<string | null> {
    const last = await this.changes
      .findOne({ deviceId }, { _id: 1 })
      .sort(NEWEST)
      .hint('device')
      .lean<{ _id: string }>();
    return last?._id ?? null;
  }

  async insert(change: StoredDeviceChange): Promise<void> {
    await this.changes.create(change);
    await this.renew(change._id);
  }

  /** Says that the node that pushes it lives. */
  async renew(_id: string): Promise<void> {
    await this.changes.collection.updateOne({ _id: _id as never, outcome: 'running' }, [
      { $set: { leaseUntil: { $add: ['$$NOW', LEASE_MS] } } },
    ]);
  }

  async finish(_id: string, end: ChangeEnd, finished: Date): Promise<void> {
    await this.changes.updateOne({ _id }, { $set: { ...end, finished } });
  }

  /**
   * Ends one change whose node died.
   * @returns it, or null when there is none.
   */
  async interruptNext(detail: string): Promise<StoredDeviceChange | null> {
    const isOver = trusted({ $lt: ['$leaseUntil', '$$NOW'] });
    const interrupted = { outcome: 'interrupted', detail, finished: '$$NOW' };
    return this.changes
      .findOneAndUpdate({ outcome: 'running', $expr: isOver }, [{ $set: interrupted }], {
        hint: 'running',
        updatePipeline: true,
        returnDocument: 'after',
      })
      .lean<StoredDeviceChange>();
  }
}
