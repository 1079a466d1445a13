import { Injectable } from '@nestjs/common';
import { StartAdmissionService } from '../admission/start-admission.service.js';
import { PlansService } from '../store/plans.service.js';
import { type StoredJob } from '../store/stored-job.js';
import { ValueCodecService } from '../store/values/value-codec.service.js';
import { toValueRefs } from '../store/values/value-refs.js';
import { JobFactoryService } from './job-factory.service.js';
import { type NewJob } from './new-job.js';
import { type WorkflowToRun, WorkflowsToRunService } from './workflows-to-run.service.js';

/** Creates the jobs that somebody starts, where the limits admit them. Children of jobs do not come here: they wait. */
@Injectable()
export class AdmittedJobsService {
  constructor(
    private readonly workflows: WorkflowsToRunService,
    private readonly plans: PlansService,
    private readonly codec: ValueCodecService,
    private readonly admission: StartAdmissionService,
    private readonly factory: JobFactoryService,
  ) {}

  /**
   * Creates a job and runs what can run at once. A second one of the same id is the job that is there.
   * @throws AppError `not-found` for an absent workflow; `invalid-input` as `toValueRefs`; `forbidden`
   *   for one of other groups (`not-startable`); `conflict` for a draft (`workflow-draft`);
   *   `unavailable` while the platform is in maintenance (`maintenance`) or runs as many as it may
   *   (`too-many-jobs`), or the starter's jobs keep as much as they may (`job-values-full`).
   */
  async create(job: NewJob): Promise<StoredJob> {
    return this.createOf(await this.workflows.get(job.workflow), job);
  }

  /** The same, of a workflow that was found already. */
  async createOf(workflow: WorkflowToRun, job: Omit<NewJob, 'workflow'>): Promise<StoredJob> {
    const variables = toValueRefs(job.variables, this.plans.isSecretName);
    const asked = { workflowId: workflow.id, starterId: job.startedBy?.id ?? null };
    return this.admission.admitted(asked, () => {
      const mocks = job.mocks && this.codec.encodeDocument(job.mocks);
      return this.factory.create({ ...job, workflow, variables, mocks, secrets: null });
    });
  }
}
