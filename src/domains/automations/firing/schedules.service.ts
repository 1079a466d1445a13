import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { forEachLimited } from '../../../platform/concurrency/for-each-limited.js';
import { NamedLocks } from '../../../platform/database/named-locks.js';
import { invariant } from '../../../kernel/invariant.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { dueStep } from '../schedule/due-step.js';
import { planSchedule, scheduleKey } from '../schedule/plan-schedule.js';
import { type DecidedStep } from '../schedule/planned-schedule.js';
import { type TriggerSchedule } from '../shape/trigger-definition.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { ScheduledRunsService } from './scheduled-runs.service.js';
import { TriggerStatesRepository } from './trigger-states.repository.js';

const BATCH = 100;
const AT_ONCE = 8;

/**
 * Carries out schedules that are due. A decision is written down before anything follows from it, and
 * everything that follows can be done again: a node that takes over does exactly the rest.
 */
@Injectable()
export class SchedulesService {
  constructor(
    private readonly states: TriggerStatesRepository,
    private readonly locks: NamedLocks,
    private readonly runs: ScheduledRunsService,
    private readonly clock: Clock,
    private readonly log: AppLogger,
  ) {}

  dueCondition(): DueCondition {
    return this.states.dueCondition(this.clock);
  }

  /**
   * Looks whether anything is due, and carries it out unless another node is at it.
   * @param isPaused asked when something is due; whether it has to wait.
   */
  async run(stopping: AbortSignal, isPaused: () => Promise<boolean>): Promise<void> {
    const due = await this.states.findDue(this.clock.now(), 1);
    if (due.length === 0 || (await isPaused())) return;
    await this.locks.ifFree('triggers:schedules', (lost) =>
      this.carryOutAll(AbortSignal.any([stopping, lost])),
    );
  }

  /** All that is due now, however long it takes: those that wait for the ones before them are not late by that. */
  private async carryOutAll(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const failed = new Set<string>();
    while (!signal.aborted) {
      const due = await this.states.findDue(now, BATCH + failed.size);
      const waiting = due.filter(({ _id }) => !failed.has(_id));
      if (waiting.length === 0) return;
      await forEachLimited(waiting, AT_ONCE, async (trigger) => {
        if (signal.aborted) return;
        if (!(await this.tryStep(trigger, now))) failed.add(trigger._id);
      });
    }
  }

  /** One schedule that fails keeps no other one waiting. @returns false when it is left to the next time. */
  private async tryStep(trigger: StoredTrigger, now: Date): Promise<boolean> {
    try {
      return await this.step(trigger, now);
    } catch (error) {
      this.log.error({ err: error, trigger: trigger._id }, 'a schedule could not be carried out');
      return false;
    }
  }

  /**
   * Whatever the trigger needs next: what was decided, a plan, or a decision.
   * @returns false when somebody else was faster.
   */
  private async step(trigger: StoredTrigger, now: Date): Promise<boolean> {
    const { planned, dueAt, updated } = trigger;
    const schedule = scheduleOf(trigger);
    if (planned?.step) {
      await this.carryOut(trigger, planned.key, planned.step);
      return true;
    }
    if (!dueAt || !planned?.next) {
      return this.states.plan(trigger, planSchedule({ schedule, planned, updated }));
    }
    const step = dueStep(schedule, planned.next, now);
    const key = scheduleKey(schedule);
    if (!(await this.states.decide(trigger, { key, next: step.next, step }))) return false;
    await this.carryOut(trigger, key, step);
    return true;
  }

  private async carryOut(trigger: StoredTrigger, key: string, step: DecidedStep): Promise<void> {
    const { missed, run, next } = step;
    if (missed) await this.runs.noteMissed(trigger, missed);
    const isStarted = run !== null && (await this.runs.start(trigger, run));
    const lastMissed = run && !isStarted ? run : missed?.last;
    await this.states.complete(trigger, { key, next, lastMissed });
  }
}

/** The index of what is due holds schedules alone. */
function scheduleOf({ schedule }: StoredTrigger): TriggerSchedule {
  invariant(schedule, 'only schedules are due');
  return schedule;
}
