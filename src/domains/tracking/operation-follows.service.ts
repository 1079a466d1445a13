import { Injectable } from '@nestjs/common';
import { FollowedKind } from '../../api/http/followed-kind.js';
import { type Follower } from '../../api/http/follows.js';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { OperationNudges } from '../../platform/tracking/operation-nudges.js';
import { type TrackedOperation } from '../../platform/tracking/tracked-operation.js';
import { OPERATION_FRAMES } from './operation-frames.js';
import { type OperationHead, SeenOperationsRepository } from './seen-operations.repository.js';

/** Who follows an operation. */
export type OperationFollower = Follower<OperationHead>;

/** The operations that are followed on this node. */
@Injectable()
export class OperationFollows extends FollowedKind<TrackedOperation, OperationHead> {
  constructor(
    operations: SeenOperationsRepository,
    nudges: OperationNudges,
    tasks: BackgroundTasks,
  ) {
    super(
      {
        find: (id) => operations.glance(id),
        heads: (ids) => operations.heads(ids),
        frames: OPERATION_FRAMES,
      },
      { what: 'operations', nudges, tasks },
    );
  }
}
