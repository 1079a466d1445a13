import { Injectable } from '@nestjs/common';
import { fromStored } from '../../../platform/database/storable.js';
import { type MissedRunsOf } from '../schedule/planned-schedule.js';
import { jobIdOf, missedOccurrence, scheduleOccurrence } from '../starting/job-id.js';
import { JobStartQueueService } from '../starting/job-start-queue.service.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { FiredTriggersService } from './fired-triggers.service.js';
import { formVariables, withDefaults } from './job-variables.js';
import { hasUnreadableAnswers, UNREADABLE } from '../stored/trigger-secrets.js';
import { TriggerEditorsService } from './trigger-editors.service.js';

/** What follows when a schedule comes round, or has come round with nobody there. */
@Injectable()
export class ScheduledRunsService {
  constructor(
    private readonly fired: FiredTriggersService,
    private readonly editors: TriggerEditorsService,
    private readonly queue: JobStartQueueService,
  ) {}

  async noteMissed(trigger: StoredTrigger, missed: MissedRunsOf): Promise<void> {
    const occurrence = { trigger, id: missedOccurrence(missed.first), chain: [] };
    await this.fired.note(occurrence, 'missed', 'The platform did not run at that time', missed);
  }

  /**
   * Starts the job of an occurrence; that it was started before is found out by its id.
   * @returns whether there is a job.
   */
  async start(trigger: StoredTrigger, at: Date): Promise<boolean> {
    const occurrence = { trigger, id: scheduleOccurrence(at), chain: [] };
    if (await this.mustWait(trigger, occurrence.id)) {
      const reason =
        'The job that the trigger started before has not ended: it runs, is paused or is in error';
      await this.fired.note(occurrence, 'skipped', reason);
      return false;
    }
    const editor = await this.editors.editorOf(occurrence);
    if (editor.kind === 'none') {
      await this.fired.refuse(occurrence, editor.reason);
      return false;
    }
    const document = fromStored(trigger.document);
    const { legacyWrapper } = document;
    if (hasUnreadableAnswers(document)) {
      await this.fired.refuse(occurrence, UNREADABLE);
      return false;
    }
    const answers = withDefaults(document['formData'], {});
    const { kind } = await this.fired.fire({
      ...occurrence,
      starter: editor.starter,
      variables: (inputSchema) =>
        formVariables(answers, { legacyWrapper: legacyWrapper === true, inputSchema }),
    });
    return kind === 'started';
  }

  /** A job of this very occurrence is no other one: whoever started it was stopped before saying so. */
  private async mustWait({ _id, schedule }: StoredTrigger, id: string): Promise<boolean> {
    if (schedule?.concurrency !== 'forbid' || !(await this.queue.isRunning(_id))) return false;
    return (await this.queue.find(jobIdOf(_id, id))) === null;
  }
}
