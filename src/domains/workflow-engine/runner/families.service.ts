import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { FamiliesRepository } from '../store/families.repository.js';
import { type StoredJob } from '../store/stored-job.js';
import { TurnNotifier } from './turn-notifier.js';

/** Changes many jobs of a family at once, and tells whoever gives jobs their turns. */
@Injectable()
export class FamiliesService {
  constructor(
    private readonly families: FamiliesRepository,
    private readonly notifier: TurnNotifier,
    private readonly clock: Clock,
  ) {}

  /** So many children were stored that wait for their turn. */
  async queued(rootId: string, count: number): Promise<void> {
    if (count > 0) await this.families.countDescendants(rootId, count);
    this.notifier.ring('queued');
  }

  /** Cancels the children of an iteration with all that is below them. */
  async cancelChildrenOf(rootId: string, iteration: string): Promise<void> {
    await this.cancel(rootId, await this.families.childIdsOf(iteration));
  }

  /**
   * Whoever cancels a job writes that first, and then cancels what there is below it: what came later is
   * canceled here, also what a node has stored that did not come so far.
   */
  async followCancel({ rootId, ancestors }: StoredJob, ids: readonly string[]): Promise<void> {
    if (await this.families.isAnyCanceled(ancestors)) await this.cancel(rootId, ids);
  }

  private async cancel(rootId: string, ids: readonly string[]): Promise<void> {
    await this.families.cancel(rootId, ids, this.clock.now());
    this.notifier.ring('canceled');
  }
}
