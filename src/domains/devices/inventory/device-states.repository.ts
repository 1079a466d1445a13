import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type AcceptedHostKey } from '../../../connectors/devices/device-target.js';
import { allOf } from '../../../platform/database/text-match.js';
import { type Device, type LastBackup } from './device.js';
import { type DeviceSelection } from './device-list.js';
import { DEVICE_MODEL } from './device.schema.js';
import { selectionFilter } from './devices.repository.js';

/** What an attempt to reach a device says of it; nothing where it failed for another reason. */
export type AttemptOutcome = Partial<Pick<Device, 'lastSuccess' | 'lastError'>>;

const PINNED = { device: 'hostKey.pinned', jump: 'jump.hostKey.pinned' } as const;

/** What work on devices notes in their records. None of it is a new revision. */
@Injectable()
export class DeviceStatesRepository {
  constructor(@InjectModel(DEVICE_MODEL) private readonly devices: Model<Device>) {}

  /** Notes when somebody tried to reach the device, and what is known since. */
  async noteAttempt(_id: string, lastAttempt: Date, outcome: AttemptOutcome): Promise<void> {
    await this.devices.updateOne({ _id }, { $max: { lastAttempt }, $set: outcome });
  }

  async noteBackup(_id: string, lastBackup: LastBackup): Promise<void> {
    await this.devices.updateOne({ _id }, { $set: { lastBackup, staleSince: null } });
  }

  /**
   * Pins the host key of the device, or of its jump host, unless one is pinned.
   * @returns false when one is, or the host is reached at another address by now.
   */
  async pinFirst(device: Device, { of, key }: AcceptedHostKey): Promise<boolean> {
    const { _id, host, port, jump } = device;
    const place =
      of === 'device'
        ? { host, port }
        : { 'jump.host': jump?.host ?? '', 'jump.port': jump?.port ?? 0 };
    const { matchedCount } = await this.devices.updateOne(
      { _id, ...place, [PINNED[of]]: null },
      { $set: { [PINNED[of]]: key } },
    );
    return matchedCount === 1;
  }

  /**
   * Pins a host key in the place of another: a new revision of the device.
   * @returns false when it was changed meanwhile.
   */
  async pin({ _id, revision }: Device, { of, key }: AcceptedHostKey): Promise<boolean> {
    const { matchedCount } = await this.devices.updateOne(
      { _id, revision },
      { $set: { [PINNED[of]]: key, revision: revision + 1 } },
    );
    return matchedCount === 1;
  }

  /** Devices of a selection that are not known to be stale and have had no backup since `before`. */
  async findStale(among: DeviceSelection, before: Date, most: number): Promise<readonly Device[]> {
    // Null counts as older than any time.
    const old = { staleSince: null, 'lastBackup.at': trusted({ $not: { $gte: before } }) };
    return this.devices
      .find(allOf([old, { created: trusted({ $lt: before }) }, selectionFilter(among)]))
      .limit(most)
      .hint('stale')
      .lean<Device[]>();
  }

  /** @returns false when somebody else has noted it, or a backup was taken meanwhile. */
  async noteStale({ _id, lastBackup }: Device, at: Date): Promise<boolean> {
    const { matchedCount } = await this.devices.updateOne(
      { _id, staleSince: null, 'lastBackup.at': lastBackup?.at ?? null },
      { $set: { staleSince: at } },
    );
    return matchedCount === 1;
  }
}
