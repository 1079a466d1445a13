import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type Device } from './device.js';
import { DeviceSessions } from './device-sessions.service.js';

/** What a look at a device found. */
export interface DeviceFinding {
  readonly passed: boolean;
  readonly hostKey: string | null;
  readonly isPinned: boolean;
  readonly code: string | null;
  readonly detail: string;
}

/** Looks whether a device can be worked with, and which host key it shows. */
@Injectable()
export class DeviceChecks {
  constructor(private readonly sessions: DeviceSessions) {}

  async check(device: Device, pins: boolean): Promise<DeviceFinding> {
    try {
      const hostKey = await this.sessions.within(device, (session) =>
        Promise.resolve(session.hostKey),
      );
      return { passed: true, hostKey, isPinned: pins, code: null, detail: 'The device answers' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return {
        passed: false,
        hostKey: null,
        isPinned: false,
        code: error.code,
        detail: error.detail,
      };
    }
  }
}
