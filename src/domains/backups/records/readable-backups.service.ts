import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { auditedBackup } from '../store/audited-backup.js';
import { BackupLookupService } from './backup-lookup.service.js';
import { BackupTextsService } from '../store/backup-texts.service.js';
import { type WholeBackup } from './backups.service.js';
import { type BackupText, type StoredBackup } from '../store/stored-backup.js';

/** Single backups with their texts, for who may see them. */
@Injectable()
export class ReadableBackupsService {
  constructor(
    private readonly lookup: BackupLookupService,
    private readonly texts: BackupTextsService,
  ) {}

  /** @throws AppError `not-found` */
  async get(id: string, principal: Principal): Promise<WholeBackup> {
    const backup = await this.lookup.readable(id, principal);
    return { backup, text: await this.texts.masked(backup) };
  }

  async textOf(backup: StoredBackup): Promise<BackupText> {
    return this.texts.masked(backup);
  }

  /**
   * With the secrets; that somebody had them is on record before they are answered.
   * @throws AppError `not-found`, `conflict` (code `secret-unreadable`).
   */
  async reveal(id: string, principal: Principal): Promise<WholeBackup> {
    const backup = await this.lookup.readable(id, principal);
    const text = await this.texts.revealed(backup);
    const [before, after] = [{ secrets: 'masked' }, { secrets: 'revealed' }];
    noteChange({ object: auditedBackup(backup), before, after });
    return { backup, text };
  }
}
