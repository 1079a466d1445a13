import { Controller, Param, type StreamableFile } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { streamedAnswer } from '../../../api/http/streamed-answer.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { onlyMembers } from '../../../api/lists/item-members.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { JobShape } from '../answer/job.dto.js';
import { type IterationView } from '../answer/job-view.js';
import { toJobAnswer } from '../answer/to-job-answer.js';
import { ITERATION_LIST, type IterationPart } from './iteration-list.js';
import { IterationReaderService } from './iteration-reader.service.js';
import { JOB_LIST, jobSelection } from './job-list.js';
import { JobReading } from './job-reading.js';
import { JobValueReaderService } from './job-value-reader.service.js';
import { JobReaderService } from './job-reader.service.js';
import { JobsListingService } from './jobs-listing.service.js';
import {
  JobAnswer,
  ListIterationsAnswer,
  type IterationListOptions,
  ListJobsAnswer,
  type JobListOptions,
  GetJobOptions,
  JobValueOptions,
} from './listed-jobs.dto.js';
import { valueChunks } from './value-chunks.js';
import { toIteration, toIterations } from './to-iterations.js';
import { toJobList, toListedJob } from './to-listed-jobs.js';

type Runs = Page<IterationView>;

/** Jobs as they are looked at. */
@Controller()
export class JobsController {
  constructor(
    private readonly listing: JobsListingService,
    private readonly reader: JobReaderService,
    private readonly iterations: IterationReaderService,
    private readonly jobValues: JobValueReaderService,
  ) {}

  @Operation('listJobs', ListJobsAnswer)
  async listJobs(
    @ListOptions(JOB_LIST) list: ListRequest<JobListOptions>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListJobsAnswer> {
    const reading = await this.reading(list, principal);
    const page = await pageOf(list, (part) => reading.read(part), toListedJob);
    return toJobList(list, page, reading);
  }

  @Operation('getJob', JobAnswer)
  async getJob(
    @Param('id') id: string,
    @QueryObject() { valueBytes, include }: GetJobOptions,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobAnswer> {
    const job = await this.reader.visible(id, principal);
    const view = await this.reader.view(job, principal, valueBytes);
    return toJob(onlyMembers(JobShape, toJobAnswer(view), include));
  }

  @Operation('listJobIterations', ListIterationsAnswer)
  async listJobIterations(
    @Param('id') id: string,
    @ListOptions(ITERATION_LIST) list: ListRequest<IterationListOptions>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListIterationsAnswer> {
    const { job, plan } = await this.reader.planned(id, principal);
    const read = (part: IterationPart): Promise<Runs> => this.iterations.list(job, part);
    return toIterations(list, await pageOf(list, read, (one) => toIteration(job, plan, one)));
  }

  @Operation('getJobValue')
  async getJobValue(
    @Param('id') id: string,
    @QueryObject() options: JobValueOptions,
    @CurrentPrincipal() principal: Principal,
  ): Promise<StreamableFile> {
    const value = await this.jobValues.find(id, options, principal);
    return streamedAnswer(valueChunks(value, options), 'text/plain; charset=utf-8');
  }

  private async reading(
    list: ListRequest<JobListOptions>,
    principal: Principal,
  ): Promise<JobReading> {
    const meant = jobSelection(list);
    const filter = await this.listing.resolved(meant.filter, principal);
    return new JobReading(this.listing, { filter, after: meant.after, principal });
  }
}

function toJob(data: JobShape): JobAnswer {
  return { message: 'Successfully retrieved job', data, metadata: {} };
}
