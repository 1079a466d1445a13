import { type Readable } from 'node:stream';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type FollowWish } from '../../../api/http/follow-stream.js';
import { type Follower, Follows } from '../../../api/http/follows.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JobNudges } from '../jobs/job-nudges.js';
import { type FollowedJob, FollowedJobsRepository } from './followed-jobs.repository.js';
import { JOB_FRAMES, type JobGlance } from './job-glance.js';
import { JobGlances } from './job-glances.service.js';

const LOOK_MS = 1000;
const BOUNDS = { atOnce: 200, perAccount: 20, tooMany: 'Too many jobs are followed' } as const;

/** Who follows a job. */
export type JobFollower = Follower<FollowedJob>;

/** The jobs that are followed on this node: a bounded number, each as long as its follower may see it. */
@Injectable()
export class JobFollows implements OnModuleInit, OnModuleDestroy {
  private readonly follows: Follows<JobGlance, FollowedJob>;
  private deaf: () => void = () => undefined;

  constructor(
    glances: JobGlances,
    jobs: FollowedJobsRepository,
    private readonly nudges: JobNudges,
    private readonly tasks: BackgroundTasks,
  ) {
    const find = (id: string): Promise<JobGlance | null> => glances.find(id);
    this.follows = new Follows(
      { find, heads: (ids) => jobs.heads(ids), frames: JOB_FRAMES },
      BOUNDS,
    );
  }

  onModuleInit(): void {
    this.tasks.every('followed jobs', LOOK_MS, () => this.look());
    this.deaf = this.nudges.listen((jobId) => {
      this.follows.wake(jobId);
    });
  }

  onModuleDestroy(): void {
    this.close();
  }

  /** As `Follows.open`. */
  open(jobId: string, wish: FollowWish, follower: JobFollower): Readable {
    return this.follows.open(jobId, wish, follower);
  }

  /** Ends all of it, and begins nothing any more: the server stops and waits for open requests. */
  close(): void {
    this.deaf();
    this.follows.close();
  }

  /** How many are open. */
  get size(): number {
    return this.follows.size;
  }

  /** As `Follows.look`. */
  async look(): Promise<void> {
    await this.follows.look();
  }
}
