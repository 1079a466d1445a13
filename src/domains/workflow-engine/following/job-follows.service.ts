import { Injectable } from '@nestjs/common';
import { AccountStreams } from '../../../api/http/account-streams.js';
import { FollowedResource } from '../../../api/http/followed-resource.js';
import { type Follower } from '../../../api/http/follow-streams.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JobNotifier } from '../runner/job-notifier.js';
import { type FollowedJob, FollowedJobsRepository } from './followed-jobs.repository.js';
import { JOB_FRAMES, type JobSnapshot } from './job-snapshot.js';
import { JobSnapshotsService } from './job-snapshots.service.js';

/** Who follows a job. */
export type JobFollower = Follower<FollowedJob>;

/** The jobs that are followed on this node, each as long as its follower may see it. */
@Injectable()
export class JobFollowsService extends FollowedResource<JobSnapshot, FollowedJob> {
  constructor(
    snapshots: JobSnapshotsService,
    jobs: FollowedJobsRepository,
    notifier: JobNotifier,
    tasks: BackgroundTasks,
    accounts: AccountStreams,
  ) {
    super(
      {
        find: (id) => snapshots.find(id),
        heads: (ids) => jobs.heads(ids),
        frames: JOB_FRAMES,
      },
      { what: 'jobs', notifier, tasks, accounts },
    );
  }
}
