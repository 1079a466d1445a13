import { type Readable } from 'node:stream';
import { Controller, Param, Req } from '@nestjs/common';
import { type AccessRequest } from '../../api/request/access-request.js';
import { CurrentPrincipal } from '../../api/access/current-principal.decorator.js';
import { CredentialReader } from '../../api/access/credential-reader.js';
import { asEventStream } from '../../api/http/event-stream-answer.js';
import { followRequest } from '../../api/http/follow-stream.js';
import { Operation } from '../../api/operation.decorator.js';
import { ListOptions } from '../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../api/lists/list-request.js';
import { pageOf } from '../../api/lists/page-of.js';
import { toListedOperation, toTrackedOperation } from '../../api/tracking/to-tracked-operation.js';
import { TrackedOperationAnswer } from '../../api/tracking/tracked-operation.dto.js';
import { type Page } from '../../kernel/page.js';
import { type Principal } from '../../kernel/principal.js';
import { type StoredList } from '../../platform/database/lists/stored-filter.js';
import { type TrackedOperation } from '../../platform/tracking/tracked-operation.js';
import { type OperationFollower, OperationFollowsService } from './operation-follows.service.js';
import { isSeen, sightOf } from './operation-visibility.js';
import { VisibleOperationsService } from './visible-operations.service.js';
import { OPERATION_LIST } from './operation-list.js';
import { ListOperationsAnswer } from './tracking.dto.js';

/** Work that takes longer than a request: looking at it, following it, cancelling it. */
@Controller()
export class OperationsController {
  constructor(
    private readonly operations: VisibleOperationsService,
    private readonly follows: OperationFollowsService,
    private readonly credentials: CredentialReader,
  ) {}

  @Operation('listOperations', ListOperationsAnswer)
  async listOperations(
    @ListOptions(OPERATION_LIST) list: ListRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListOperationsAnswer> {
    const read = (part: StoredList): Promise<Page<TrackedOperation>> =>
      this.operations.list(part, principal);
    const { items, total } = await pageOf(list, read, toListedOperation);
    return { results: items, total };
  }

  @Operation('getOperation', TrackedOperationAnswer)
  async getOperation(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TrackedOperationAnswer> {
    return toTrackedOperation(await this.operations.get(id, principal));
  }

  @Operation('followOperation')
  async followOperation(
    @Param('id') id: string,
    @Req() request: AccessRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<Readable> {
    await this.operations.get(id, principal);
    const follower = this.followerOf(request, principal);
    return asEventStream(this.follows.open(id, followRequest(request), follower));
  }

  @Operation('cancelOperation', TrackedOperationAnswer)
  async cancelOperation(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TrackedOperationAnswer> {
    return toTrackedOperation(await this.operations.cancel(id, principal));
  }

  private followerOf(request: AccessRequest, { id: account }: Principal): OperationFollower {
    return {
      account,
      isAdmitted: (head) =>
        this.credentials.isStillAdmitted(request, (now) => isSeen(head, sightOf(now))),
    };
  }
}
