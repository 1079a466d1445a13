import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import {
  addressSubject,
  type AttemptSubject,
  nameSubject,
  strangerSubject,
} from './attempt-subjects.js';
import { afterFailure, blockedForMs, forgottenAt } from './attempts.js';
import { AttemptsRepository } from './attempts.repository.js';
import { KeyedQueue } from './keyed-queue.js';

/** A failure that could not be written this often was overtaken by others, which were counted. */
const WRITES_MAX = 5;
const RECORDS_MAX = 100_000;
const TRIM_AT_ONCE_MAX = 10_000;

/** Limits failed sign-in attempts, per user name and per address, over all nodes (ADR 0042). */
@Injectable()
export class AttemptsService {
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs one attempt; null from `verify` means that it failed. Attempts of one name, and of one
   * address, run one after the other: a thousand at the same moment would all find the way free.
   * @throws AppError `too-many-requests` before `verify` runs, with the time to wait.
   */
  async attempt<T>(
    usernameFolded: string,
    address: string,
    verify: () => Promise<T | null>,
  ): Promise<T | null> {
    const byName = nameSubject(usernameFolded);
    const byAddress = addressSubject(address);
    // Always the address first: two locks taken in one order cannot block each other.
    return this.queue.run(byAddress.key, () =>
      this.queue.run(byName.key, () => this.run(byName, byAddress, verify)),
    );
  }

  /**
   * Counts a credential of an object, such as the token of a trigger, that was found bad. Good ones are
   * kept waiting by nothing: random bits are not guessed, and others may share the address.
   * @throws AppError `too-many-requests` when too many came from there.
   */
  async refuseStranger(address: string): Promise<void> {
    const subject = strangerSubject(address);
    const known = await this.attempts.find(subject.key);
    assertFree(blockedForMs(known, this.clock.now(), subject.policy));
    await this.fail(subject);
  }

  /** Which of the names nobody may try at the moment, because too many tries of them failed. */
  async lockedNames(usernamesFolded: readonly string[]): Promise<ReadonlySet<string>> {
    const subjects = usernamesFolded.map((name) => ({ name, ...nameSubject(name) }));
    const known = await this.attempts.findAll(subjects.map(({ key }) => key));
    const now = this.clock.now();
    const locked = subjects.filter(
      ({ key, policy }) => blockedForMs(known.get(key) ?? null, now, policy) > 0,
    );
    return new Set(locked.map(({ name }) => name));
  }

  /** Forgets the failures of a name, so that it may be tried again at once. */
  async forgive(usernameFolded: string): Promise<void> {
    await this.attempts.remove(nameSubject(usernameFolded).key);
  }

  /** Removes records without effect, and those with the least effect when there are too many. */
  async sweep(): Promise<void> {
    await this.attempts.removeForgotten(this.clock.now());
    await this.attempts.trim(RECORDS_MAX, TRIM_AT_ONCE_MAX);
  }

  private async run<T>(
    byName: AttemptSubject,
    byAddress: AttemptSubject,
    verify: () => Promise<T | null>,
  ): Promise<T | null> {
    const known = await this.attempts.findAll([byName.key, byAddress.key]);
    const now = this.clock.now();
    const waits = [byName, byAddress].map(({ key, policy }) =>
      blockedForMs(known.get(key) ?? null, now, policy),
    );
    assertFree(Math.max(...waits));
    const outcome = await verify();
    if (outcome === null) await Promise.all([this.fail(byName), this.fail(byAddress)]);
    // The address keeps its failures: knowing one password must not pay for guessing others.
    else if (known.has(byName.key)) await this.attempts.remove(byName.key);
    return outcome;
  }

  private async fail({ key, policy }: AttemptSubject): Promise<void> {
    for (let write = 0; write < WRITES_MAX; write += 1) {
      const present = await this.attempts.find(key);
      const next = afterFailure(present, this.clock.now(), policy);
      const forgotten = forgottenAt(next, policy);
      if (await this.attempts.replace(present, { _id: key, ...next, forgotten })) return;
    }
  }
}

function assertFree(waitMs: number): void {
  if (waitMs <= 0) return;
  throw new AppError('too-many-requests', 'Too many failed sign-ins; try again later', {
    code: 'too-many-attempts',
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}
