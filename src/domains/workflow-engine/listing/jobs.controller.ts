import { Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { toJobAnswer } from '../answer/to-job-answer.js';
import { IterationReader } from './iteration-reader.service.js';
import { jobList } from './job-list.js';
import { JobReader } from './job-reader.service.js';
import { JobsListing } from './jobs-listing.service.js';
import {
  JobAnswer,
  ListIterationsAnswer,
  ListIterationsQuery,
  ListJobsAnswer,
  ListJobsQuery,
} from './listed-jobs.dto.js';
import { toIterations } from './to-iterations.js';
import { toListedJobs } from './to-listed-jobs.js';

/** Jobs as they are looked at. */
@Controller()
export class JobsController {
  constructor(
    private readonly listing: JobsListing,
    private readonly reader: JobReader,
    private readonly iterations: IterationReader,
  ) {}

  @Operation('listJobs', ListJobsAnswer)
  async listJobs(
    @QueryObject() query: ListJobsQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListJobsAnswer> {
    const list = jobList(query);
    return toListedJobs(list, await this.listing.list(list, principal), query);
  }

  @Operation('getJob', JobAnswer)
  async getJob(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobAnswer> {
    const view = await this.reader.view(await this.reader.visible(id, principal), principal);
    return { message: 'Successfully retrieved job', data: toJobAnswer(view), metadata: {} };
  }

  @Operation('listJobIterations', ListIterationsAnswer)
  async listJobIterations(
    @Param('id') id: string,
    @QueryObject() query: ListIterationsQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListIterationsAnswer> {
    const { job, plan } = await this.reader.planned(id, principal);
    const part = { skip: query.skip ?? 0, limit: query.limit ?? LIST_LIMIT_DEFAULT };
    return toIterations(job, plan, part, await this.iterations.list(job, query.task, part));
  }
}
