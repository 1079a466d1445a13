import { Injectable } from '@nestjs/common';
import { AccountStreams } from '../../api/http/account-streams.js';
import { FollowedResource } from '../../api/http/followed-resource.js';
import { type Follower } from '../../api/http/follow-streams.js';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { OperationNotifier } from '../../platform/tracking/operation-notifier.js';
import { type TrackedOperation } from '../../platform/tracking/tracked-operation.js';
import { OPERATION_FRAMES } from './operation-frames.js';
import {
  type OperationHead,
  VisibleOperationsRepository,
} from './visible-operations.repository.js';

/** Who follows an operation. */
export type OperationFollower = Follower<OperationHead>;

/** The operations that are followed on this node. */
@Injectable()
export class OperationFollowsService extends FollowedResource<TrackedOperation, OperationHead> {
  constructor(
    operations: VisibleOperationsRepository,
    notifier: OperationNotifier,
    tasks: BackgroundTasks,
    accounts: AccountStreams,
  ) {
    super(
      {
        find: (id) => operations.findSummary(id),
        heads: (ids) => operations.heads(ids),
        frames: OPERATION_FRAMES,
      },
      { what: 'operations', notifier, tasks, accounts },
    );
  }
}
