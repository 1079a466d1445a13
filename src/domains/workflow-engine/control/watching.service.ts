import { Injectable } from '@nestjs/common';
import { conflict } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type StoredJob } from '../store/stored-job.js';
import { JobReaderService } from '../listing/job-reader.service.js';
import { auditedJob } from './audited-job.js';
import { WatchersRepository } from './watchers.repository.js';

/** Callers who want to hear of a job, or no longer do. */
@Injectable()
export class WatchingService {
  constructor(
    private readonly reader: JobReaderService,
    private readonly watchers: WatchersRepository,
  ) {}

  /** @throws AppError `not-found`, `conflict` for a job that has as many watchers as it may. */
  async watch(id: string, principal: Principal): Promise<StoredJob> {
    const before = await this.reader.visible(id, principal);
    if (!(await this.watchers.add(id, principal.username)))
      throw conflict('The job has as many watchers as it may have', 'too-many-watchers');
    return this.changed(before, principal);
  }

  /** @throws AppError `not-found` */
  async unwatch(id: string, principal: Principal): Promise<StoredJob> {
    const before = await this.reader.visible(id, principal);
    await this.watchers.remove(id, principal.username);
    return this.changed(before, principal);
  }

  private async changed(before: StoredJob, principal: Principal): Promise<StoredJob> {
    const after = await this.reader.visible(before._id, principal);
    noteChange({ object: auditedJob(after), before: watchersOf(before), after: watchersOf(after) });
    return after;
  }
}

function watchersOf({ watchers }: StoredJob): JsonObject {
  return { watchers: [...watchers] };
}
