import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, trusted } from 'mongoose';
import { invariant } from '../../../kernel/invariant.js';
import { LeaseLock } from '../../../platform/database/lease-lock.js';
import { fromNow } from '../../../platform/work/database-time.js';
import { Leases } from '../../../platform/work/leases.js';
import { type DeviceWork } from './device-work.js';
import { DEVICE_WORK_MODEL } from './device-work.schema.js';

/** A note outlives the node that made it by this. */
const NOTE_MS = 15_000;

/** How the lock of a device is taken. */
export interface DeviceLockRequest {
  readonly deviceId: string;
  /** Longest wait for somebody else. */
  readonly waitMs: number;
}

/** Who works on devices, and who waits. Times are those of the database: nodes may differ. */
@Injectable()
export class DeviceWorksRepository {
  private readonly notes: Leases<DeviceWork>;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(DEVICE_WORK_MODEL) private readonly works: Model<DeviceWork>,
  ) {
    this.notes = new Leases(works, { work: 'device-lock', until: 'until', leaseMs: NOTE_MS });
  }

  /**
   * Runs the work with the lock of the device in hand, over all nodes.
   * @throws LockBusyError when somebody else kept it longer than `waitMs`.
   * @throws LockLostError when the lease could not be renewed in time.
   */
  async holdLock<T>(
    { deviceId, waitMs }: DeviceLockRequest,
    work: (lost: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { db } = this.connection;
    invariant(db, 'a connection that is up has a database');
    return new LeaseLock(db, `device:${deviceId}`, { waitMs }).hold(work);
  }

  /** Notes that somebody waits; `since` and `until` are set by the database. */
  async note(work: Omit<DeviceWork, 'since' | 'until' | 'state'>): Promise<void> {
    const { _id, ...fields } = work;
    await this.works.collection.updateOne(
      { _id: _id as never },
      [
        {
          $set: {
            ...literal(fields),
            state: 'waiting',
            since: '$$NOW',
            until: fromNow(NOTE_MS),
          },
        },
      ],
      { upsert: true },
    );
  }

  /** Notes that the wait is over. */
  async noteWorking(_id: string): Promise<void> {
    await this.notes.release({ _id }, NOTE_MS, { state: 'working', since: '$$NOW' });
  }

  /** Says that the node of this note lives. */
  async renew(_id: string): Promise<boolean> {
    return this.notes.renew({ _id });
  }

  async remove(_id: string): Promise<void> {
    await this.works.deleteOne({ _id });
  }

  /** Those whose nodes live, the longest first. */
  async of(deviceId: string, most: number): Promise<readonly DeviceWork[]> {
    return this.works
      .find({ deviceId, $expr: trusted({ $gt: ['$until', '$$NOW'] }) })
      .hint('device')
      .sort({ since: 1, _id: 1 })
      .limit(most)
      .lean<DeviceWork[]>();
  }
}

/** Texts of callers as values: in a pipeline `$x` would be a field. */
function literal(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, { $literal: value }]),
  );
}
