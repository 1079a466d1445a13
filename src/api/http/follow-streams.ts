import { type Readable } from 'node:stream';
import { type FollowFrames, FollowStream, type FollowRequest } from './follow-stream.js';
import { OpenStreams, type StreamBounds } from './open-streams.js';

/** Credentials and groups are looked at again after so many looks. */
const LOOKS_PER_CHECK = 5;

/** What is known of a followed thing without reading it: how far it is, and what decides who may see it. */
export interface FollowedHead {
  readonly rev: number;
}

/** Who follows a thing. */
export interface Follower<H extends FollowedHead> {
  /** Id of the account. */
  readonly account: string;
  /** Whether it may still follow a thing of this head. */
  readonly isAdmitted: (head: H) => Promise<boolean>;
}

/** Where things are looked up that are followed. */
export interface FollowSource<G extends FollowedHead, H extends FollowedHead> {
  /** Null for one that is gone. */
  readonly find: (id: string) => Promise<G | null>;
  /** How far they are, in one query however many there are. */
  readonly heads: (ids: readonly string[]) => Promise<ReadonlyMap<string, H>>;
  readonly frames: FollowFrames<G>;
}

interface KnownFollower<H extends FollowedHead> extends Follower<H> {
  readonly id: string;
}

/** The things of one kind that are followed on this node, each as long as its follower may see it. */
export class FollowStreams<G extends FollowedHead, H extends FollowedHead> {
  readonly #open: OpenStreams<FollowStream<G>, KnownFollower<H>>;
  #looks = 0;

  constructor(
    private readonly source: FollowSource<G, H>,
    bounds: StreamBounds,
  ) {
    this.#open = new OpenStreams(bounds);
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Begins to follow a thing that the caller may see.
   * @throws AppError `too-many-requests` (`too-many-streams`); `unavailable` while the server stops.
   */
  open(id: string, request: FollowRequest, follower: Follower<H>): Readable {
    const { account, isAdmitted } = follower;
    const known = { id, account, isAdmitted };
    this.#open.assertRoom(known);
    const { find, frames } = this.source;
    return this.#open.add(new FollowStream(() => find(id), frames, request), known);
  }

  /** As `WatchedStreams.accounts`. */
  accounts(): readonly string[] {
    return this.#open.accounts();
  }

  /** As `WatchedStreams.endOf`. */
  endOf(accounts: ReadonlySet<string>): void {
    this.#open.endOf(accounts);
  }

  /** The thing has changed on this node. */
  wake(id: string): void {
    for (const { stream, reader } of this.#open.all()) if (reader.id === id) stream.wake();
  }

  /** Ends all of it, and begins nothing any more. */
  close(): void {
    this.#open.close();
  }

  /** Finds what happened on other nodes, readers who do not read, and who may not follow any more. */
  async look(): Promise<void> {
    if (this.#open.size === 0) return;
    const heads = await this.source.heads(this.#open.all().map(({ reader }) => reader.id));
    this.#open.cutStuck();
    for (const { stream, reader } of this.#open.all()) {
      if (heads.get(reader.id)?.rev !== stream.rev) stream.wake();
    }
    this.#looks += 1;
    if (this.#looks % LOOKS_PER_CHECK !== 0) return;
    await this.#open.endUnless(async ({ reader }) => {
      const head = heads.get(reader.id);
      return !head || (await reader.isAdmitted(head));
    });
  }
}
