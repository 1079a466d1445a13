import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '#kernel/clock.js';
import { EventPublisherService } from '#platform/events/event-publisher.service.js';
import { LinearPattern } from '#cores/patterns/linear-pattern.js';
import { BackgroundTasks } from '#platform/scheduling/background-tasks.js';
import { type RetentionPolicy } from './retention-policy.js';
import { RetentionPoliciesRepository } from './retention-policies.repository.js';
import { RetentionPruningService } from './retention-pruning.service.js';

const RUN_MS = 3_600_000;

/** Carries out the policies of retention while the platform serves, on one node at a time. */
@Injectable()
export class RetentionRunsService implements OnApplicationBootstrap {
  constructor(
    private readonly policies: RetentionPoliciesRepository,
    private readonly pruning: RetentionPruningService,
    private readonly clock: Clock,
    private readonly tasks: BackgroundTasks,
    private readonly events: EventPublisherService,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('retention of backups', RUN_MS, (signal) => this.run(signal));
  }

  /** All enabled policies, one after another. */
  async run(stopping?: AbortSignal): Promise<void> {
    await this.policies.withFreeLock(async (lost) => {
      const signal = stopping ? AbortSignal.any([stopping, lost]) : lost;
      for (const policy of await this.policies.enabled()) {
        if (signal.aborted) return;
        if (policy.enabled) await this.carryOut(policy, signal);
      }
    });
  }

  private async carryOut(policy: RetentionPolicy, signal: AbortSignal): Promise<void> {
    const began = this.clock.now();
    const reading = LinearPattern.compile(policy.namePattern, { ignoreCase: true });
    if (reading.kind === 'refused') return;
    const { _id: id, name } = policy;
    const deleted = await this.pruning.prune({ policy, pattern: reading.pattern, began }, signal);
    await this.policies.noteRun(id, began, deleted);
    if (deleted === 0) return;
    await this.events.publish('backupsDeletedByRetention', { id, name, deleted });
  }
}
