import { type IncomingHttpHeaders } from 'node:http';
import { Controller, Headers, Param } from '@nestjs/common';
import { BodyBytes } from '../../../api/http/body-bytes.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { FreeBody } from '../../../api/shapes/free-body.decorator.js';
import { AsLongRequest, type LongRequest } from '../../../api/tracking/long-request.decorator.js';
import { AlsoFollowed, respondAsync } from '../../../api/tracking/respond-async.js';
import { type TrackedOperationAnswer } from '../../../api/tracking/tracked-operation.dto.js';
import { type OperationProgress } from '../../../platform/tracking/operation-progress.js';
import { TrackedOperationsService } from '../../../platform/tracking/tracked-operations.service.js';
import { RepositoryStatusService } from './repository-status.service.js';
import { type PreparedRefresh, RequestedRefreshesService } from './requested-refreshes.service.js';
import {
  ListRepositoryStatusAnswer,
  RepositoryRefreshAnswer,
  RepositoryWebhookAnswer,
} from './repository-status.dto.js';
import { toRepositoryRefresh, toRepositoryStatus } from './to-repository-status.js';

/** How the indexes of the repositories stand, and what brings them up to date at once. */
@Controller()
export class RepositoryRefreshController {
  constructor(
    private readonly statuses: RepositoryStatusService,
    private readonly refreshes: RequestedRefreshesService,
    private readonly operations: TrackedOperationsService,
  ) {}

  @Operation('getRepositoryStatus', ListRepositoryStatusAnswer)
  async getRepositoryStatus(): Promise<ListRepositoryStatusAnswer> {
    const results = (await this.statuses.list()).map(toRepositoryStatus);
    return { results, total: results.length };
  }

  @AlsoFollowed()
  @Operation('refreshRepository', RepositoryRefreshAnswer)
  async refreshRepository(
    @Param('name') name: string,
    @AsLongRequest() request: LongRequest,
  ): Promise<RepositoryRefreshAnswer | TrackedOperationAnswer> {
    const { about, work } = await this.refreshes.prepare(name);
    return respondAsync(this.operations, request, about, answered(work));
  }

  @FreeBody('What the registry says of the push; nothing of it is looked at')
  @Operation('callRepositoryWebhook', RepositoryWebhookAnswer)
  async callRepositoryWebhook(
    @Param('name') name: string,
    @Headers() headers: IncomingHttpHeaders,
    @BodyBytes() body: Buffer,
  ): Promise<RepositoryWebhookAnswer> {
    await this.refreshes.ask(name, headers, body);
    return { message: 'The repository will be read' };
  }
}

/** The reading that was prepared, its outcome as it is answered. */
function answered(work: PreparedRefresh['work']) {
  return async (progress: OperationProgress): Promise<RepositoryRefreshAnswer> =>
    toRepositoryRefresh(await work(progress));
}
