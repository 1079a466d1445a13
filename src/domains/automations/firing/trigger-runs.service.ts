import { Injectable } from '@nestjs/common';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { TriggersService } from '../triggers/triggers.service.js';
import { type TriggerRun } from './trigger-run.js';
import { TriggerRunsRepository } from './trigger-runs.repository.js';

/** What came of triggers, for whoever may see their automations. */
@Injectable()
export class TriggerRunsService {
  constructor(
    private readonly triggers: TriggersService,
    private readonly runs: TriggerRunsRepository,
  ) {}

  /** @throws AppError `not-found` */
  async list(triggerId: string, part: StoredList, principal: Principal): Promise<Page<TriggerRun>> {
    await this.triggers.get(triggerId, principal);
    return this.runs.list(triggerId, part);
  }
}
