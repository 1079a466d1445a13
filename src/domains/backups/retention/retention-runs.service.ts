import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '#kernel/clock.js';
import { AuditTrailService } from '#platform/audit/audit-trail.service.js';
import { type AuditedChange } from '#platform/request-context/audited-change.js';
import { EventPublisherService } from '#platform/events/event-publisher.service.js';
import { LinearPattern } from '#cores/patterns/linear-pattern.js';
import { AppLogger } from '#platform/logging/app-logger.js';
import { BackgroundTasks } from '#platform/scheduling/background-tasks.js';
import { auditedBackup, backupFacts } from '../store/audited-backup.js';
import { BackupsRepository } from '../store/backups.repository.js';
import { ChainPrunerService } from '../store/chain-pruner.service.js';
import { ChainsRepository } from '../store/chains.repository.js';
import { type StoredBackup } from '../store/stored-backup.js';
import { outdated } from './retention-rules.js';
import { PolicyAuthorsService, type PolicyRights } from './policy-authors.service.js';
import { type RetentionPolicy } from './retention-policy.js';
import { RetentionPoliciesRepository } from './retention-policies.repository.js';

const RUN_MS = 3_600_000;
/** Devices are looked up so many at a time. */
const CHAINS_MAX = 200;

/** A policy that is carried out. */
interface PolicyRun {
  readonly policy: RetentionPolicy;
  readonly rights: PolicyRights;
  readonly pattern: LinearPattern;
}

/** Carries out the policies of retention while the platform serves: one node at a time, device by device. */
@Injectable()
export class RetentionRunsService implements OnApplicationBootstrap {
  // eslint-disable-next-line max-params -- policies, their rights, versions, heads, deletion, time, tasks, the audit trail and events
  constructor(
    private readonly policies: RetentionPoliciesRepository,
    private readonly authors: PolicyAuthorsService,
    private readonly backups: BackupsRepository,
    private readonly chains: ChainsRepository,
    private readonly pruner: ChainPrunerService,
    private readonly clock: Clock,
    private readonly tasks: BackgroundTasks,
    private readonly trail: AuditTrailService,
    private readonly events: EventPublisherService,
    private readonly log: AppLogger,
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
    const rights = await this.authors.rightsOf(policy);
    if (!rights) this.log.warn({ policy: id }, 'the author of a retention policy may not delete');
    const deleted = rights
      ? await this.pruneAll({ policy, rights, pattern: reading.pattern }, signal)
      : 0;
    await this.policies.noteRun(id, began, deleted);
    if (deleted === 0) return;
    await this.events.publish('backupsDeletedByRetention', { id, name, deleted });
  }

  private async pruneAll(run: PolicyRun, signal: AbortSignal): Promise<number> {
    let deleted = 0;
    for await (const chain of this.allChains(signal)) deleted += await this.prune(chain, run);
    return deleted;
  }

  private async prune(chain: string, { policy, rights, pattern }: PolicyRun): Promise<number> {
    const versions = (await this.backups.allOf(chain)).filter(rights.mayRead);
    const [newest] = versions;
    if (!newest || !pattern.test(newest.name)) return 0;
    if (policy.types.length > 0 && !policy.types.includes(newest.type)) return 0;
    const dates = versions.map(({ date }) => date);
    const gone = new Set(outdated(dates, policy, this.clock.now()));
    const removed = versions.filter((one, at) => gone.has(at) && rights.mayDelete(one));
    if (removed.length === 0) return 0;
    const deleted = await this.pruner.remove(chain, removed);
    if (deleted > 0) this.note(removed);
    return deleted;
  }

  /** Nobody asked for it just now, so the platform answers for it: in one entry for each device. */
  private note(removed: readonly StoredBackup[]): void {
    const changes = removed.map((one): AuditedChange => ({
      object: auditedBackup(one),
      before: backupFacts(one),
      after: null,
    }));
    this.trail.note({ kind: 'platform', outcome: 'done', reason: 'retention', changes });
  }

  private async *allChains(signal: AbortSignal): AsyncGenerator<string> {
    let after = '';
    for (;;) {
      const some = await this.chains.idsAfter(after, CHAINS_MAX);
      for (const chain of some) {
        if (signal.aborted) return;
        yield chain;
      }
      const last = some.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }
}
