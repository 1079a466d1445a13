import { type Readable } from 'node:stream';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type Gbac } from '../../../kernel/gbac.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JobNudges } from '../jobs/job-nudges.js';
import { FollowedJobsRepository } from './followed-jobs.repository.js';
import { JobFollow, type FollowWish } from './job-follow.js';
import { JobGlances } from './job-glances.service.js';

const LOOK_MS = 1000;
/** Credentials and groups are looked at again after so many looks. */
const LOOKS_PER_CHECK = 5;
const FOLLOWS_MAX = 200;
const FOLLOWS_PER_ACCOUNT_MAX = 20;
/** A reader who takes nothing for so long is gone, or too slow. */
const STUCK_MAX_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

/** Who follows a job. */
export interface JobFollower {
  /** Id of the account. */
  readonly account: string;
  /** Whether it may still follow a job of these groups. */
  readonly isAdmitted: (gbac: Gbac) => Promise<boolean>;
}

interface OpenFollow {
  readonly jobId: string;
  readonly follow: JobFollow;
  readonly follower: JobFollower;
}

/** The jobs that are followed on this node: a bounded number, each as long as its follower may see it. */
@Injectable()
export class JobFollows implements OnModuleInit, OnModuleDestroy {
  readonly #open = new Set<OpenFollow>();
  #looks = 0;
  #isClosed = false;
  #deaf: () => void = () => undefined;

  constructor(
    private readonly glances: JobGlances,
    private readonly jobs: FollowedJobsRepository,
    private readonly nudges: JobNudges,
    private readonly tasks: BackgroundTasks,
  ) {}

  onModuleInit(): void {
    this.tasks.every('followed jobs', LOOK_MS, () => this.look());
    this.#deaf = this.nudges.listen((jobId) => {
      for (const open of this.#open) if (open.jobId === jobId) open.follow.wake();
    });
  }

  onModuleDestroy(): void {
    this.close();
  }

  /**
   * Begins to follow a job that the caller may see.
   * @throws AppError `too-many-requests` (`too-many-streams`); `unavailable` while the server stops.
   */
  open(jobId: string, wish: FollowWish, follower: JobFollower): Readable {
    this.assertRoom(follower);
    const follow = new JobFollow(() => this.glances.find(jobId), wish);
    const open = { jobId, follow, follower };
    this.#open.add(open);
    follow.readable.once('close', () => {
      this.#open.delete(open);
    });
    return follow.readable;
  }

  /** Ends all of it, and begins nothing any more: the server stops and waits for open requests. */
  close(): void {
    this.#isClosed = true;
    this.#deaf();
    for (const { follow } of this.#open) follow.finish(LOOK_MS);
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Finds what happened on other nodes, readers who do not read, and who may not follow any more. */
  async look(): Promise<void> {
    if (this.#open.size === 0) return;
    const heads = await this.jobs.heads([...this.#open].map(({ jobId }) => jobId));
    this.#looks += 1;
    const isCheck = this.#looks % LOOKS_PER_CHECK === 0;
    for (const open of this.#open) {
      const { follow, jobId } = open;
      const head = heads.get(jobId);
      if (head?.rev !== follow.rev) follow.wake();
      if (follow.stuckMs(performance.now()) >= STUCK_MAX_MS) follow.readable.destroy();
      else if (isCheck && head) await this.check(open, head.gbac);
    }
  }

  private async check({ follow, follower }: OpenFollow, gbac: Gbac): Promise<void> {
    if (!(await follower.isAdmitted(gbac))) follow.finish(LOOK_MS);
  }

  private assertRoom({ account }: JobFollower): void {
    if (this.#isClosed) throw new AppError('unavailable', 'The server is stopping');
    const own = [...this.#open].filter(({ follower }) => follower.account === account);
    if (this.#open.size < FOLLOWS_MAX && own.length < FOLLOWS_PER_ACCOUNT_MAX) return;
    throw new AppError('too-many-requests', 'Too many jobs are followed', {
      code: 'too-many-streams',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}
