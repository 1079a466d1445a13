import { Injectable } from '@nestjs/common';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { type InFamily, JobCapacityService } from '../admission/job-capacity.service.js';
import { DeferredIds } from '../runner/deferred-ids.js';
import { JobStepsService } from '../runner/job-steps.service.js';
import { ChildQueueRepository } from '../store/child-queue.repository.js';

/** No more begin as long as what so many have asked for is not carried out. */
const IN_HAND_MAX = 64;

/** Begins child jobs whose turn it is. */
@Injectable()
export class ChildLauncherService {
  private readonly resting = new DeferredIds();
  private readonly inHand = new Set<Promise<void>>();

  constructor(
    private readonly queue: ChildQueueRepository,
    private readonly capacity: JobCapacityService,
    private readonly steps: JobStepsService,
    private readonly log: AppLogger,
  ) {}

  /** Resolves when this node may begin more. */
  async untilRoom(): Promise<void> {
    while (this.inHand.size >= IN_HAND_MAX) await Promise.race(this.inHand);
  }

  /** Begins the next children of a family, at most so many. @returns how many have begun. */
  async begin(family: InFamily, atMost: number): Promise<number> {
    const room = Math.min(atMost, await this.capacity.ofFamily(family));
    if (room <= 0) return 0;
    const ids = await this.queue.nextOf(family, this.resting.all(), room);
    const begun = await Promise.all(ids.map((id) => this.beginOne(id)));
    return begun.filter(Boolean).length;
  }

  private async beginOne(jobId: string): Promise<boolean> {
    try {
      const { kind } = await this.steps.apply(jobId, { kind: 'start' });
      this.hold(jobId);
      if (kind === 'applied') return true;
    } catch (error) {
      this.log.warn({ err: error, job: jobId }, 'a child job could not begin');
    }
    this.resting.add(jobId);
    return false;
  }

  private hold(jobId: string): void {
    const settled = this.steps.settled(jobId).finally(() => this.inHand.delete(settled));
    this.inHand.add(settled);
  }
}
