import { describe, expect, it } from 'vitest';
import { type Config } from '../../../platform/config/config.js';
import { type MaintenanceService } from '../../../platform/maintenance/maintenance.service.js';
import { type ValueQuotaService } from '../store/values/value-quota.service.js';
import { type CountedJobs, type RunningJobsRepository } from './running-jobs.repository.js';
import { StartAdmissionService } from './start-admission.service.js';

/** Two jobs of ada and one of bob are at work. */
function admission(limits: Partial<Config['engine']>): StartAdmissionService {
  const engine = { jobsRunningMax: 0, jobsPerStarterMax: 0, jobsPerWorkflowMax: 0, ...limits };
  const maintenance = { assertOff: () => Promise.resolve() } as unknown as MaintenanceService;
  const jobs = {
    countPlaces: ({ rootStarter }: CountedJobs) =>
      Promise.resolve({ ada: 2, bob: 1 }[rootStarter ?? ''] ?? (rootStarter === undefined ? 3 : 0)),
  } as unknown as RunningJobsRepository;
  const quota = { assertRoom: () => Promise.resolve() } as unknown as ValueQuotaService;
  return new StartAdmissionService({ engine } as Config, maintenance, quota, jobs);
}

const start = (of: StartAdmissionService, starterId: string | null): Promise<string> =>
  of.admitted({ workflowId: null, starterId }, () => Promise.resolve('begun'));

describe('starts by callers', () => {
  it('are refused when as many jobs are at work in all as may be, whoever has started those', async () => {
    const refusal = {
      kind: 'unavailable',
      code: 'too-many-jobs',
      detail: '3 jobs run already: no further one may begin',
    };
    await expect(start(admission({ jobsRunningMax: 3 }), 'carol')).rejects.toMatchObject(refusal);
    await expect(start(admission({ jobsRunningMax: 3 }), null)).rejects.toMatchObject(refusal);
    expect(await start(admission({ jobsRunningMax: 4 }), 'ada')).toBe('begun');
  });

  it('count for the bound in all from the moment that they are let in', async () => {
    const of = admission({ jobsRunningMax: 4 });
    await of.admitted({ workflowId: null, starterId: 'ada' }, async () => {
      await expect(start(of, 'bob')).rejects.toMatchObject({ code: 'too-many-jobs' });
    });
  });
});
