import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { type ChainHead } from '../../platform/audit/audit-entry.js';
import { AuditRecordsRepository } from '../../platform/audit/audit-records.repository.js';
import { AuditTrailService } from '../../platform/audit/audit-trail.service.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';

const DAY_MS = 24 * 60 * 60_000;
const SWEEP_MS = 60 * 60_000;
/** So many records of a chain are looked at and removed at a time … */
const AT_ONCE_MAX = 5000;
/** … and so many times in one sweep; the next one goes on. */
const ROUNDS_MAX = 100;

/**
 * Removes what is older than AUDIT_RETENTION_DAYS, from the beginning of each chain. Before anything
 * goes, a record says what will be gone, so that verification knows it from what was taken away.
 */
@Injectable()
export class AuditRetentionService implements OnModuleInit {
  private readonly keptMs: number;

  constructor(
    private readonly records: AuditRecordsRepository,
    private readonly trail: AuditTrailService,
    private readonly clock: Clock,
    private readonly tasks: BackgroundTasks,
    @Inject(CONFIG) { audit }: Config,
  ) {
    this.keptMs = audit.retentionDays * DAY_MS;
  }

  onModuleInit(): void {
    this.tasks.every('retention of the audit trail', SWEEP_MS, (signal) => this.sweep(signal));
  }

  /** Two nodes may sweep at once: what one removed the other does not find. */
  async sweep(signal?: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - this.keptMs);
    for (const chain of await this.records.chainsBegunBefore(before)) {
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        if (signal?.aborted === true || !(await this.removeSome(chain, before))) break;
      }
    }
  }

  /** @returns whether there may be more of this chain. */
  private async removeSome(chain: string, before: Date): Promise<boolean> {
    const first = await this.records.firstOf(chain, AT_ONCE_MAX);
    const kept = first.findIndex(({ at }) => at >= before);
    const old = kept === -1 ? first : first.slice(0, kept);
    const last = old.at(-1);
    if (!last) return false;
    const removed: ChainHead = { chain, sequence: last.sequence, hash: last.hash };
    await this.trail.record({
      kind: 'chain',
      outcome: 'done',
      reason: 'retention',
      count: old.length,
      chainFacts: { heads: [], removed: [removed] },
    });
    await this.records.removeUpTo(chain, last.sequence);
    return kept === -1 && first.length === AT_ONCE_MAX;
  }
}
