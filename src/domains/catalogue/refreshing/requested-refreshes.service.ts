import { type IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type OperationProgress } from '../../../platform/tracking/operation-progress.js';
import { type OperationAbout } from '../../../platform/tracking/tracked-operation.js';
import { CatalogueRefreshService } from './catalogue-refresh.service.js';
import { type ReadingProgress } from '../index/reading-steps.js';
import { type RepositoryStatus } from './repository-status.js';
import { RepositoryStatusService } from './repository-status.service.js';
import { RepositoryWebhooksService } from './repository-webhooks.service.js';
import { webhookClaim } from './webhook-claim.js';

/** A reading that was not begun yet. */
export interface PreparedRefresh {
  readonly about: OperationAbout;
  readonly work: (progress: OperationProgress) => Promise<RepositoryStatus>;
}

/** Reads a repository because somebody asks for it. */
@Injectable()
export class RequestedRefreshesService {
  constructor(
    private readonly catalogue: CatalogueRefreshService,
    private readonly statuses: RepositoryStatusService,
    private readonly webhooks: RepositoryWebhooksService,
  ) {}

  /** What goes on while a repository is read, and how it is read. @throws AppError `not-found` */
  async prepare(name: string): Promise<PreparedRefresh> {
    await this.statuses.get(name);
    const about = { kind: 'refresh', subject: name, isCancellable: true } as const;
    return { about, work: (progress) => this.refresh(name, progress) };
  }

  /**
   * Lets a repository be read soon because its registry says that it has changed.
   * @throws AppError `unauthenticated` as `RepositoryWebhooksService.ask` does
   */
  async ask(name: string, headers: IncomingHttpHeaders, body: Buffer): Promise<void> {
    await this.webhooks.ask(name, webhookClaim(headers, body));
    this.catalogue.hurry();
  }

  /**
   * Reads a repository to its end. One whose registry wants a pause is not read to its end, and goes
   * on by itself: that is no failure.
   * @throws AppError `not-found`, `conflict` as `CatalogueRefreshService.read` does; `upstream-failed`
   *   when it cannot be read: the last index is kept.
   */
  async refresh(name: string, { signal, report }: OperationProgress): Promise<RepositoryStatus> {
    const before = await this.statuses.get(name);
    const follower = (progress: ReadingProgress): void => {
      report(figuresOf(progress));
    };
    await this.catalogue.read(name, { follower, signal });
    const after = await this.statuses.get(name);
    const object = { type: 'repository-config', id: name, name } as const;
    noteChange({ object, before: noted(before), after: noted(after) });
    if (after.state === 'failed') {
      const reason = after.lastError?.message ?? 'it cannot be read';
      throw new AppError('upstream-failed', `'${name}' was not read to its end: ${reason}`);
    }
    return after;
  }
}

function figuresOf({ done, total, versions, read }: ReadingProgress): {
  readonly done: number;
  readonly total: number | null;
  readonly step: string;
} {
  return { done, total, step: `${versions} versions found, ${read} of them read` };
}

/** What a reading changes, as the audit trail shows it. */
function noted({ state, lastSuccess, packages, versions }: RepositoryStatus): JsonObject {
  return { state, lastSuccess: lastSuccess?.toISOString() ?? null, packages, versions };
}
