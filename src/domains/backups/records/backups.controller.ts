import { Body, Controller, Inject, Param, type StreamableFile } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { type ListFrame, streamedList } from '../../../api/http/json-list.js';
import {
  RequestedEnvelope,
  type WantsBare,
} from '../../../api/http/requested-envelope.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type JsonValue } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type BackupEdit, BackupEditsService } from './backup-edits.service.js';
import { BackupImportService, type ImportOutcome } from './backup-import.service.js';
import {
  BackupRecord,
  DeleteBackupsAnswer,
  DeleteBackupsQuery,
  ImportBackupsAnswer,
  ImportBackupsRequest,
  type ImportedBackup,
  SearchBackupsAnswer,
  SearchBackupsRequest,
  UpdateBackupRequest,
} from './backups.dto.js';
import { BackupsService, type WholeBackup } from './backups.service.js';
import { ReadableBackupsService } from './readable-backups.service.js';
import { type StoredBackup } from '../store/stored-backup.js';
import { toBackupRecord } from './to-backup-answer.js';

/** Kept configurations of devices. */
@Controller()
export class BackupsController {
  constructor(
    private readonly backups: BackupsService,
    private readonly readable: ReadableBackupsService,
    private readonly edits: BackupEditsService,
    private readonly imports: BackupImportService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Operation('searchBackups', SearchBackupsAnswer)
  async searchBackups(
    @Body() { options }: SearchBackupsRequest,
    @CurrentPrincipal() principal: Principal,
    @RequestedEnvelope() wantsBare: WantsBare,
  ): Promise<StreamableFile> {
    const { items, total } = await this.backups.search(options, principal);
    const isBare = wantsBare(this.config.server.responseEnvelope);
    return streamedList(records(this.backups.whole(items)), frameOf(total, isBare));
  }

  @Operation('getBackup', BackupRecord)
  async getBackup(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<BackupRecord> {
    const { backup, text } = await this.readable.get(id, principal);
    return revisioned(backup.revision, toBackupRecord(backup, text));
  }

  @Operation('updateBackup', BackupRecord)
  async updateBackup(
    @Param('id') id: string,
    @Body() body: UpdateBackupRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<BackupRecord> {
    return this.shown(await this.edits.update(id, toEdit(body, expected), principal));
  }

  @Operation('deleteBackups', DeleteBackupsAnswer)
  async deleteBackups(
    @QueryObject() { backupIds }: DeleteBackupsQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeleteBackupsAnswer> {
    return { status: 'success', deleted: await this.edits.removeAll(backupIds, principal) };
  }

  @Operation('importBackups', ImportBackupsAnswer)
  async importBackups(
    @Body() { backups }: ImportBackupsRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ImportBackupsAnswer> {
    const items = backups as readonly JsonValue[]; // a parsed JSON body
    return toImportAnswer(await this.imports.importAll(items, principal));
  }

  private async shown(backup: StoredBackup): Promise<BackupRecord> {
    const text = await this.readable.textOf(backup);
    return revisioned(backup.revision, toBackupRecord(backup, text));
  }
}

function toEdit(body: UpdateBackupRequest, expected: number | undefined): BackupEdit {
  const { description, notes, gbac } = body;
  return { description, notes, gbac, expected };
}

function frameOf(total: number, isBare: boolean): ListFrame {
  const open = `{"total":${String(total)},"list":[`;
  return isBare ? { open, close: ']}' } : { open: `{"backups":${open}`, close: ']}}' };
}

function toImportAnswer(outcomes: readonly ImportOutcome[]): ImportBackupsAnswer {
  const count = (kind: string): number => outcomes.filter((one) => one.kind === kind).length;
  return {
    stored: count('new'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    results: outcomes.map(toImported),
  };
}

async function* records(wholes: AsyncIterable<WholeBackup>): AsyncGenerator<BackupRecord> {
  for await (const { backup, text } of wholes) yield toBackupRecord(backup, text);
}

function toImported(outcome: ImportOutcome): ImportedBackup {
  const { kind } = outcome;
  if (kind === 'refused')
    return { outcome: kind, id: null, pointer: outcome.pointer, message: outcome.message };
  const message = kind === 'new' ? 'Stored as a new version' : 'The version is kept already';
  return { outcome: kind, id: outcome.id, pointer: null, message };
}
