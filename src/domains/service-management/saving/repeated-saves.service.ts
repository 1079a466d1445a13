import { Injectable } from '@nestjs/common';
import { AppError, conflict } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { ServiceChangeItemsRepository } from '../changes/service-change-items.repository.js';
import { ServiceChangesRepository } from '../changes/service-changes.repository.js';
import { type StoredChange } from '../changes/service-change.js';
import { InterruptedSavesService } from './interrupted-saves.service.js';

/** As long as idempotency keys keep the answers of requests. */
const KEY_MS = 24 * 60 * 60_000;

/** What tells requests apart. */
export interface RequestIdentity {
  readonly requestKey: string | undefined;
  readonly requestHash: string;
}

/**
 * Finds what became of a request that comes again. Idempotency answers repeats of what was answered; here
 * are those of which the answer was lost with its node.
 */
@Injectable()
export class RepeatedSavesService {
  constructor(
    private readonly changes: ServiceChangesRepository,
    private readonly items: ServiceChangeItemsRepository,
    private readonly interrupted: InterruptedSavesService,
    private readonly clock: Clock,
  ) {}

  /**
   * The change of the same request; null when it is new, or nothing of it was ever sent.
   * @throws AppError `idempotency-key-reused` for another request; `conflict` while it is under way
   *   (`idempotency-key-in-use`), or when it was cut off (`save-interrupted`).
   */
  async find({ requestKey, requestHash }: RequestIdentity): Promise<StoredChange | null> {
    if (requestKey === undefined) return null;
    const found = await this.changes.findByRequest(requestKey);
    if (!found) return null;
    const isOld = found.created.getTime() + KEY_MS < this.clock.now().getTime();
    if (isOld) return this.forgotten(found);
    if (found.requestHash !== requestHash) throw reused();
    return this.outcomeOf(found);
  }

  private async outcomeOf(found: StoredChange): Promise<StoredChange | null> {
    if (found.state === 'finished' || found.isBackground) return found;
    if (found.state === 'running') await this.cutOff(found);
    const { succeeded, failed, unknown } = await this.items.count(found._id);
    if (succeeded + failed + unknown === 0) return this.forgotten(found);
    throw conflict(
      `The request was cut off: ${succeeded} saved, ${failed} failed, of ${unknown} it is not known; ` +
        `see change ${found._id}. It was not carried out again`,
      'save-interrupted',
    );
  }

  /** Nobody is at it any more, or somebody still is. */
  private async cutOff(found: StoredChange): Promise<void> {
    const taken = await this.changes.takeOver(found);
    if (!taken) {
      throw new AppError('conflict', 'The same request is being carried out', {
        code: 'idempotency-key-in-use',
        retryAfterSeconds: 2,
      });
    }
    await this.interrupted.settle(taken);
  }

  private async forgotten({ _id }: StoredChange): Promise<null> {
    await this.changes.forgetRequest(_id);
    return null;
  }
}

function reused(): AppError {
  return new AppError(
    'idempotency-key-reused',
    'This Idempotency-Key was used before with other input',
  );
}
