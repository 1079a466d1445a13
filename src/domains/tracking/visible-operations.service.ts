import { Injectable } from '@nestjs/common';
import { notFound } from '../../kernel/app-error.js';
import { type Page } from '../../kernel/page.js';
import { type Principal } from '../../kernel/principal.js';
import { noteChange } from '../../platform/audit/request-notes.js';
import { type StoredList } from '../../platform/database/lists/stored-filter.js';
import { type TrackedOperation } from '../../platform/tracking/tracked-operation.js';
import { TrackedOperationsService } from '../../platform/tracking/tracked-operations.service.js';
import { assertMayCancel, isSeen, sightOf } from './operation-visibility.js';
import { VisibleOperationsRepository } from './visible-operations.repository.js';

/** Operations for those who may see them: who started one, and the roles of its area. */
@Injectable()
export class VisibleOperationsService {
  constructor(
    private readonly tracked: TrackedOperationsService,
    private readonly operations: VisibleOperationsRepository,
  ) {}

  async list(part: StoredList, principal: Principal): Promise<Page<TrackedOperation>> {
    return this.operations.list(part, sightOf(principal));
  }

  /** @throws AppError `not-found`, also for one that the caller may not see. */
  async get(id: string, principal: Principal): Promise<TrackedOperation> {
    const found = await this.tracked.find(id);
    if (!isSeen(found, sightOf(principal))) throw notFound('Operation', id);
    return found;
  }

  /**
   * Asks for the end of an operation; the answer comes before it.
   * @throws AppError `not-found`; `forbidden` for who may only look; `conflict` (`operation-ended`,
   * `operation-not-cancellable`).
   */
  async cancel(id: string, principal: Principal): Promise<TrackedOperation> {
    const { kind, subject: name, state } = await this.get(id, principal);
    assertMayCancel(principal, kind);
    await this.tracked.cancel(id);
    const object = { type: 'tracked-operation', id, name } as const;
    const facts = { kind, state };
    noteChange({
      object,
      before: { ...facts, cancelRequested: false },
      after: { ...facts, cancelRequested: true },
    });
    return this.tracked.find(id);
  }
}
