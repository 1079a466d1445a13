import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, trusted } from 'mongoose';
import { type Clock } from '../../../kernel/clock.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { type StoredDocument } from '../../../platform/database/storable.js';
import { type PlannedSchedule } from '../schedule/planned-schedule.js';
import { type StoredTrigger, type StoredTriggerSecret } from '../stored/stored-trigger.js';
import { TRIGGER_MODEL } from '../triggers/trigger.schema.js';
import { TriggerSecrets } from '../stored/trigger-secrets.js';

/** Stands for a time that never comes: what has no time is looked at at once. */
const NEVER = new Date('9999-12-31T00:00:00Z');

/** A decision about a schedule that is carried out. */
interface CarriedOut extends Pick<PlannedSchedule, 'key' | 'next'> {
  /** The last of its occurrences that did not start. */
  readonly lastMissed: Date | undefined;
}

/** What firing writes into the records of triggers. */
@Injectable()
export class TriggerStatesRepository {
  constructor(
    @InjectModel(TRIGGER_MODEL) private readonly triggers: Model<StoredTrigger>,
    private readonly secrets: TriggerSecrets,
  ) {}

  /** There is one to carry out or to plan. */
  dueCondition(clock: Clock): DueCondition {
    return { collection: this.triggers.collection.name, filter: () => dueBy(clock.now()) };
  }

  /** Enabled schedules that are due, and those that nobody has looked at since they were written. */
  async findDue(now: Date, limit: number): Promise<readonly StoredTrigger[]> {
    const due = await this.triggers
      .find(dueBy(now))
      .sort({ dueAt: 1, _id: 1 })
      .limit(limit)
      .hint('due')
      .lean<StoredTrigger[]>();
    return due.map((trigger) => this.secrets.opened(trigger));
  }

  /**
   * Plans a schedule that nobody has looked at.
   * @returns false when somebody else has planned it, or written the trigger.
   */
  async plan({ _id, revision }: StoredTrigger, planned: PlannedSchedule): Promise<boolean> {
    const { matchedCount } = await this.triggers.updateOne(
      { _id, revision, dueAt: trusted({ $exists: false }) },
      { $set: { planned, dueAt: planned.next ?? NEVER } },
    );
    return matchedCount === 1;
  }

  /**
   * Writes down what was decided about a schedule that is due.
   * @returns false when somebody else has decided, or written the trigger.
   */
  async decide(trigger: StoredTrigger, planned: PlannedSchedule): Promise<boolean> {
    const { _id, revision, dueAt = NEVER } = trigger;
    const { matchedCount } = await this.triggers.updateOne(
      { _id, revision, dueAt, 'planned.step': trusted({ $exists: false }) },
      { $set: { planned } },
    );
    return matchedCount === 1;
  }

  /** Notes that the decision is carried out; a trigger that was written meanwhile is planned anew. */
  async complete({ _id, dueAt }: StoredTrigger, carriedOut: CarriedOut): Promise<void> {
    const { key, next, lastMissed } = carriedOut;
    const noted = lastMissed ? { lastMissed } : {};
    const done = { $set: { planned: { key, next }, dueAt: next ?? NEVER, ...noted } };
    const { matchedCount } = dueAt
      ? await this.triggers.updateOne({ _id, dueAt }, done)
      : { matchedCount: 0 };
    if (matchedCount === 1) return;
    await this.triggers.updateOne(
      { _id, dueAt: trusted({ $exists: false }) },
      { $set: noted, $unset: { 'planned.step': 1 } },
    );
  }

  /** @returns false when the trigger has been written since it was read. */
  async disable(
    { _id, revision }: StoredTrigger,
    stored: StoredDocument,
    updated: Date,
  ): Promise<boolean> {
    const document = this.secrets.sealed(stored);
    const { matchedCount } = await this.triggers.updateOne(
      { _id, revision },
      { $set: { enabled: false, document, updated, revision: revision + 1 } },
    );
    return matchedCount === 1;
  }

  /** Gives the trigger a credential of its own in the place of the one that it had; null takes it away. */
  async writeSecret(_id: string, secret: StoredTriggerSecret | null): Promise<boolean> {
    const { matchedCount } = await this.triggers.updateOne(
      { _id },
      // Its kind is shown, and whoever changes the trigger meanwhile has read the one before.
      { ...(secret ? { $set: { secret } } : { $unset: { secret: 1 } }), $inc: { revision: 1 } },
    );
    return matchedCount === 1;
  }
}

function dueBy(now: Date): mongo.Document {
  return {
    schedule: trusted({ $exists: true }),
    enabled: true,
    // Absent ones too: of thousands only what is due is read.
    dueAt: trusted({ $not: { $gt: now } }),
  };
}
