import { Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { asJson } from '../../../api/http/json-text-answer.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteHeader } from '../../../platform/logging/request-context.js';
import { DiffBackupsAnswer, DiffBackupsQuery } from './backup-diffs.dto.js';
import { BackupDiffs } from './backup-diffs.service.js';
import { ListDeviceBackupsAnswer, ListDeviceBackupsQuery, RevealedBackup } from './backups.dto.js';
import { BackupsService } from './backups.service.js';
import { ReadableBackups } from './readable-backups.service.js';
import { toBackupVersion } from './to-backup-answer.js';

/** The versions of a device, how they differ, and what they hide. */
@Controller()
export class BackupVersionsController {
  constructor(
    private readonly backups: BackupsService,
    private readonly readable: ReadableBackups,
    private readonly diffs: BackupDiffs,
  ) {}

  @Operation('listDeviceBackups', ListDeviceBackupsAnswer)
  async listDeviceBackups(
    @Param('name') name: string,
    @QueryObject() { start = 0, limit = LIST_LIMIT_DEFAULT }: ListDeviceBackupsQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListDeviceBackupsAnswer> {
    const { items, total } = await this.backups.ofDevice(name, { skip: start, limit }, principal);
    return { total, list: items.map(toBackupVersion) };
  }

  @Operation('diffBackups', DiffBackupsAnswer)
  async diffBackups(
    @Param('id') id: string,
    @Param('other') other: string,
    @QueryObject() query: DiffBackupsQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<string> {
    return asJson(await this.diffs.compare([id, other], query, principal));
  }

  @Operation('revealBackup', RevealedBackup)
  async revealBackup(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<RevealedBackup> {
    const { backup, text } = await this.readable.reveal(id, principal);
    noteHeader('Cache-Control', 'no-store');
    return { id: backup._id, ...text };
  }
}
