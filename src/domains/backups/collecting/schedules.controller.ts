import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Principal } from '../../../kernel/principal.js';
import { type BackupSchedule } from './backup-schedule.js';
import { BACKUP_SCHEDULE_LIST } from './collecting-lists.js';
import { ScheduleEditsService } from './schedule-edits.service.js';
import {
  BackupScheduleRequest,
  BackupScheduleShown,
  ListBackupSchedulesAnswer,
  NewBackupScheduleShown,
} from './schedules.dto.js';
import { toNewSchedule, toSchedule } from './to-schedule-answer.js';

/** When backups are taken by themselves. */
@Controller()
export class BackupSchedulesController {
  constructor(private readonly schedules: ScheduleEditsService) {}

  @Operation('listBackupSchedules', ListBackupSchedulesAnswer)
  async listBackupSchedules(
    @ListOptions(BACKUP_SCHEDULE_LIST) list: ListRequest,
  ): Promise<ListBackupSchedulesAnswer> {
    const { items, total } = await pageOf(list, (part) => this.schedules.list(part), toSchedule);
    return { total, list: items };
  }

  @Operation('createBackupSchedule', NewBackupScheduleShown)
  async createBackupSchedule(
    @Body() body: BackupScheduleRequest,
    @CurrentPrincipal() by: Principal,
  ): Promise<NewBackupScheduleShown> {
    const made = await this.schedules.create(body, by);
    return revisioned(made.revision, toNewSchedule(made));
  }

  @Operation('getBackupSchedule', BackupScheduleShown)
  async getBackupSchedule(@Param('id') id: string): Promise<BackupScheduleShown> {
    return shown(await this.schedules.get(id));
  }

  @Operation('updateBackupSchedule', BackupScheduleShown)
  async updateBackupSchedule(
    @Param('id') id: string,
    @Body() body: BackupScheduleRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() by: Principal,
  ): Promise<BackupScheduleShown> {
    return shown(await this.schedules.replace(id, body, expected, by));
  }

  @Operation('deleteBackupSchedule')
  async deleteBackupSchedule(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.schedules.remove(id, expected);
  }
}

function shown(schedule: BackupSchedule): BackupScheduleShown {
  return revisioned(schedule.revision, toSchedule(schedule));
}
