import { Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { asJson } from '../../../api/http/json-text-answer.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { noteHeader } from '../../../platform/request-context/request-context.js';
import { DiffBackupsAnswer, DiffBackupsQuery } from './backup-diffs.dto.js';
import { BackupDiffsService } from './backup-diffs.service.js';
import { BACKUP_VERSION_LIST } from './backup-version-list.js';
import { ListDeviceBackupsAnswer, RevealedBackup } from './backups.dto.js';
import { BackupsService } from './backups.service.js';
import { ReadableBackupsService } from './readable-backups.service.js';
import { type StoredBackup } from '../store/stored-backup.js';
import { toBackupVersion } from './to-backup-answer.js';

type Found = Page<StoredBackup>;

/** The versions of a device, how they differ, and what they hide. */
@Controller()
export class BackupVersionsController {
  constructor(
    private readonly backups: BackupsService,
    private readonly readable: ReadableBackupsService,
    private readonly diffs: BackupDiffsService,
  ) {}

  @Operation('listDeviceBackups', ListDeviceBackupsAnswer)
  async listDeviceBackups(
    @Param('name') name: string,
    @ListOptions(BACKUP_VERSION_LIST) list: ListRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListDeviceBackupsAnswer> {
    const read = (part: StoredList): Promise<Found> => this.backups.ofDevice(name, part, principal);
    const { items, total } = await pageOf(list, read, toBackupVersion);
    return { total, list: items };
  }

  @Operation('diffBackups', DiffBackupsAnswer)
  async diffBackups(
    @Param('id') id: string,
    @Param('other') other: string,
    @QueryObject() query: DiffBackupsQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<Buffer> {
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
