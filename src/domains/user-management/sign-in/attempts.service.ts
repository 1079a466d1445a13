import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { networkOf } from '../../../platform/auth/network-of.js';
import {
  addressSubject,
  type AttemptSubject,
  nameSubject,
  pairsOf,
  pairSubject,
  strangerSubject,
} from './attempt-subjects.js';
import { afterFailure, type Attempts, blockedForMs, forgottenAt } from './attempts.js';
import { AttemptsRepository } from './attempts.repository.js';
import { type StoredAttempts } from './attempts.schema.js';
import { KeyedMutex } from '../../../platform/concurrency/keyed-mutex.js';
import { allForgottenAt, isKnown, withKnown } from './known-networks.js';

/** A failure that could not be written this often was overtaken by others, which were counted. */
const WRITES_MAX = 5;
const RECORDS_MAX = 100_000;
const TRIM_AT_ONCE_MAX = 10_000;

/** Whose failures decide about one attempt. */
interface AttemptSubjects {
  readonly address: AttemptSubject;
  readonly pair: AttemptSubject;
  readonly name: AttemptSubject;
  /** Of the address. */
  readonly network: string;
}

/** Limits failed sign-in attempts, per user name and per address, over all nodes (ADR 0042). */
@Injectable()
export class AttemptsService {
  private readonly queue = new KeyedMutex();

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs one attempt; null from `verify` means that it failed. Attempts from one address, and of one
   * name from addresses where it is not known, run one after the other: a thousand at the same moment
   * would all find the way free.
   * @throws AppError `too-many-requests` before `verify` runs, with the time to wait.
   */
  async attempt<T>(
    usernameFolded: string,
    address: string,
    verify: () => Promise<T | null>,
  ): Promise<T | null> {
    const subjects = {
      address: addressSubject(address),
      pair: pairSubject(usernameFolded, address),
      name: nameSubject(usernameFolded),
      network: networkOf(address),
    };
    const run = (): Promise<T | null> => this.run(subjects, verify);
    // Always the address first: two locks taken in one order cannot block each other.
    return this.queue.take(subjects.address.key, async () => {
      const ofName = await this.attempts.find(subjects.name.key);
      // Its owner does not queue behind those who guess.
      if (isKnown(ofName?.known ?? [], subjects.network, this.clock.now())) return run();
      return this.queue.take(subjects.name.key, run);
    });
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

  /** Which of the names must wait at the moment, at one address at least, because too many tries failed. */
  async lockedNames(usernamesFolded: readonly string[]): Promise<ReadonlySet<string>> {
    const subjects = usernamesFolded.map((name) => ({ name, ...nameSubject(name) }));
    const known = await this.attempts.findAll(subjects.map(({ key }) => key));
    const now = this.clock.now();
    const locked = subjects.filter(({ key }) => (known.get(key)?.lockedUntil ?? now) > now);
    return new Set(locked.map(({ name }) => name));
  }

  /** Forgets the failures of a name, so that it may be tried again at once, from everywhere. */
  async forgive(usernameFolded: string): Promise<void> {
    await this.attempts.removeBelow(pairsOf(usernameFolded));
    await this.attempts.remove(nameSubject(usernameFolded).key);
  }

  /** Removes records without effect, and those with the least effect when there are too many. */
  async sweep(): Promise<void> {
    await this.attempts.removeForgotten(this.clock.now());
    await this.attempts.trim(RECORDS_MAX, TRIM_AT_ONCE_MAX);
  }

  private async run<T>(
    subjects: AttemptSubjects,
    verify: () => Promise<T | null>,
  ): Promise<T | null> {
    const { address, pair, name, network } = subjects;
    const records = await this.attempts.findAll([address.key, pair.key, name.key]);
    const now = this.clock.now();
    const isOwners = isKnown(records.get(name.key)?.known ?? [], network, now);
    const waits = [address, pair, ...(isOwners ? [] : [name])].map(({ key, policy }) =>
      blockedForMs(records.get(key) ?? null, now, policy),
    );
    assertFree(Math.max(...waits));
    const outcome = await verify();
    if (outcome === null) await this.failed(subjects);
    else {
      // Address and name keep their failures: knowing one password must not pay for guessing others.
      if (records.has(pair.key)) await this.attempts.remove(pair.key);
      await this.know(name, network, records.get(name.key) ?? null);
    }
    return outcome;
  }

  private async failed({ address, pair, name }: AttemptSubjects): Promise<void> {
    const [ofPair] = await Promise.all([this.fail(pair), this.fail(address)]);
    await this.fail(name, ofPair?.blockedUntil);
  }

  /** @returns what is stored by now; null when others were faster. */
  private async fail(
    { key, policy }: AttemptSubject,
    lockedUntil?: Date,
  ): Promise<Attempts | null> {
    for (let write = 0; write < WRITES_MAX; write += 1) {
      const present = await this.attempts.find(key);
      const next = afterFailure(present, this.clock.now(), policy);
      const ends = [next.blockedUntil, lockedUntil ?? next.blockedUntil, present?.lockedUntil];
      const record = {
        _id: key,
        ...next,
        forgotten: latest([forgottenAt(next, policy), allForgottenAt(present?.known ?? [])]),
        ...(lockedUntil && { lockedUntil: latest(ends) }),
      };
      if (await this.attempts.replace(present, record)) return next;
    }
    return null;
  }

  /** Remembers that the name was signed in with from there. A mark that is lost is set the next time. */
  private async know(
    { key, policy }: AttemptSubject,
    network: string,
    present: StoredAttempts | null,
  ): Promise<void> {
    const now = this.clock.now();
    const before = present?.known ?? [];
    const known = withKnown(before, network, now);
    if (known === before && (present?.lockedUntil ?? now) <= now) return;
    const { failures, lastFailure, blockedUntil } = present ?? CLEAN;
    const attempts = { failures, lastFailure, blockedUntil };
    await this.attempts.replace(present, {
      _id: key,
      ...attempts,
      known,
      lockedUntil: blockedUntil,
      forgotten: latest([forgottenAt(attempts, policy), allForgottenAt(known)]),
    });
  }
}

const CLEAN: Attempts = { failures: 0, lastFailure: new Date(0), blockedUntil: new Date(0) };

function latest(times: readonly (Date | undefined)[]): Date {
  return new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));
}

function assertFree(waitMs: number): void {
  if (waitMs <= 0) return;
  throw new AppError('too-many-requests', 'Too many failed sign-ins; try again later', {
    code: 'too-many-attempts',
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}
