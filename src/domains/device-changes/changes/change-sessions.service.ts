import { Injectable } from '@nestjs/common';
import { type DeviceSession } from '../../../connectors/devices/device-session.js';
import { AppError } from '../../../kernel/app-error.js';
import { type Device } from '#domains/devices/inventory/device.js';
import {
  DeviceLocksService,
  type LockRequest,
} from '#domains/devices/inventory/device-locks.service.js';
import { DeviceSessionsService } from '#domains/devices/inventory/device-sessions.service.js';

/** Sessions that plan and push changes. */
@Injectable()
export class ChangeSessionsService {
  constructor(
    private readonly sessions: DeviceSessionsService,
    private readonly locks: DeviceLocksService,
  ) {}

  /** Nobody else changes the device meanwhile. @throws AppError as `DeviceLocksService.hold`, and as `within` does. */
  async alone<T>(
    device: Device,
    request: LockRequest,
    work: (session: DeviceSession) => Promise<T>,
  ): Promise<T> {
    return this.locks.hold(device._id, request, (signal) => this.within(device, work, signal));
  }

  /** What fails within a session for the sake of the request is no failure of the device. */
  async within<T>(
    device: Device,
    work: (session: DeviceSession) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const outcome = await this.sessions.within(
      device,
      async (session): Promise<{ value: T } | { failure: AppError }> => {
        try {
          return { value: await work(session) };
        } catch (error) {
          if (error instanceof AppError && isOfRequest(error)) return { failure: error };
          throw error;
        }
      },
      { signal },
    );
    if ('failure' in outcome) throw outcome.failure;
    return outcome.value;
  }
}

const REFUSALS: ReadonlySet<string> = new Set(['device-refused-change', 'change-outcome-unknown']);

function isOfRequest({ kind, code }: AppError): boolean {
  return REFUSALS.has(code) || !['upstream-failed', 'upstream-timeout'].includes(kind);
}
