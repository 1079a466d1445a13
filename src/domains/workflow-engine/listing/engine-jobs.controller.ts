import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { SearchRequest } from '../../../api/lists/search.dto.js';
import { SearchOptions } from '../../../api/lists/search-options.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { listMetadata } from '../../../api/query/list-metadata.js';
import { conflict } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ownObject } from '../../../kernel/json-reading.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { JobShape } from '../answer/job.dto.js';
import { type JobView } from '../answer/job-view.js';
import { toJobAnswer } from '../answer/to-job-answer.js';
import { JOB_LIST, jobSelection } from './job-list.js';
import { JobReaderService } from './job-reader.service.js';
import { JobReading } from './job-reading.js';
import { JobsListingService } from './jobs-listing.service.js';
import {
  type JobListOptions,
  JobOutputAnswer,
  type ListedJobShape,
  SearchJobsAnswer,
} from './listed-jobs.dto.js';
import { toListedJob } from './to-listed-jobs.js';

/** Jobs as clients of earlier releases look at them. */
@Controller()
export class EngineJobsController {
  constructor(
    private readonly listing: JobsListingService,
    private readonly reader: JobReaderService,
  ) {}

  @Operation('searchJobs', SearchJobsAnswer)
  async searchJobs(
    @Body() _asked: SearchRequest,
    @SearchOptions(JOB_LIST) list: ListRequest<JobListOptions>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<SearchJobsAnswer> {
    const meant = await this.meant(list, principal);
    const reading = new JobReading(this.listing, { ...meant, principal });
    return toFound(list, await pageOf(list, (part) => reading.read(part), toListedJob));
  }

  @Operation('getEngineJob', JobShape)
  async getEngineJob(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobShape> {
    return toJobAnswer(await this.viewOf(id, principal));
  }

  @Operation('getJobOutput', JobOutputAnswer)
  async getJobOutput(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JsonObject> {
    const view = await this.viewOf(id, principal);
    const { status } = view.state;
    if (status === 'complete') return outputOf(view);
    throw conflict(`Job '${id}' has no output: it is ${status}, and not complete`, 'not-complete');
  }

  private async meant(
    list: ListRequest<JobListOptions>,
    principal: Principal,
  ): Promise<Pick<ConstructorParameters<typeof JobReading>[1], 'filter' | 'after'>> {
    const { filter, after } = jobSelection(list);
    return { filter: await this.listing.resolved(filter, principal), after };
  }

  private async viewOf(id: string, principal: Principal): Promise<JobView> {
    return this.reader.view(await this.reader.visible(id, principal), principal);
  }
}

function toFound(list: PageRequest, page: Page<ListedJobShape>): SearchJobsAnswer {
  const { skip, limit, total, nextPageSkip } = listMetadata(list, page);
  return { results: page.items, total, skip, limit, metadata: { nextPageSkip } };
}

/** What the workflow says comes out; all variables where it does not say. */
function outputOf({ document, variables }: JobView): JsonObject {
  const named = Object.keys(ownObject(ownObject(document, 'outputSchema'), 'properties'));
  if (named.length === 0) return variables;
  const entries = Object.entries(variables).filter(([name]) => named.includes(name));
  return Object.fromEntries(entries);
}
