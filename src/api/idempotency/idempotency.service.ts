import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError } from '../../kernel/app-error.js';
import { Clock } from '../../kernel/clock.js';
import { IdSource } from '../../kernel/ids.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { SecretBox } from '../../platform/secrets/secret-box.js';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { fingerprint } from './fingerprint.js';
import { idempotencyOutcome } from './idempotency-outcome.js';
import { type IdempotencyRecord, type KeptAnswer } from './idempotency-record.js';
import { IdempotencyRepository } from './idempotency.repository.js';

const KEPT_MS = 24 * 60 * 60_000;
/** A node that has not moved its lease on for this long is dead. */
const LEASE_MS = 30_000;
const LEASE_EXTENSION_MS = 10_000;
const SWEEP_MS = 10 * 60_000;

/** What makes a request the same as another: who, what, which key, and with which input. */
export interface IdempotentRequest {
  readonly caller: string;
  readonly operationId: string;
  readonly key: string;
  readonly input: unknown;
}

/** Either the first answer, to be given again, or leave to carry the request out. */
export type Admission =
  | { readonly kind: 'replay'; readonly answer: KeptAnswer }
  | { readonly kind: 'run'; readonly attempt: IdempotencyRecord };

/** Sees to it that a request with an idempotency key is carried out once, on whichever node (ADR 0032). */
@Injectable()
export class IdempotencyService implements OnModuleInit {
  // eslint-disable-next-line max-params -- one more than a service should have: time, ids, log, tasks, storage, keys
  constructor(
    private readonly records: IdempotencyRepository,
    private readonly clock: Clock,
    private readonly ids: IdSource,
    private readonly box: SecretBox,
    private readonly tasks: BackgroundTasks,
    private readonly log: AppLogger,
  ) {}

  onModuleInit(): void {
    this.tasks.every('sweep of idempotency keys', SWEEP_MS, () =>
      this.records.deleteExpired(this.clock.now()),
    );
  }

  /**
   * @throws AppError `idempotency-key-reused` when the key came with other input before, `conflict`
   * (`idempotency-key-in-use`) while the first request still runs.
   */
  async admit(request: IdempotentRequest): Promise<Admission> {
    const attempt = this.newAttempt(request);
    if (await this.records.insert(attempt)) return { kind: 'run', attempt };
    const stored = await this.records.find(attempt._id);
    // Released between the two calls: whoever released it is done, so this is the next attempt.
    if (stored === null) throw inUse(1);
    const isSameInput = this.box.matches(fingerprint(request.input), stored.fingerprint);
    const outcome = idempotencyOutcome(stored, isSameInput, this.clock.now());
    if (outcome.kind === 'replay') return outcome;
    if (outcome.kind === 'other-input') throw otherInput();
    if (outcome.kind === 'running') throw inUse(outcome.retryAfterSeconds);
    if (await this.records.takeOver(stored, attempt)) return { kind: 'run', attempt };
    throw inUse(1);
  }

  /** Carries the request out while moving the lease on; keeps its answer, or frees the key when it fails. */
  async carryOut<T>(
    { _id, attempt }: IdempotencyRecord,
    work: () => Promise<T>,
    toAnswer: (value: T) => KeptAnswer,
  ): Promise<T> {
    const lease = setInterval(() => {
      void this.tryTo(this.records.extendLease(_id, attempt, this.leaseEnd()));
    }, LEASE_EXTENSION_MS);
    // A request that hangs must not keep a process alive that wants to end.
    lease.unref();
    try {
      const value = await work();
      const answer = toAnswer(value);
      await this.tryTo(
        answer.status >= 400
          ? this.records.release(_id, attempt)
          : this.records.finish(_id, attempt, answer),
      );
      return value;
    } catch (error) {
      await this.tryTo(this.records.release(_id, attempt));
      throw error;
    } finally {
      clearInterval(lease);
    }
  }

  /** What became of the request stands by now; that a key cannot be kept or freed does not change it. */
  private async tryTo(change: Promise<void>): Promise<void> {
    try {
      await change;
    } catch (error) {
      this.log.warn({ err: error }, 'idempotency key could not be updated');
    }
  }

  private newAttempt({ caller, operationId, key, input }: IdempotentRequest): IdempotencyRecord {
    return {
      _id: fingerprint([caller, operationId, key]),
      attempt: this.ids.next(),
      fingerprint: this.box.hash(fingerprint(input)),
      leaseUntil: this.leaseEnd(),
      expiresAt: new Date(this.clock.now().getTime() + KEPT_MS),
      answer: null,
    };
  }

  private leaseEnd(): Date {
    return new Date(this.clock.now().getTime() + LEASE_MS);
  }
}

function inUse(retryAfterSeconds: number): AppError {
  return new AppError(
    'conflict',
    'A request with this Idempotency-Key is still being carried out',
    {
      code: 'idempotency-key-in-use',
      retryAfterSeconds,
    },
  );
}

function otherInput(): AppError {
  return new AppError(
    'idempotency-key-reused',
    'This Idempotency-Key was used before with other input',
  );
}
