import { Body, Controller } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { CurrentCall, type RequestMarks } from '../../../api/http/current-call.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { JobReaderService } from '../listing/job-reader.service.js';
import { JobAnswer } from '../listing/listed-jobs.dto.js';
import { type BulkAction } from './bulk-action.js';
import { BulkControlService } from './bulk-control.service.js';
import { JobControlService } from './job-control.service.js';
import { JobStartService } from './job-start.service.js';
import {
  BulkJobsAnswer,
  BulkJobsRequest,
  JobIdsRequest,
  JobOutcomesAnswer,
  StartJobRequest,
} from './jobs-control.dto.js';
import { toBulkAnswer, toChangedJob, toOutcomes } from './to-control-answers.js';
import { bulkRequest, jobRequest } from './control-requests.js';

/** Starts jobs, and controls many at a time. */
@Controller()
export class JobsControlController {
  constructor(
    private readonly starting: JobStartService,
    private readonly control: JobControlService,
    private readonly bulk: BulkControlService,
    private readonly reader: JobReaderService,
  ) {}

  @Operation('startJob', JobAnswer)
  async startJob(
    @Body() body: StartJobRequest,
    @CurrentPrincipal() principal: Principal,
    @CurrentCall() call: RequestMarks,
  ): Promise<JobAnswer> {
    const job = await this.starting.start(jobRequest(body), { principal, call });
    return toChangedJob('Successfully started job', await this.reader.view(job, principal));
  }

  @Operation('pauseJobs', JobOutcomesAnswer)
  async pauseJobs(
    @Body() { jobIds }: JobIdsRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobOutcomesAnswer> {
    return this.controlled('pause', jobIds, principal);
  }

  @Operation('resumeJobs', JobOutcomesAnswer)
  async resumeJobs(
    @Body() { jobIds }: JobIdsRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobOutcomesAnswer> {
    return this.controlled('resume', jobIds, principal);
  }

  @Operation('cancelJobs', JobOutcomesAnswer)
  async cancelJobs(
    @Body() { jobIds }: JobIdsRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobOutcomesAnswer> {
    return this.controlled('cancel', jobIds, principal);
  }

  @Operation('controlJobsInBulk', BulkJobsAnswer)
  async controlJobsInBulk(
    @Body() body: BulkJobsRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<BulkJobsAnswer> {
    return toBulkAnswer(await this.bulk.run(bulkRequest(body), principal));
  }

  private async controlled(
    action: BulkAction,
    ids: readonly string[],
    principal: Principal,
  ): Promise<JobOutcomesAnswer> {
    const request = { action, task: undefined, finishState: undefined };
    return toOutcomes(action, await this.control.actOnAll(ids, request, principal));
  }
}
