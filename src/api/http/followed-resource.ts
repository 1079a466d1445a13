import { type Readable } from 'node:stream';
import { type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { type ChangeNotifier } from '../../platform/scheduling/change-notifier.js';
import { type AccountStreams } from './account-streams.js';
import { type FollowRequest } from './follow-stream.js';
import {
  type FollowedHead,
  type FollowSource,
  type Follower,
  FollowStreams,
} from './follow-streams.js';

const LOOK_MS = 1000;
const AT_ONCE = 200;
const PER_ACCOUNT = 20;

/** What drives the following of things on a node. */
export interface FollowDriver {
  /** What is followed, in the plural, as people read it: `jobs`. */
  readonly what: string;
  /** Tell at once what this node changes; what others change is found by looking. */
  readonly notifier: ChangeNotifier;
  readonly tasks: BackgroundTasks;
  readonly accounts: AccountStreams;
}

/** The things of one kind that are followed on this node, wherever they go on; a bounded number. */
export abstract class FollowedResource<G extends FollowedHead, H extends FollowedHead>
  implements OnModuleInit, OnModuleDestroy
{
  private readonly follows: FollowStreams<G, H>;
  private deaf: () => void = () => undefined;

  protected constructor(
    source: FollowSource<G, H>,
    private readonly drive: FollowDriver,
  ) {
    this.follows = new FollowStreams(source, {
      atOnce: AT_ONCE,
      perAccount: PER_ACCOUNT,
      tooMany: `Too many ${drive.what} are followed`,
    });
  }

  onModuleInit(): void {
    const { what, notifier, tasks, accounts } = this.drive;
    accounts.watch(this.follows);
    tasks.every(`followed ${what} of all nodes`, LOOK_MS, () => this.look());
    this.deaf = notifier.listen((id) => {
      this.follows.wake(id);
    });
  }

  onModuleDestroy(): void {
    this.close();
  }

  /** As `FollowStreams.open`. */
  open(id: string, request: FollowRequest, follower: Follower<H>): Readable {
    return this.follows.open(id, request, follower);
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

  /** As `FollowStreams.look`. */
  async look(): Promise<void> {
    await this.follows.look();
  }
}
