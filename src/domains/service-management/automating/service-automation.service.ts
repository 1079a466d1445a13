import { Injectable } from '@nestjs/common';
import { invariant } from '../../../kernel/invariant.js';
import { type Principal } from '../../../kernel/principal.js';
import { ChangeReaderService } from '../changes/change-reader.service.js';
import { AdapterChoiceService } from '../saving/adapter-choice.service.js';
import { readSaveRequest, type SaveInput } from '../saving/read-save-request.js';
import { SaveRequestsService } from '../saving/save-requests.service.js';
import { toSavedItem } from '../changes/to-answers.js';

/** What became of one instance. */
export type SavedInstance = ReturnType<typeof toSavedItem>;

/** In whose name an automation works. */
export interface ServiceUsers {
  /** Who has done it, for the record of the change. */
  readonly principal: Principal;
  /** Who answers for it as well: the adapter must admit all of them. */
  readonly others: readonly Principal[];
}

/** Service instances for automations of other domains. */
@Injectable()
export class ServiceAutomationService {
  constructor(
    private readonly requests: SaveRequestsService,
    private readonly changes: ChangeReaderService,
    private readonly adapters: AdapterChoiceService,
  ) {}

  /**
   * Saves instances; with the option `dryrun`, says what that would do.
   * @param key the same key saves once, however often it is tried.
   * @throws AppError as `SaveRequestsService.save`.
   */
  async save(
    input: SaveInput,
    { principal, others }: ServiceUsers,
    key: string,
  ): Promise<readonly SavedInstance[]> {
    const { adapterId } = readSaveRequest(input).options;
    for (const one of others) await this.adapters.choose(adapterId, false, one);
    const change = await this.requests.save(input, { principal, key, isPatient: false });
    const items = await this.changes.itemsOf(change._id, { skip: 0, limit: change.total });
    return items.map(toSavedItem);
  }

  /** The adapter that is named, else the single enabled one. @throws AppError as `AdapterChoiceService.choose`. */
  async adapterFor(named: string | undefined, principal: Principal): Promise<string> {
    const orchestrator = await this.adapters.choose(named, true, principal);
    invariant(orchestrator, 'an orchestrator was asked for');
    return orchestrator.id;
  }
}
