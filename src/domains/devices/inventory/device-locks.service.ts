import { Injectable } from '@nestjs/common';
import { conflict } from '../../../kernel/app-error.js';
import { IdSource } from '../../../kernel/ids.js';
import { NamedLocks } from '../../../platform/database/named-locks.js';
import { LockBusyError } from '../../../platform/database/lock-busy-error.js';
import { whileRenewed } from '../../../platform/work/while-renewed.js';
import { type DeviceWork, type DeviceWorks } from './device-work.js';
import { DeviceWorksRepository } from './device-works.repository.js';

/** Longest wait for somebody who works on the device. */
export const LOCK_WAIT_MS = 30_000;
/** More do not wait for one device. */
const WAITING_MAX = 20;
const RENEWAL_MS = 5000;

/** Who wants to change a device, and why. */
export interface LockRequest {
  /** What will be done, in words: `Push of a change`. */
  readonly what: string;
  /** Name of the account; null for the platform itself. */
  readonly by: string | null;
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for somebody else, in milliseconds. */
  readonly waitMs?: number | undefined;
}

/** Lets one at a time change a device, over all nodes. Reading needs no lock. */
@Injectable()
export class DeviceLocksService {
  constructor(
    private readonly works: DeviceWorksRepository,
    private readonly locks: NamedLocks,
    private readonly ids: IdSource,
  ) {}

  /**
   * Runs the work once nobody else changes the device. Who waits is shown at the device; a node that dies
   * loses the lock with its lease, and then the signal of the work ends it.
   * @throws AppError `conflict`, code `device-busy`, when the wait takes too long, or too many wait.
   */
  async hold<T>(
    deviceId: string,
    { what, by, signal, waitMs = LOCK_WAIT_MS }: LockRequest,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const { lock, waiting } = await this.of(deviceId);
    if (waiting.length >= WAITING_MAX) throw busy(lock);
    const id = this.ids.next();
    await this.works.note({ _id: id, deviceId, what, by });
    const renewal = { everyMs: RENEWAL_MS, renew: () => this.works.renew(id) };
    try {
      return await whileRenewed(renewal, () =>
        this.locks.hold(`device:${deviceId}`, { waitMs }, async (lost) => {
          signal?.throwIfAborted();
          await this.works.noteWorking(id);
          return work(signal ? AbortSignal.any([signal, lost]) : lost);
        }),
      );
    } catch (error) {
      if (error instanceof LockBusyError) throw busy((await this.of(deviceId)).lock);
      throw error;
    } finally {
      // What cannot be removed now ends with its time.
      await this.works.remove(id).catch(() => undefined);
    }
  }

  /** Who works on the device, and who waits, the longest first. */
  async of(deviceId: string): Promise<DeviceWorks> {
    const works = await this.works.of(deviceId, WAITING_MAX + 2);
    return {
      lock: works.find(({ state }) => state === 'working') ?? null,
      waiting: works.filter(({ state }) => state === 'waiting'),
    };
  }
}

function busy(holder: DeviceWork | null): Error {
  const detail = holder ? `The device is busy: ${holder.what}` : 'Too many wait for the device';
  return conflict(detail, 'device-busy');
}
