import { Injectable } from '@nestjs/common';
import { RecentJobs } from '../store/recent-jobs.js';
import { type OutboxEntry } from '../store/values/job-state-codec.service.js';
import { JobNotifier } from './job-notifier.js';
import { OutboxEndsService } from './outbox-ends.service.js';
import { OutboxService } from './outbox.service.js';
import { type SteppedJob } from './stepped-job.js';
import { WakeTimers } from './wake-timers.js';

/** What follows once a job is stored: this node remembers it, sets its timers, and carries out its outbox. */
@Injectable()
export class StepEffectsService {
  constructor(
    private readonly recent: RecentJobs,
    private readonly ends: OutboxEndsService,
    private readonly timers: WakeTimers,
    private readonly notifier: JobNotifier,
    private readonly outbox: OutboxService,
  ) {}

  /** Resolves when iterations are stored; messages to others follow. */
  async follow(stepped: SteppedJob, entries: readonly OutboxEntry[]): Promise<void> {
    const { job, state } = stepped;
    this.recent.set({ job, state });
    this.ends.superseded(job._id);
    this.timers.set(job, state);
    this.notifier.ring(job._id);
    if (entries.length > 0) await this.outbox.carryOut(stepped, entries);
  }
}
