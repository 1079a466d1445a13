import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ActiveAccounts } from '../../platform/auth/active-accounts.js';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';

const LOOK_MS = 1000;

/** Streams of one kind that are open on this node. */
export interface WatchedStreams {
  /** Ids of the accounts that read them. */
  readonly accounts: () => readonly string[];
  /** Ends those of these accounts. */
  readonly endOf: (accounts: ReadonlySet<string>) => void;
}

/** Ends what an account reads on this node once the account is closed, wherever that was done. */
@Injectable()
export class AccountStreams implements OnModuleInit {
  readonly #watched = new Set<WatchedStreams>();

  constructor(
    private readonly active: ActiveAccounts,
    private readonly tasks: BackgroundTasks,
  ) {}

  onModuleInit(): void {
    this.tasks.every('accounts of open streams', LOOK_MS, () => this.look());
  }

  watch(streams: WatchedStreams): void {
    this.#watched.add(streams);
  }

  /** One query for the accounts of all streams, none where nothing is open. */
  async look(): Promise<void> {
    const accounts = new Set([...this.#watched].flatMap((streams) => streams.accounts()));
    if (accounts.size === 0) return;
    for (const id of await this.active.activeAmong([...accounts])) accounts.delete(id);
    // What has been opened meanwhile was not asked for: those that are left were, and are closed.
    if (accounts.size === 0) return;
    for (const streams of this.#watched) streams.endOf(accounts);
  }
}
