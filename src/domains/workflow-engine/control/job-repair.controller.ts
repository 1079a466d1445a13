import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { ID_FORM } from '../listing/job-filter.js';
import { JobReaderService } from '../listing/job-reader.service.js';
import { JobAnswer } from '../listing/listed-jobs.dto.js';
import { toJobAnswer } from '../answer/to-job-answer.js';
import { JobControlService, type RequestedAction } from './job-control.service.js';
import {
  ContinueFromRequest,
  ContinueJobAnswer,
  ContinueJobRequest,
  RetryJobRequest,
  RevertJobRequest,
  SkipTaskRequest,
} from './jobs-control.dto.js';
import { JobUpgradeAnswer, JobUpgradeRequest } from './job-upgrade.dto.js';
import { JobUpgradeService } from './job-upgrade.service.js';
import { toChangedJob } from './to-control-answers.js';
import { WatchingService } from './watching.service.js';

/** Repairs one job, and says who wants to hear of it. */
@Controller()
export class JobRepairController {
  constructor(
    private readonly control: JobControlService,
    private readonly upgrades: JobUpgradeService,
    private readonly watching: WatchingService,
    private readonly reader: JobReaderService,
  ) {}

  @Operation('continueJob', ContinueJobAnswer)
  async continueJob(
    @Param('jobId') jobId: string,
    @Body() { taskId }: ContinueJobRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ContinueJobAnswer> {
    const asked = action('continue', { task: taskId, pointer: '#/taskId' });
    const job = await this.act(jobIdIn(jobId), asked, principal);
    return { job: toJobAnswer(await this.reader.view(job, principal)) };
  }

  @Operation('continueJobFrom', JobAnswer)
  async continueJobFrom(
    @Param('id') id: string,
    @Body() { fromTask }: ContinueFromRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobAnswer> {
    const asked = action('continue', { task: fromTask, pointer: '#/fromTask' });
    const job = await this.act(id, asked, principal);
    return toChangedJob('Successfully continued job', await this.reader.view(job, principal));
  }

  @Operation('revertJob', JobAnswer)
  async revertJob(
    @Param('id') id: string,
    @Body() { toTask }: RevertJobRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobAnswer> {
    const asked = action('revert', { task: toTask, pointer: '#/toTask' });
    const job = await this.act(id, asked, principal);
    return toChangedJob('Successfully reverted job', await this.reader.view(job, principal));
  }

  @Operation('retryJob', JobAnswer)
  async retryJob(
    @Param('id') id: string,
    @Body() { task }: RetryJobRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobAnswer> {
    const asked = action('retry', { task, pointer: '#/task' });
    const job = await this.act(id, asked, principal);
    return toChangedJob('Successfully retried job', await this.reader.view(job, principal));
  }

  @Operation('skipJobTask', JobAnswer)
  async skipJobTask(
    @Param('id') id: string,
    @Body() { task, finishState }: SkipTaskRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobAnswer> {
    const asked = { ...action('skip', { task, pointer: '#/task' }), finishState };
    const job = await this.act(id, asked, principal);
    return toChangedJob('Successfully skipped task', await this.reader.view(job, principal));
  }

  @Operation('upgradeJob', JobUpgradeAnswer)
  async upgradeJob(
    @Param('id') id: string,
    @Body() request: JobUpgradeRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobUpgradeAnswer> {
    const data = await this.upgrades.upgrade(id, request, principal);
    return { message: data.dryRun ? 'Nothing was changed' : 'Successfully upgraded job', data };
  }

  @Operation('watchJob', JobAnswer)
  async watchJob(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobAnswer> {
    const job = await this.watching.watch(id, principal);
    return toChangedJob('Successfully watched job', await this.reader.view(job, principal));
  }

  @Operation('unwatchJob', JobAnswer)
  async unwatchJob(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobAnswer> {
    const job = await this.watching.unwatch(id, principal);
    return toChangedJob('Successfully unwatched job', await this.reader.view(job, principal));
  }

  private act(
    id: string,
    asked: RequestedAction,
    principal: Principal,
  ): ReturnType<JobControlService['act']> {
    return this.control.act(id, asked, principal);
  }
}

function action(
  name: RequestedAction['action'],
  about: Pick<RequestedAction, 'task' | 'pointer'>,
): RequestedAction {
  return { action: name, finishState: undefined, ...about };
}

/**
 * The id of a job that a path names.
 * @throws AppError `invalid-input` for what cannot be one.
 */
function jobIdIn(id: string): string {
  if (ID_FORM.test(id)) return id;
  throw invalidInput([{ pointer: '#/jobId', detail: 'must be 24 hexadecimal digits' }]);
}
