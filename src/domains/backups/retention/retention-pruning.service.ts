import { Injectable } from '@nestjs/common';
import { AuditTrailService } from '#platform/audit/audit-trail.service.js';
import { type AuditedChange } from '#platform/request-context/audited-change.js';
import { type LinearPattern } from '#cores/patterns/linear-pattern.js';
import { auditedBackup, backupFacts } from '../store/audited-backup.js';
import { BackupsRepository } from '../store/backups.repository.js';
import { ChainPrunerService } from '../store/chain-pruner.service.js';
import { ChainsRepository } from '../store/chains.repository.js';
import { type StoredBackup } from '../store/stored-backup.js';
import { outdated } from './retention-rules.js';
import { PolicyAuthorsService, type PolicyRights } from './policy-authors.service.js';
import { type RetentionPolicy } from './retention-policy.js';

/** Devices are looked up so many at a time. */
const CHAINS_MAX = 200;

/** A policy that is carried out. */
interface PolicyRun {
  readonly policy: RetentionPolicy;
  readonly pattern: LinearPattern;
  readonly began: Date;
}

/** Deletes the versions that a policy of retention does not keep, device by device. */
@Injectable()
export class RetentionPruningService {
  constructor(
    private readonly authors: PolicyAuthorsService,
    private readonly backups: BackupsRepository,
    private readonly chains: ChainsRepository,
    private readonly pruner: ChainPrunerService,
    private readonly trail: AuditTrailService,
  ) {}

  /** @returns how many versions were deleted. */
  async prune(run: PolicyRun, signal: AbortSignal): Promise<number> {
    const rights = await this.authors.rightsOf(run.policy);
    if (!rights) return 0;
    let deleted = 0;
    for await (const chain of this.allChains(signal))
      deleted += await this.pruneOne(chain, run, rights);
    return deleted;
  }

  private async pruneOne(
    chain: string,
    { policy, pattern, began }: PolicyRun,
    rights: PolicyRights,
  ): Promise<number> {
    const versions = (await this.backups.allOf(chain)).filter(rights.mayRead);
    const [newest] = versions;
    if (!newest || !pattern.test(newest.name)) return 0;
    if (policy.types.length > 0 && !policy.types.includes(newest.type)) return 0;
    const dates = versions.map(({ date }) => date);
    const gone = new Set(outdated(dates, policy, began));
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
