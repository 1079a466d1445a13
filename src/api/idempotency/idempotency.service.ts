import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError, conflict } from '../../kernel/app-error.js';
import { IdSource } from '../../kernel/ids.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { SecretBox } from '../../platform/secrets/secret-box.js';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { whileRenewed } from '../../platform/work/while-renewed.js';
import { fingerprint } from './fingerprint.js';
import { toAppError } from '../problems/to-app-error.js';
import { changedNothing, idempotencyOutcome, type KnownUse } from './idempotency-outcome.js';
import { type KeptAnswer } from './idempotency-record.js';
import { IdempotencyRepository, LEASE_MS, type NewUse } from './idempotency.repository.js';

const RENEWAL_MS = LEASE_MS / 3;
const SWEEP_MS = 10 * 60_000;

/** What makes a request the same as another: who, what, which key, and with which input. */
export interface IdempotentRequest {
  readonly caller: string;
  readonly operationId: string;
  readonly key: string;
  readonly input: unknown;
  /** Whether the operation knows its own repeats, and makes nothing twice of them. */
  readonly knowsRepeats: boolean;
}

/** Either the first answer, to be given again, or leave to carry the request out. */
export type Admission =
  | { readonly kind: 'replay'; readonly answer: KeptAnswer }
  | { readonly kind: 'run'; readonly attempt: NewUse };

/** Sees to it that a request with an idempotency key is carried out once, on whichever node (ADR 0032). */
@Injectable()
export class IdempotencyService implements OnModuleInit {
  constructor(
    private readonly records: IdempotencyRepository,
    private readonly ids: IdSource,
    private readonly box: SecretBox,
    private readonly tasks: BackgroundTasks,
    private readonly log: AppLogger,
  ) {}

  onModuleInit(): void {
    this.tasks.every('sweep of idempotency keys', SWEEP_MS, () => this.records.deleteExpired());
  }

  /**
   * @throws AppError `idempotency-key-reused` when the key came with other input before; `conflict` while the
   * first request still runs (`idempotency-key-in-use`), or when nobody knows what came of it
   * (`idempotency-outcome-unknown`).
   */
  async admit(request: IdempotentRequest): Promise<Admission> {
    const attempt = this.newAttempt(request);
    const known = await this.used(attempt);
    if (known === null || known.attempt === attempt.attempt) return { kind: 'run', attempt };
    const isSameInput = this.box.matches(fingerprint(request.input), known.fingerprint);
    const outcome = idempotencyOutcome(known, isSameInput);
    if (outcome.kind === 'replay') return outcome;
    if (outcome.kind === 'other-input') throw otherInput();
    if (outcome.kind === 'running') throw inUse(outcome.retryAfterSeconds);
    if (!request.knowsRepeats) throw outcomeUnknown();
    if (await this.records.takeOver(attempt._id, known.attempt, attempt.attempt)) {
      return { kind: 'run', attempt };
    }
    throw inUse(1);
  }

  /** Carries the request out while moving the lease on; keeps its answer, or what its failure says of the key. */
  async carryOut<T>(
    { _id, attempt }: NewUse,
    work: () => Promise<T>,
    toAnswer: (value: T) => KeptAnswer,
  ): Promise<T> {
    const renew = async (): Promise<boolean> =>
      (await this.tryTo(this.records.renew(_id, attempt))) ?? true;
    try {
      // Nothing ends a request that has begun, not even that its key is somebody else's by now.
      const value = await whileRenewed({ everyMs: RENEWAL_MS, renew }, work);
      const answer = toAnswer(value);
      await this.tryTo(
        answer.status >= 400
          ? this.records.release(_id, attempt)
          : this.records.finish(_id, attempt, answer),
      );
      return value;
    } catch (error) {
      await this.tryTo(
        changedNothing(toAppError(error))
          ? this.records.release(_id, attempt)
          : this.records.abandon(_id, attempt),
      );
      throw error;
    }
  }

  /** A key that was taken although that seemed to fail is given back: nothing was begun. */
  private async used(use: NewUse): Promise<KnownUse | null> {
    try {
      return await this.records.use(use);
    } catch (error) {
      void this.tryTo(this.records.release(use._id, use.attempt));
      throw error;
    }
  }

  /** What became of the request stands by now; that a key cannot be kept or freed does not change it. */
  private async tryTo<T>(change: Promise<T>): Promise<T | undefined> {
    try {
      return await change;
    } catch (error) {
      this.log.warn({ err: error }, 'idempotency key could not be updated');
      return undefined;
    }
  }

  private newAttempt({ caller, operationId, key, input }: IdempotentRequest): NewUse {
    return {
      _id: fingerprint([caller, operationId, key]),
      attempt: this.ids.next(),
      fingerprint: this.box.hash(fingerprint(input)),
    };
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

/** Carrying it out again might do it twice. */
function outcomeUnknown(): AppError {
  return conflict(
    'A request with this Idempotency-Key was begun, and its outcome is not known. Look whether it was carried out; to send it again, take a new key',
    'idempotency-outcome-unknown',
  );
}

function otherInput(): AppError {
  return new AppError(
    'idempotency-key-reused',
    'This Idempotency-Key was used before with other input',
  );
}
