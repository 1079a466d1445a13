import { type Readable } from 'node:stream';
import { Controller, Param, Req } from '@nestjs/common';
import { type AccessRequest } from '../../api/access/access-request.js';
import { CurrentPrincipal } from '../../api/access/current-principal.decorator.js';
import { StreamAdmission } from '../../api/access/stream-admission.js';
import { asEventStream } from '../../api/http/event-stream-answer.js';
import { followWish } from '../../api/http/follow-stream.js';
import { Operation } from '../../api/operation.decorator.js';
import { QueryObject } from '../../api/query/query-object.decorator.js';
import { toListedOperation, toTrackedOperation } from '../../api/tracking/to-tracked-operation.js';
import { TrackedOperationAnswer } from '../../api/tracking/tracked-operation.dto.js';
import { LIST_LIMIT_DEFAULT } from '../../kernel/page.js';
import { type Principal } from '../../kernel/principal.js';
import { type OperationFollower, OperationFollows } from './operation-follows.service.js';
import { isSeen, sightOf } from './operation-sight.js';
import { SeenOperations } from './seen-operations.service.js';
import { ListOperationsAnswer, ListOperationsQuery } from './tracking.dto.js';

/** Work that takes longer than a request: looking at it, following it, cancelling it. */
@Controller()
export class OperationsController {
  constructor(
    private readonly operations: SeenOperations,
    private readonly follows: OperationFollows,
    private readonly admission: StreamAdmission,
  ) {}

  @Operation('listOperations', ListOperationsAnswer)
  async listOperations(
    @QueryObject() { kind, state, skip = 0, limit = LIST_LIMIT_DEFAULT }: ListOperationsQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListOperationsAnswer> {
    const list = { kind, state, skip, limit };
    const { items, total } = await this.operations.list(list, principal);
    return { results: items.map(toListedOperation), total };
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
    return asEventStream(this.follows.open(id, followWish(request), follower));
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
      isAdmitted: (head) => this.admission.isAdmitted(request, (now) => isSeen(head, sightOf(now))),
    };
  }
}
