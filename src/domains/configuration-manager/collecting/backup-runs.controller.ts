import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { answeredLater, PrefersLater } from '../../../api/http/prefers-later.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { BackupRuns, type RunRequest } from './backup-runs.service.js';
import {
  BackupRunAnswer,
  GetBackupRunQuery,
  ListBackupRunsAnswer,
  ListBackupRunsQuery,
  TakeBackupsRequest,
} from './collecting.dto.js';
import { toRun, toRunAnswer } from './to-run-answer.js';
import { selectionOf } from './wanted-devices.js';

const RUNS = '/configuration_manager/backup-runs';
const DEVICES_SHOWN = 100;

/** Backups that somebody asks for, and what becomes of them. */
@Controller()
export class BackupRunsController {
  constructor(private readonly runs: BackupRuns) {}

  @Operation('takeBackups', BackupRunAnswer)
  async takeBackups(
    @Body() body: TakeBackupsRequest,
    @PrefersLater() prefersLater: boolean,
    @CurrentPrincipal() by: Principal,
  ): Promise<BackupRunAnswer> {
    const run = await this.runs.ask(requestOf(body), by);
    const isDone = !prefersLater && (await this.runs.settled(run));
    return this.answerOf(run._id, { isFollowed: !isDone }, by);
  }

  @Operation('listBackupRuns', ListBackupRunsAnswer)
  async listBackupRuns(
    @QueryObject() { skip = 0, limit = LIST_LIMIT_DEFAULT }: ListBackupRunsQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListBackupRunsAnswer> {
    const { items, total } = await this.runs.list({ skip, limit }, principal);
    return { total, list: items.map(({ run, counts }) => toRun(run, counts)) };
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

function requestOf({ options, ...wanted }: TakeBackupsRequest): RunRequest {
  const { description = '', notes = '' } = options ?? {};
  return { selection: selectionOf(wanted), description, notes };
}
