import { type Readable } from 'node:stream';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type FollowWish } from '../../api/http/follow-stream.js';
import { type Follower, Follows } from '../../api/http/follows.js';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { OperationNudges } from '../../platform/tracking/operation-nudges.js';
import { type TrackedOperation } from '../../platform/tracking/tracked-operation.js';
import { OPERATION_FRAMES } from './operation-frames.js';
import { type OperationHead, SeenOperationsRepository } from './seen-operations.repository.js';

const LOOK_MS = 1000;
const BOUNDS = {
  atOnce: 200,
  perAccount: 20,
  tooMany: 'Too many operations are followed',
} as const;

/** Who follows an operation. */
export type OperationFollower = Follower<OperationHead>;

/** The operations that are followed on this node, wherever they go on. */
@Injectable()
export class OperationFollows implements OnModuleInit, OnModuleDestroy {
  private readonly follows: Follows<TrackedOperation, OperationHead>;
  private deaf: () => void = () => undefined;

  constructor(
    operations: SeenOperationsRepository,
    private readonly nudges: OperationNudges,
    private readonly tasks: BackgroundTasks,
  ) {
    const find = (id: string): Promise<TrackedOperation | null> => operations.glance(id);
    const heads = (ids: readonly string[]): Promise<ReadonlyMap<string, OperationHead>> =>
      operations.heads(ids);
    this.follows = new Follows({ find, heads, frames: OPERATION_FRAMES }, BOUNDS);
  }

  onModuleInit(): void {
    this.tasks.every('followed operations of all nodes', LOOK_MS, () => this.look());
    this.deaf = this.nudges.listen((id) => {
      this.follows.wake(id);
    });
  }

  onModuleDestroy(): void {
    this.close();
  }

  /** As `Follows.open`. */
  open(id: string, wish: FollowWish, follower: OperationFollower): Readable {
    return this.follows.open(id, wish, follower);
  }

  /** Ends all of it, and begins nothing any more: the server stops and waits for open requests. */
  close(): void {
    this.deaf();
    this.follows.close();
  }

  /** How many are open. */
  get size(): number {
    return this.follows.size;
  }

  /** As `Follows.look`. */
  async look(): Promise<void> {
    await this.follows.look();
  }
}
