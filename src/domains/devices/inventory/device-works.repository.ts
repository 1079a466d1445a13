import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { fromNow } from '../../../platform/work/database-time.js';
import { Leases } from '../../../platform/work/leases.js';
import { type DeviceWork } from './device-work.js';
import { DEVICE_WORK_MODEL } from './device-work.schema.js';

/** A note outlives the node that made it by this. */
const NOTE_MS = 15_000;

/** Who works on devices, and who waits. Times are those of the database: nodes may differ. */
@Injectable()
export class DeviceWorksRepository {
  private readonly leases: Leases<DeviceWork>;

  constructor(@InjectModel(DEVICE_WORK_MODEL) private readonly works: Model<DeviceWork>) {
    this.leases = new Leases(works, { work: 'device-lock', until: 'until', leaseMs: NOTE_MS });
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
    await this.leases.release({ _id }, NOTE_MS, { state: 'working', since: '$$NOW' });
  }

  /** Says that the node of this note lives. */
  async renew(_id: string): Promise<boolean> {
    return this.leases.renew({ _id });
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
