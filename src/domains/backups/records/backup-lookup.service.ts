import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import {
  assertMayRead,
  assertMayWrite,
  type GuardedObject,
  mayRead,
} from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { BackupsRepository } from '../store/backups.repository.js';
import { type StoredBackup } from '../store/stored-backup.js';

/** Finds backups for everybody who asks for one, by gbac. */
@Injectable()
export class BackupLookupService {
  constructor(private readonly backups: BackupsRepository) {}

  /** Without gbac: for the platform itself. */
  async find(id: string): Promise<StoredBackup | null> {
    return this.backups.find(id);
  }

  /** @throws AppError `not-found` where the caller may not see it. */
  async readable(id: string, principal: Principal): Promise<StoredBackup> {
    const found = await this.backups.find(id);
    if (!found) throw notFound('Backup', id);
    assertMayRead(principal, guardedBackup(found));
    return found;
  }

  /** @throws AppError `not-found` where the caller may not see it, `forbidden` where not change it. */
  async writable(id: string, principal: Principal): Promise<StoredBackup> {
    const found = await this.backups.find(id);
    if (!found) throw notFound('Backup', id);
    assertMayWrite(principal, guardedBackup(found));
    return found;
  }

  /**
   * Null where there is none that the caller may see.
   * @throws AppError `forbidden` where the caller may not change it.
   */
  async removable(id: string, principal: Principal): Promise<StoredBackup | null> {
    const found = await this.backups.find(id);
    if (!found || !mayRead(principal, 'ConfigurationManager', found.gbac).admitted) return null;
    assertMayWrite(principal, guardedBackup(found));
    return found;
  }
}

function guardedBackup({ _id, gbac }: StoredBackup): GuardedObject {
  return { what: 'Backup', name: _id, application: 'ConfigurationManager', gbac };
}
