import { Inject, Injectable } from '@nestjs/common';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type CountedJobs, RunningJobsRepository } from './running-jobs.repository.js';

/** Where a job belongs. */
export type InFamily = Required<CountedJobs>;

/** Says how many more jobs may be at work, as the database knows it: other nodes count as well. */
@Injectable()
export class JobCapacityService {
  private readonly limits: Config['engine'];

  constructor(
    @Inject(CONFIG) { engine }: Config,
    private readonly running: RunningJobsRepository,
  ) {
    this.limits = engine;
  }

  async inAll(): Promise<number> {
    return this.left({}, this.limits.jobsRunningMax);
  }

  /** Of all families whose root this account has started. */
  async ofStarter(rootStarter: string): Promise<number> {
    return this.left({ rootStarter }, this.limits.jobsPerStarterMax);
  }

  async ofFamily({ rootStarter, rootId }: InFamily): Promise<number> {
    return this.left({ rootStarter, rootId }, this.limits.jobsRunningPerFamilyMax);
  }

  /** Why a job that waits for its turn cannot begin now, in words. */
  async reasonOf(family: InFamily): Promise<string> {
    const { jobsRunningMax, jobsPerStarterMax, jobsRunningPerFamilyMax } = this.limits;
    if ((await this.ofFamily(family)) <= 0) {
      return waits(jobsRunningPerFamilyMax, 'jobs of its family', 'JOBS_RUNNING_PER_FAMILY_MAX');
    }
    if ((await this.ofStarter(family.rootStarter)) <= 0) {
      return waits(jobsPerStarterMax, 'jobs of its starter', 'JOBS_RUNNING_PER_STARTER_MAX');
    }
    if ((await this.inAll()) <= 0) return waits(jobsRunningMax, 'jobs', 'JOBS_RUNNING_MAX');
    return 'waits for its turn to begin';
  }

  private async left(of: CountedJobs, max: number): Promise<number> {
    return max === 0 ? Infinity : max - (await this.running.countPlaces(of, max));
  }
}

function waits(max: number, what: string, setting: string): string {
  return `waits for its turn to begin: ${max} ${what} are at work, as many as ${setting} allows`;
}
