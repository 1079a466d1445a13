import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { LeasedWork } from '../../../platform/work/leased-work.js';
import { type Leases } from '../../../platform/work/leases.js';
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
  private readonly leases: Leases<StoredDeviceChange>;

  constructor(
    @InjectModel(DEVICE_CHANGE_MODEL) private readonly changes: Model<StoredDeviceChange>,
    work: LeasedWork,
  ) {
    this.leases = work.of(changes, {
      work: 'device-change',
      until: 'leaseUntil',
      open: { outcome: 'running' },
      leaseMs: LEASE_MS,
      keepsLateEnds: true,
    });
  }

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
    await this.leases.add(change);
  }

  /** Says that the node that pushes it lives. */
  async renew(_id: string): Promise<boolean> {
    return this.leases.renew({ _id });
  }

  /** Also of one that another node gave up too soon: what happened counts. */
  async finish(_id: string, end: ChangeEnd, finished: Date): Promise<void> {
    await this.leases.finish({ _id }, { $set: { ...end, finished } });
  }

  /** There is one whose node died. */
  dueCondition(): DueCondition {
    return this.leases.dueCondition();
  }

  /**
   * Ends one change whose node died.
   * @returns it, or null when there is none.
   */
  async interruptNext(detail: string): Promise<StoredDeviceChange | null> {
    const interrupted = { outcome: 'interrupted', detail: { $literal: detail }, finished: '$$NOW' };
    return this.leases.giveUp(interrupted, { hint: { leaseUntil: 1 } });
  }
}
