import { type Readable } from 'node:stream';
import { type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { type Nudges } from '../../platform/scheduling/nudges.js';
import { type FollowWish } from './follow-stream.js';
import { type FollowedHead, type FollowedThings, type Follower, Follows } from './follows.js';

const LOOK_MS = 1000;
const AT_ONCE = 200;
const PER_ACCOUNT = 20;

/** What drives the following of things on a node. */
export interface FollowDrive {
  /** What is followed, in the plural, as people read it: `jobs`. */
  readonly what: string;
  /** Tell at once what this node changes; what others change is found by looking. */
  readonly nudges: Nudges;
  readonly tasks: BackgroundTasks;
}

/** The things of one kind that are followed on this node, wherever they go on; a bounded number. */
export abstract class FollowedKind<G extends FollowedHead, H extends FollowedHead>
  implements OnModuleInit, OnModuleDestroy
{
  private readonly follows: Follows<G, H>;
  private deaf: () => void = () => undefined;

  protected constructor(
    things: FollowedThings<G, H>,
    private readonly drive: FollowDrive,
  ) {
    this.follows = new Follows(things, {
      atOnce: AT_ONCE,
      perAccount: PER_ACCOUNT,
      tooMany: `Too many ${drive.what} are followed`,
    });
  }

  onModuleInit(): void {
    const { what, nudges, tasks } = this.drive;
    tasks.every(`followed ${what} of all nodes`, LOOK_MS, () => this.look());
    this.deaf = nudges.listen((id) => {
      this.follows.wake(id);
    });
  }

  onModuleDestroy(): void {
    this.close();
  }

  /** As `Follows.open`. */
  open(id: string, wish: FollowWish, follower: Follower<H>): Readable {
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
