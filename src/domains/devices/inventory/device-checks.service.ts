import { Injectable } from '@nestjs/common';
import { seenHostKey, unreachableReason } from '../../../connectors/devices/device-failures.js';
import { type AcceptedHostKey } from '../../../connectors/devices/device-target.js';
import { AppError } from '../../../kernel/app-error.js';
import { passingRole } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { auditedDevice, notedDevice } from './audited-device.js';
import { type Device } from './device.js';
import { DeviceSessionsService } from './device-sessions.service.js';
import { DeviceStatesRepository } from './device-states.repository.js';
import { DevicesService } from './devices.service.js';

/** What a look at a device found. */
export interface DeviceFinding {
  readonly passed: boolean;
  readonly hostKey: string | null;
  readonly jumpHostKey: string | null;
  readonly isPinned: boolean;
  readonly code: string | null;
  readonly detail: string;
}

/** What a look found, and why it failed. */
interface Look extends DeviceFinding {
  readonly failure: AppError | null;
}

/** Looks whether a device can be worked with, and which host key it shows. */
@Injectable()
export class DeviceChecksService {
  constructor(
    private readonly sessions: DeviceSessionsService,
    private readonly devices: DevicesService,
    private readonly states: DeviceStatesRepository,
  ) {}

  /**
   * Opens a session and closes it. Where a device or its jump host shows another host key than the pinned one,
   * nothing is said to it; `pins` pins the key that it shows, of each once, and tries again. Why a host
   * cannot be reached is for administrators.
   * @throws AppError `conflict` when the device is changed at the same time.
   */
  async check(device: Device, pins: boolean, by: Principal): Promise<DeviceFinding> {
    const { failure, ...finding } = await this.checked(device, pins ? ['jump', 'device'] : []);
    const reason = unreachableReason(failure);
    if (reason === undefined || !passingRole(by, 'ConfigurationManager')) return finding;
    return { ...finding, detail: `${finding.detail}: ${reason}` };
  }

  private async checked(device: Device, pinning: readonly AcceptedHostKey['of'][]): Promise<Look> {
    const { finding, unknown } = await this.look(device);
    if (!unknown || !pinning.includes(unknown.of)) return finding;
    const changed = await this.pinned(device, unknown);
    if (!changed) return finding;
    return this.checked(
      changed,
      pinning.filter((of) => of !== unknown.of),
    );
  }

  private async look(
    device: Device,
  ): Promise<{ readonly finding: Look; readonly unknown: AcceptedHostKey | undefined }> {
    const seen: Record<AcceptedHostKey['of'], string | null> = { device: null, jump: null };
    const onHostKey = ({ of, key }: AcceptedHostKey): void => {
      seen[of] = key;
    };
    const failure = await this.failure(device, onHostKey);
    const unknown = seenHostKey(failure);
    if (unknown) onHostKey(unknown);
    const finding = {
      passed: failure === null,
      hostKey: seen.device,
      jumpHostKey: seen.jump,
      isPinned: seen.device !== null && !unknown,
      code: failure?.code ?? null,
      detail: failure?.detail ?? 'A session was opened',
      failure,
    };
    return { finding, unknown };
  }

  /** Why no session can be opened; null where one was. */
  private async failure(
    device: Device,
    onHostKey: (seen: AcceptedHostKey) => void,
  ): Promise<AppError | null> {
    try {
      return await this.sessions.within(device, () => Promise.resolve(null), { onHostKey });
    } catch (error) {
      if (error instanceof AppError && error.kind !== 'conflict') return error;
      throw error;
    }
  }

  private async pinned(device: Device, key: AcceptedHostKey): Promise<Device | null> {
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
