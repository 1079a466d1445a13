import { Injectable } from '@nestjs/common';
import { FollowedKind } from '../../../api/http/followed-kind.js';
import { type Follower } from '../../../api/http/follows.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JobNudges } from '../jobs/job-nudges.js';
import { type FollowedJob, FollowedJobsRepository } from './followed-jobs.repository.js';
import { JOB_FRAMES, type JobGlance } from './job-glance.js';
import { JobGlances } from './job-glances.service.js';

/** Who follows a job. */
export type JobFollower = Follower<FollowedJob>;

/** The jobs that are followed on this node, each as long as its follower may see it. */
@Injectable()
export class JobFollows extends FollowedKind<JobGlance, FollowedJob> {
  constructor(
    glances: JobGlances,
    jobs: FollowedJobsRepository,
    nudges: JobNudges,
    tasks: BackgroundTasks,
  ) {
    super(
      {
        find: (id) => glances.find(id),
        heads: (ids) => jobs.heads(ids),
        frames: JOB_FRAMES,
      },
      { what: 'jobs', nudges, tasks },
    );
  }
}
