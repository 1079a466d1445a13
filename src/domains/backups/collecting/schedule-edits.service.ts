import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { conflict, type Fault, invalidInput, notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type Principal } from '../../../kernel/principal.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { cronRefusal, isTimeZone } from '../../../platform/schedules/cron.js';
import { type BackupSchedule } from './backup-schedule.js';
import { BackupSchedulesRepository, type ScheduleChange } from './backup-schedules.repository.js';
import { nextOccurrence, type Recurrence } from './recurrence.js';
import { selectionOf, type RequestedDevices } from './requested-devices.js';

const SCHEDULES_MAX = 1000;

/** A schedule as somebody writes it. */
export interface ScheduleWrite extends RequestedDevices {
  readonly name: string;
  readonly description?: string;
  readonly enabled?: boolean;
  readonly cron?: string;
  readonly timeZone?: string;
  readonly everyMinutes?: number;
  readonly jitterSeconds?: number | null;
}

/** Makes, changes and deletes schedules of backups. */
@Injectable()
export class ScheduleEditsService {
  constructor(
    private readonly schedules: BackupSchedulesRepository,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  async list(part: StoredList): Promise<Page<BackupSchedule>> {
    return this.schedules.list(part);
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<BackupSchedule> {
    const found = await this.schedules.find(id);
    if (!found) throw notFound('Backup schedule', id);
    return found;
  }

  /** @throws AppError `invalid-input`; `conflict` for a taken name, or too many of them. */
  async create(write: ScheduleWrite, by: Principal): Promise<BackupSchedule> {
    const change = this.toChange(write, by);
    if ((await this.schedules.count()) >= SCHEDULES_MAX)
      throw conflict(`There can be at most ${SCHEDULES_MAX} schedules of backups`, 'too-many');
    const made = { created: change.updated, createdBy: by.username };
    const schedule = { _id: this.ids.next(), ...change, last: null, revision: 1, ...made };
    await this.schedules.insert(schedule);
    noteChange({ object: objectOf(schedule), before: null, after: noted(schedule) });
    return schedule;
  }

  /** @throws AppError `not-found`, `invalid-input`, `conflict`, `precondition-failed`. */
  async replace(
    id: string,
    write: ScheduleWrite,
    expected: number | undefined,
    by: Principal,
  ): Promise<BackupSchedule> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    const change = this.toChange(write, by);
    if (!(await this.schedules.replace(id, present.revision, change)))
      throw staleRevision(expected);
    const changed = { ...present, ...change, revision: present.revision + 1 };
    noteChange({ object: objectOf(changed), before: noted(present), after: noted(changed) });
    return changed;
  }

  /** @throws AppError `not-found`, `conflict`, `precondition-failed`. */
  async remove(id: string, expected: number | undefined): Promise<void> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    if (!(await this.schedules.remove(id, present.revision))) throw staleRevision(expected);
    noteChange({ object: objectOf(present), before: noted(present), after: null });
  }

  private toChange(write: ScheduleWrite, by: Principal): ScheduleChange {
    const { name, description = '', enabled = true, jitterSeconds = null, ...more } = write;
    const recurrence = recurrenceOf(more);
    const selection = selectionOf(more);
    const updated = this.clock.now();
    return {
      name,
      nameFolded: foldText(name),
      description,
      enabled,
      recurrence,
      selection,
      jitterSeconds,
      dueAt: enabled ? nextOccurrence(recurrence, updated, updated) : null,
      updated,
      updatedBy: by.username,
    };
  }
}

/** @throws AppError `invalid-input` */
function recurrenceOf({
  cron,
  timeZone,
  everyMinutes,
}: Pick<ScheduleWrite, 'cron' | 'timeZone' | 'everyMinutes'>): Recurrence {
  const zone = timeZone ?? 'UTC';
  if (!isTimeZone(zone)) throw refused('#/timeZone', 'must be a time zone such as Europe/Berlin');
  if (cron === undefined) {
    if (everyMinutes === undefined) throw refused('#/cron', 'or everyMinutes is required');
    return { kind: 'interval', everyMinutes };
  }
  if (everyMinutes !== undefined) throw refused('#/cron', 'must not stand beside everyMinutes');
  const refusal = cronRefusal(cron, zone);
  if (refusal !== undefined) throw refused('#/cron', refusal);
  return { kind: 'cron', cron, timeZone: zone };
}

function refused(pointer: string, detail: string): Error {
  const fault: Fault = { pointer, detail };
  return invalidInput([fault]);
}

function objectOf({ _id, name }: BackupSchedule): AuditedObject {
  return { type: 'backup-schedule', id: _id, name };
}

function noted(schedule: BackupSchedule): JsonObject {
  const { name, description, enabled, recurrence, selection, jitterSeconds } = schedule;
  const { all, names, groups, types } = selection;
  const wanted = { all, names: [...names], groups: [...groups], types: [...types] };
  return { name, description, enabled, recurrence: { ...recurrence }, wanted, jitterSeconds };
}
