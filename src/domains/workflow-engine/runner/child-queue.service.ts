import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { ChildRefused } from './child-refused.js';
import { ChildCreationService, type StartChild } from './child-creation.service.js';
import { FamiliesService } from './families.service.js';
import { type JobHead, JobsRepository } from '../store/jobs.repository.js';
import { type SteppedJob } from './stepped-job.js';

/** Stores the children that a job asks for; they begin when it is their turn. */
@Injectable()
export class ChildQueueService {
  private readonly familySizeMax: number;

  constructor(
    @Inject(CONFIG) { engine }: Config,
    private readonly children: ChildCreationService,
    private readonly jobs: JobsRepository,
    private readonly families: FamiliesService,
  ) {
    this.familySizeMax = engine.familySizeMax === 0 ? Infinity : engine.familySizeMax;
  }

  /**
   * Stores children of one job; those that are there stay as they are.
   * @returns why some of them cannot be.
   */
  async add(
    at: SteppedJob,
    commands: readonly StartChild[],
  ): Promise<ReadonlyMap<StartChild, ChildRefused>> {
    const { job } = at;
    const heads = await this.jobs.findHeads(job.ancestors);
    const isCanceled = heads.some(({ status }) => status === 'canceled');
    const refused = isCanceled
      ? new Map<StartChild, ChildRefused>()
      : await this.addAll(at, heads, commands);
    const ids = commands.map(({ childId }) => childId);
    await this.families.followCancel(job, ids);
    return refused;
  }

  private async addAll(
    at: SteppedJob,
    heads: readonly JobHead[],
    commands: readonly StartChild[],
  ): Promise<ReadonlyMap<StartChild, ChildRefused>> {
    const refused = await this.refusedBySize(heads, commands);
    const create = this.children.below(at, heads);
    let added = 0;
    const adding = commands.map(async (command) => {
      if (refused.has(command)) return;
      try {
        if (await create(command)) added += 1;
      } catch (error) {
        refused.set(command, asRefused(error));
      }
    });
    await Promise.all(adding);
    await this.families.queued(at.job.rootId, added);
    return refused;
  }

  /** Those for which their family has no room; those that are there already are none of them. */
  private async refusedBySize(
    heads: readonly JobHead[],
    commands: readonly StartChild[],
  ): Promise<Map<StartChild, ChildRefused>> {
    const { descendants = 0 } = heads.find(({ _id, rootId }) => _id === rootId) ?? {};
    const room = Math.max(0, this.familySizeMax - descendants);
    if (commands.length <= room) return new Map();
    const present = await this.jobs.findHeads(commands.map(({ childId }) => childId));
    const ids = new Set(present.map(({ _id }) => _id));
    const beyond = commands.filter(({ childId }) => !ids.has(childId)).slice(room);
    const message = `the job at the top has had ${this.familySizeMax} jobs started below it, as many as JOBS_PER_FAMILY_MAX allows`;
    return new Map(beyond.map((command) => [command, new ChildRefused(message)]));
  }
}

/** @throws the error itself when it is none that the parent hears of. */
function asRefused(error: unknown): ChildRefused {
  if (error instanceof ChildRefused) return error;
  if (error instanceof AppError && error.kind === 'forbidden')
    return new ChildRefused(error.detail);
  throw error;
}
