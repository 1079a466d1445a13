import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../kernel/principal.js';
import { Clock } from '../../../kernel/clock.js';
import { IdSource } from '../../../kernel/ids.js';
import { ServiceChangeItemsRepository } from '../changes/service-change-items.repository.js';
import { ServiceChangesRepository } from '../changes/service-changes.repository.js';
import { itemId, type ItemResult, type StoredChange } from '../changes/service-change.js';
import { type Orchestrator } from '../orchestrator-client.service.js';
import { adapterOf } from '../saving/change-records.service.js';
import { type StoredInstance } from '../stored/service-instance.js';

/** Writes down that an instance is to be deleted before it is, and what came of it. */
@Injectable()
export class DeletionRecordsService {
  constructor(
    private readonly changes: ServiceChangesRepository,
    private readonly items: ServiceChangeItemsRepository,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  async add(
    { servicePath, xpath, content, options }: StoredInstance,
    orchestrator: Orchestrator | null,
    { id: accountId, username, provenance }: Principal,
  ): Promise<StoredChange> {
    const now = this.clock.now();
    const change: StoredChange = {
      _id: this.ids.next(),
      requestHash: '',
      kind: 'delete',
      state: 'running',
      isBackground: false,
      isAtomic: false,
      ...adapterOf(orchestrator),
      options,
      total: 1,
      by: { accountId, username, provenance },
      created: now,
      finished: null,
      attempt: this.ids.next(),
    };
    await this.items.add([
      {
        _id: itemId(change._id, 0),
        changeId: change._id,
        position: 0,
        pointer: '#',
        servicePath,
        xpath,
        content,
        keyLeaves: [],
        created: now,
        demandedHash: null,
        isSent: false,
        outcome: null,
        action: 'delete',
        target: [],
        error: null,
        planHash: null,
        dryrun: null,
        reverse: null,
      },
    ]);
    await this.changes.insert(change);
    return change;
  }

  /** From now on nobody knows whether it was deleted, until the result is noted. */
  async noteSent({ _id }: StoredChange): Promise<void> {
    await this.items.noteSent([itemId(_id, 0)]);
  }

  async end(change: StoredChange, result: ItemResult): Promise<void> {
    await this.items.noteResult(itemId(change._id, 0), { ...result, action: 'delete' });
    await this.changes.end(change, 'finished');
  }
}
