import { Injectable } from '@nestjs/common';
import { seenHostKey } from '../../../connectors/devices/device-failures.js';
import { AppError } from '../../../kernel/app-error.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { auditedDevice, notedDevice } from './audited-device.js';
import { type Device } from './device.js';
import { DeviceSessions } from './device-sessions.service.js';
import { DeviceStatesRepository } from './device-states.repository.js';
import { DevicesService } from './devices.service.js';

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
  constructor(
    private readonly sessions: DeviceSessions,
    private readonly devices: DevicesService,
    private readonly states: DeviceStatesRepository,
  ) {}

  /**
   * Opens a session and closes it. Where a device shows another host key than the pinned one, nothing is said
   * to it; `pins` pins the key that it shows and tries again.
   * @throws AppError `conflict` when the device is changed at the same time.
   */
  async check(device: Device, pins: boolean): Promise<DeviceFinding> {
    const found = await this.look(device);
    // A device behind a jump host may never have been asked: then the key is not its own.
    if (!pins || found.isPinned || found.hostKey === null || device.jump) return found;
    const changed = await this.pinned(device, found.hostKey);
    return changed ? this.look(changed) : found;
  }

  private async look(device: Device): Promise<DeviceFinding> {
    try {
      const hostKey = await this.sessions.within(device, (session) =>
        Promise.resolve(session.hostKey),
      );
      return { passed: true, hostKey, isPinned: true, code: null, detail: 'A session was opened' };
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'conflict') throw error;
      const { code, detail } = error;
      const hostKey = seenHostKey(error) ?? null;
      return { passed: false, hostKey, isPinned: false, code, detail };
    }
  }

  private async pinned(device: Device, key: string): Promise<Device | null> {
    if (!(await this.states.pin(device, key))) return null;
    const changed = await this.devices.findById(device._id);
    if (!changed) return null;
    noteChange({
      object: auditedDevice(changed),
      before: notedDevice(device),
      after: notedDevice(changed),
    });
    return changed;
  }
}
