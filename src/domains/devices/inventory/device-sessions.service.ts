import { Injectable } from '@nestjs/common';
import { DeviceConnector } from '../../../connectors/devices/device-connector.js';
import { type DeviceSession } from '../../../connectors/devices/device-session.js';
import {
  type AcceptedHostKey,
  type SessionOptions,
} from '../../../connectors/devices/device-target.js';
import { AppError } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { EVERYONE } from '../../../kernel/gbac.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { type Device, type DeviceError } from './device.js';
import { type AttemptOutcome, DeviceStatesRepository } from './device-states.repository.js';
import { DevicesService } from './devices.service.js';

/** Bounds of one session. */
export interface SessionBounds {
  readonly signal?: AbortSignal | undefined;
  /** The whole session, in milliseconds; what the device or the connector has when absent. */
  readonly deadlineMs?: number | undefined;
  /** Most that the device may answer to one command. */
  readonly limitBytes?: number | undefined;
  /** Is told each host key that is taken. */
  readonly onHostKey?: ((accepted: AcceptedHostKey) => void) | undefined;
}

/** The code of a server that shows another host key than the pinned one. */
export const HOST_KEY_CHANGED = 'host-key-changed';
/** What says something about the device, or the way to it, and not about the request. */
const FAILURES: ReadonlySet<string> = new Set([
  'upstream-failed',
  'upstream-timeout',
  'unavailable',
]);
const WAYS_CLOSED: ReadonlySet<string> = new Set([
  'secret-unreadable',
  'adapter-disabled',
  'not-found',
]);

/** Sessions with devices. What comes of each is noted in the record of the device. */
@Injectable()
export class DeviceSessionsService {
  constructor(
    private readonly connector: DeviceConnector,
    private readonly devices: DevicesService,
    private readonly states: DeviceStatesRepository,
    private readonly events: EventPublisherService,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a session, works with it and closes it. The first host key of a device or of its jump host is
   * pinned, also where the login fails: what was sent to one key goes to no other.
   * @throws AppError `upstream-failed` and `upstream-timeout` of the connector, and what the work throws;
   *   `conflict`, code `secret-unreadable`, for credentials that no key opens.
   */
  async within<T>(
    device: Device,
    work: (session: DeviceSession) => Promise<T>,
    bounds: SessionBounds = {},
  ): Promise<T> {
    return this.noting(device, async () => {
      const session = await this.open(device, bounds);
      try {
        return await work(session);
      } finally {
        // What was done is done; a session that does not close ends with its deadline.
        await session.close().catch(() => undefined);
      }
    });
  }

  /** Does the work on a device that is reached in another way, and notes what comes of it. */
  async noting<T>(device: Device, work: () => Promise<T>): Promise<T> {
    const lastAttempt = this.clock.now();
    const note = (outcome: AttemptOutcome): Promise<void> =>
      this.states.noteAttempt(device._id, lastAttempt, outcome);
    const result = await work().catch(async (error: unknown) => {
      const lastError = this.errorOfDevice(error);
      // Where that cannot be noted either, why the work failed matters more.
      await note({ ...(lastError && { lastError }) }).catch(() => undefined);
      await this.tellHostKey(device, lastError?.code);
      throw error;
    });
    await note({ lastSuccess: this.clock.now(), lastError: null });
    return result;
  }

  private async open(device: Device, bounds: SessionBounds): Promise<DeviceSession> {
    const accepted: AcceptedHostKey[] = [];
    const onHostKey = (key: AcceptedHostKey): void => {
      accepted.push(key);
      bounds.onHostKey?.(key);
    };
    const target = await this.devices.target(device);
    const opening = this.connector.open(target, { ...optionsOf(device, bounds), onHostKey });
    const [opened] = await Promise.allSettled([opening]);
    try {
      for (const key of accepted) await this.pin(device, key);
    } catch (error) {
      if (opened.status === 'fulfilled') await opened.value.close();
      throw error;
    }
    return opening;
  }

  private async pin(device: Device, accepted: AcceptedHostKey): Promise<void> {
    if (pinnedOf(device, accepted) !== null) return;
    if (await this.states.pinFirst(device, accepted)) return;
    const present = await this.devices.findById(device._id);
    if (present && pinnedOf(present, accepted) === accepted.key) return;
    throw new AppError('upstream-failed', 'The device showed another host key than before', {
      code: HOST_KEY_CHANGED,
    });
  }

  /** Undefined where the failure says nothing about the device. */
  private errorOfDevice(error: unknown): DeviceError | undefined {
    if (!(error instanceof AppError)) return undefined;
    const { kind, code, detail } = error;
    if (!FAILURES.has(kind) && !WAYS_CLOSED.has(code)) return undefined;
    return { code, detail, at: this.clock.now() };
  }

  private async tellHostKey(device: Device, code: string | undefined): Promise<void> {
    // Told once, not with every attempt.
    if (code !== HOST_KEY_CHANGED || device.lastError?.code === HOST_KEY_CHANGED) return;
    await this.events.publish('deviceHostKeyChanged', {
      id: device._id,
      name: device.readers.includes(EVERYONE) ? device.name : null,
    });
  }
}

function optionsOf(
  { timeouts }: Device,
  { signal, limitBytes, deadlineMs = timeouts.sessionMs ?? undefined }: SessionBounds,
): SessionOptions {
  return {
    ...(signal && { signal }),
    ...(deadlineMs !== undefined && { deadlineMs }),
    ...(limitBytes !== undefined && { limitBytes }),
  };
}

function pinnedOf({ hostKey, jump }: Device, { of }: AcceptedHostKey): string | null {
  return of === 'device' ? hostKey.pinned : (jump?.hostKey.pinned ?? null);
}
