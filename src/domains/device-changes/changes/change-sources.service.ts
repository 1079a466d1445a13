import { Injectable } from '@nestjs/common';
import { conflict, invalidInput } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { BackupLookupService } from '#domains/backups/records/backup-lookup.service.js';
import { BackupTextsService } from '#domains/backups/store/backup-texts.service.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { type ChangeSource } from './change-source.js';
import { type RequestedLines, requestedLines, linePointer } from './requested-lines.js';

const RESTORE = '#/restore/backupId';

/** Lines that may be sent, as far as that can be said without a device. */
export type Lines = Extract<RequestedLines, { readonly kind: 'lines' }>;

/** What a request says of the change that it wants: one of both. */
export interface RequestedChange {
  readonly config?: unknown;
  readonly restore?: { readonly backupId: string } | undefined;
}

/** Finds out what a request wants to be sent. */
@Injectable()
export class ChangeSourcesService {
  constructor(
    private readonly backups: BackupLookupService,
    private readonly texts: BackupTextsService,
  ) {}

  /**
   * Reads the lines of a request; undefined where it has none.
   * @throws AppError `invalid-input`.
   */
  lines({ config }: RequestedChange): Lines | undefined {
    if (config === undefined) return undefined;
    const given = requestedLines(config);
    if (given.kind === 'refused') throw invalidInput(given.faults);
    return given;
  }

  /** @throws AppError `invalid-input`; `not-found` for a backup that the caller may not see. */
  async of(
    device: Device,
    { given, restore }: Pick<RequestedChange, 'restore'> & { readonly given: Lines | undefined },
    principal: Principal,
  ): Promise<ChangeSource> {
    if (given && !restore) {
      const { lines, isText } = given;
      const pointerOf = (line: number): string => linePointer(line, isText);
      return { wanted: { kind: 'lines', lines }, restoredBackupId: null, pointerOf };
    }
    if (restore && !given) return this.ofBackup(device, restore.backupId, principal);
    throw invalidInput([{ pointer: '#', detail: 'must have one of config and restore' }]);
  }

  private async ofBackup(device: Device, id: string, principal: Principal): Promise<ChangeSource> {
    const backup = await this.backups.readable(id, principal);
    if (backup.deviceId !== device._id)
      throw invalidInput([{ pointer: RESTORE, detail: 'must be a backup of this device' }]);
    const { rawConfig } = await this.texts.revealed(backup);
    if (rawConfig === '') throw conflict('The backup holds no configuration as text', 'no-text');
    const wanted = { kind: 'restore', text: rawConfig } as const;
    return { wanted, restoredBackupId: id, pointerOf: () => RESTORE };
  }
}
