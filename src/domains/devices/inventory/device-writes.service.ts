import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { assertMayWrite } from '../../../kernel/gbac.js';
import { IdSource } from '../../../kernel/ids.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { auditedDevice, notedDevice } from './audited-device.js';
import { type Device } from './device.js';
import { DeviceAccessListenersService } from './device-access-listeners.service.js';
import { type SettingsRequest } from './device-settings.js';
import { DeviceSettingsService } from './device-settings.service.js';
import { type DeviceWrite } from './device-write.js';
import { type DeviceChange, DevicesRepository } from './devices.repository.js';
import { guardedDevice } from './devices.service.js';

/** One device as somebody writes it. */
export interface DeviceEdit {
  readonly name: string;
  readonly write: DeviceWrite;
  /** Where it lies in the request. */
  readonly pointer: string;
}

/** Makes, changes and deletes devices. */
@Injectable()
export class DeviceWritesService {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly settings: DeviceSettingsService,
    private readonly listeners: DeviceAccessListenersService,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a device, or puts another in its place. Its groups of access stay unless they are given.
   * @throws AppError `invalid-input`, `not-found` for one that the caller may not see, `forbidden`,
   *   `precondition-failed`, `conflict`.
   */
  async put(edit: DeviceEdit, expected: number | undefined, by: Principal): Promise<Device> {
    const present = await this.devices.findByName(edit.name);
    if (present) return this.write(present, edit, { extent: 'whole', expected, by });
    if (expected !== undefined) throw staleRevision(expected);
    const made = await this.made(edit, by);
    // Somebody else was faster.
    if ((await this.devices.insertMany([made])).size > 0) throw staleRevision(undefined);
    noteChange({ object: auditedDevice(made), before: null, after: notedDevice(made) });
    return made;
  }

  /** Changes members. @throws AppError as `put` does. */
  async patch(
    present: Device,
    { name, ...write }: DeviceWrite & { readonly name?: string | undefined },
    expected: number | undefined,
    by: Principal,
  ): Promise<Device> {
    assertSameName(name, present.name);
    const edit = { name: present.name, write, pointer: '#' };
    return this.write(present, edit, { extent: 'members', expected, by });
  }

  /** @throws AppError `precondition-failed`, `conflict`. What was kept of its configurations stays. */
  async remove(present: Device, expected: number | undefined): Promise<void> {
    assertRevision(present.revision, expected);
    if (!(await this.devices.remove(present._id, present.revision))) throw staleRevision(expected);
    noteChange({ object: auditedDevice(present), before: notedDevice(present), after: null });
  }

  /** A new device, not stored yet. @throws AppError `invalid-input` */
  async made({ name, write, pointer }: DeviceEdit, by: Principal): Promise<Device> {
    const request = { name, write, present: undefined, extent: 'whole', pointer } as const;
    const written = await this.settings.written(request, by);
    const now = this.clock.now();
    return {
      _id: this.ids.next(),
      ...written,
      lastAttempt: null,
      lastSuccess: null,
      lastError: null,
      lastBackup: null,
      staleSince: null,
      revision: 1,
      created: now,
      createdBy: by.username,
      updated: now,
      updatedBy: by.username,
    };
  }

  /** Writes over a device. @throws AppError as `put` does. */
  async write(
    present: Device,
    { name, write, pointer }: DeviceEdit,
    how: Pick<SettingsRequest, 'extent'> & {
      readonly expected: number | undefined;
      readonly by: Principal;
    },
  ): Promise<Device> {
    const { extent, expected, by } = how;
    assertMayWrite(by, guardedDevice(present, name));
    assertRevision(present.revision, expected);
    const request = { name: present.name, write, present, extent, pointer };
    const change: DeviceChange = {
      ...(await this.settings.written(request, by)),
      updated: this.clock.now(),
      updatedBy: by.username,
    };
    if (!(await this.devices.replace(present._id, present.revision, change)))
      throw staleRevision(expected);
    const changed: Device = { ...present, ...change, revision: present.revision + 1 };
    noteChange({
      object: auditedDevice(changed),
      before: notedDevice(present),
      after: notedDevice(changed),
    });
    await this.listeners.accessWritten(present._id, changed.gbac);
    return changed;
  }
}

/** @throws AppError `invalid-input` for a name in the body that is not the one of the path. */
export function assertSameName(given: string | undefined, name: string): void {
  if (given === undefined || foldText(given) === foldText(name)) return;
  throw invalidInput([{ pointer: '#/name', detail: 'must be the name in the path' }]);
}
