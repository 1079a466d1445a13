import { Injectable } from '@nestjs/common';
import { conflict, invalidInput, notFound } from '../../../kernel/app-error.js';
import { assertMayRead } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { BackupTexts } from '../backups/backup-texts.service.js';
import { BackupsRepository } from '../backups/backups.repository.js';
import { type Device } from '../devices/device.js';
import { type ChangeSource } from './change-source.js';
import { givenLines, linePointer } from './given-lines.js';

const RESTORE = '#/restore/backupId';

/** What a request says of the change that it wants: one of both. */
export interface ChangeWish {
  readonly config?: unknown;
  readonly restore?: { readonly backupId: string } | undefined;
}

/** Finds out what a request wants to be sent. */
@Injectable()
export class ChangeSources {
  constructor(
    private readonly backups: BackupsRepository,
    private readonly texts: BackupTexts,
  ) {}

  /** @throws AppError `invalid-input`; `not-found` for a backup that the caller may not see. */
  async of(
    device: Device,
    { config, restore }: ChangeWish,
    principal: Principal,
  ): Promise<ChangeSource> {
    if ((config === undefined) === (restore === undefined))
      throw invalidInput([{ pointer: '#', detail: 'must have one of config and restore' }]);
    if (restore) return this.ofBackup(device, restore.backupId, principal);
    const given = givenLines(config);
    if (given.kind === 'refused') throw invalidInput(given.faults);
    const { lines, isText } = given;
    const pointerOf = (line: number): string => linePointer(line, isText);
    return { wanted: { kind: 'lines', lines }, restoredBackupId: null, pointerOf };
  }

  private async ofBackup(device: Device, id: string, principal: Principal): Promise<ChangeSource> {
    const backup = await this.backups.find(id);
    if (!backup) throw notFound('Backup', id);
    const { gbac } = backup;
    assertMayRead(principal, {
      what: 'Backup',
      name: id,
      application: 'ConfigurationManager',
      gbac,
    });
    if (backup.deviceId !== device._id)
      throw invalidInput([{ pointer: RESTORE, detail: 'must be a backup of this device' }]);
    const { rawConfig } = await this.texts.revealed(backup);
    if (rawConfig === '') throw conflict('The backup holds no configuration as text', 'no-text');
    const wanted = { kind: 'restore', text: rawConfig } as const;
    return { wanted, restoredBackupId: id, pointerOf: () => RESTORE };
  }
}
