import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { answeredLater, PrefersLater } from '../../../api/http/prefers-later.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { BackupRunStartsService, type RunRequest } from './backup-run-starts.service.js';
import { BackupRunsService, type CountedRun } from './backup-runs.service.js';
import {
  BackupRunAnswer,
  GetBackupRunQuery,
  ListBackupRunsAnswer,
  TakeBackupsRequest,
  TakenBackupsAnswer,
} from './collecting.dto.js';
import { BACKUP_RUN_LIST } from './collecting-lists.js';
import { toRun, toRunAnswer, toTaken } from './to-run-answer.js';
import { selectionOf, type RequestedDevices } from './requested-devices.js';

const RUNS = '/configuration_manager/backup-runs';
const DEVICES_SHOWN = 100;

/** Backups that somebody asks for, and what becomes of them. */
@Controller()
export class BackupRunsController {
  constructor(
    private readonly starts: BackupRunStartsService,
    private readonly runs: BackupRunsService,
  ) {}

  @Operation('takeBackups', TakenBackupsAnswer)
  async takeBackups(
    @Body() body: TakeBackupsRequest,
    @PrefersLater() prefersLater: boolean,
    @CurrentPrincipal() by: Principal,
  ): Promise<TakenBackupsAnswer> {
    const run = await this.starts.start(requestOf(body), by);
    const isDone = !prefersLater && (await this.runs.settled(run));
    return toTaken(await this.answerOf(run._id, { isFollowed: !isDone }, by));
  }

  @Operation('listBackupRuns', ListBackupRunsAnswer)
  async listBackupRuns(
    @ListOptions(BACKUP_RUN_LIST) list: ListRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListBackupRunsAnswer> {
    const read = (part: StoredList): Promise<Page<CountedRun>> => this.runs.list(part, principal);
    const { items, total } = await pageOf(list, read, ({ run, counts }) => toRun(run, counts));
    return { total, list: items };
  }

  @Operation('getBackupRun', BackupRunAnswer)
  async getBackupRun(
    @Param('id') id: string,
    @QueryObject() query: GetBackupRunQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<BackupRunAnswer> {
    return this.answerOf(id, query, principal);
  }

  private async answerOf(
    id: string,
    { status, skip = 0, limit = DEVICES_SHOWN, isFollowed = false }: AnswerPart,
    by: Principal,
  ): Promise<BackupRunAnswer> {
    const answer = toRunAnswer(await this.runs.report(id, { state: status, skip, limit }, by));
    return isFollowed ? answeredLater(`${RUNS}/${id}`, answer) : answer;
  }
}

interface AnswerPart extends GetBackupRunQuery {
  /** The caller comes back for the rest. */
  readonly isFollowed?: boolean;
}

function requestOf({ options, name, ...wanted }: TakeBackupsRequest): RunRequest {
  const { description = '', notes = '' } = options ?? {};
  const selection = selectionOf(name === undefined ? wanted : onlyDevice(name, wanted));
  return { selection, description, notes };
}

/** @throws AppError `invalid-input` where other devices are named as well. */
function onlyDevice(name: string, wanted: RequestedDevices): RequestedDevices {
  const [beside] = Object.entries(wanted).find(([, value]) => value !== undefined) ?? [];
  if (beside === undefined) return { devices: [name] };
  throw invalidInput([{ pointer: `#/${beside}`, detail: 'must not stand beside name' }]);
}
