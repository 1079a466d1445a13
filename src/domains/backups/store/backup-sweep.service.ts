import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { BackupsRepository } from './backups.repository.js';
import { ChainPrunerService } from './chain-pruner.service.js';
import { ChainReaderService } from './chain-reader.service.js';
import { ChainsRepository } from './chains.repository.js';
import { type StoredBackup } from './stored-backup.js';

/** Whoever has not finished by then has died over it. */
const ABANDONED_MS = 300_000;
/** Leftovers are looked for among what was stored within this time. */
const LOOKED_BACK_MS = 7 * 24 * 3_600_000;
const AT_ONCE_MAX = 500;

/** Ends what nodes left half done when they died. */
@Injectable()
export class BackupSweepService {
  constructor(
    private readonly backups: BackupsRepository,
    private readonly chains: ChainsRepository,
    private readonly reader: ChainReaderService,
    private readonly pruner: ChainPrunerService,
    private readonly clock: Clock,
  ) {}

  /** Versions: what is in its chain is shown, what is not goes, what was being deleted is. */
  async finishVersions(signal?: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - ABANDONED_MS);
    for (const one of await this.backups.findIncomplete(before, AT_ONCE_MAX)) {
      if (signal?.aborted === true) return;
      await this.finish(one);
    }
    await this.finishSecrets(signal);
  }

  private async finishSecrets(signal?: AbortSignal): Promise<void> {
    for (const chain of await this.chains.idsRetiring(AT_ONCE_MAX)) {
      if (signal?.aborted === true) return;
      await this.pruner.retireSecrets(chain);
    }
  }

  private async finish(backup: StoredBackup): Promise<void> {
    if (backup.incomplete?.doing === 'deleting') return this.pruner.finish(backup.chain, [backup]);
    const isHeld = await this.reader.holds(backup);
    await (isHeld ? this.backups.reveal(backup._id) : this.backups.discard(backup._id));
  }

  /** Segments that no head names. */
  async removeLeftSegments(signal?: AbortSignal): Promise<void> {
    const now = this.clock.now().getTime();
    const [from, to] = [new Date(now - LOOKED_BACK_MS), new Date(now - ABANDONED_MS)];
    const named = new Map<string, ReadonlySet<string>>();
    const left: string[] = [];
    for (const { _id, chain } of await this.chains.segmentsCreated(from, to)) {
      if (signal?.aborted === true) return;
      const known = named.get(chain) ?? (await this.named(chain));
      named.set(chain, known);
      if (!known.has(_id)) left.push(_id);
    }
    await this.chains.removeSegments(left);
  }

  private async named(chain: string): Promise<ReadonlySet<string>> {
    const head = await this.chains.findPlaces(chain);
    return new Set(head?.segments.map(({ id }) => id));
  }
}
