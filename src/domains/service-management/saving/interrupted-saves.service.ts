import { Injectable } from '@nestjs/common';
import { type JsonObject } from '../../../kernel/json.js';
import { type AuditedChange } from '../../../platform/request-context/audited-change.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { readableJson } from '../changes/sealed-json.js';
import { ServiceChangeItemsRepository } from '../changes/service-change-items.repository.js';
import { ServiceChangesRepository } from '../changes/service-changes.repository.js';
import { type StoredChange, type StoredChangeItem, undone } from '../changes/service-change.js';
import { ServiceInstancesRepository } from '../stored/service-instances.repository.js';
import { maskLeaves } from '../restconf/secret-leaves.js';
import { SaveJournalService } from './save-journal.service.js';

const UNKNOWN = undone('unknown', 'The node that sent it was stopped before an answer came');
const NOT_SENT = undone(
  'not-sent',
  'Not sent: the node was stopped, and nobody waits for the rest',
);

/** Brings requests to an end whose node was stopped while somebody waited for the answer. */
@Injectable()
export class InterruptedSavesService {
  constructor(
    private readonly changes: ServiceChangesRepository,
    private readonly items: ServiceChangeItemsRepository,
    private readonly instances: ServiceInstancesRepository,
    private readonly journal: SaveJournalService,
    private readonly secrets: SecretBox,
  ) {}

  /** Says of every item what can be known, and writes the audit entry that the node could not write. */
  async settle(change: StoredChange): Promise<void> {
    const { _id, total } = change;
    await this.items.settleSent(_id, UNKNOWN);
    await this.items.settleRest(_id, NOT_SENT);
    if (!(await this.changes.end(change, 'interrupted'))) return;
    const items = await this.items.list(_id, { skip: 0, limit: total });
    const saved =
      change.kind === 'save' ? items.filter(({ outcome }) => outcome === 'succeeded') : [];
    const told = await Promise.all(saved.map((item) => this.toldOf(change, item)));
    await this.journal.tellAlone(change, told, 'interrupted');
    await this.journal.ended(change, await this.items.count(_id));
  }

  private async toldOf(change: StoredChange, item: StoredChangeItem): Promise<AuditedChange> {
    const found = await this.instances.findAt(change.adapterId ?? '', item.xpath);
    const instance = maskLeaves(readableJson(this.secrets, item.content));
    const after: JsonObject = { xpath: item.xpath, instance, changeId: change._id };
    const object = {
      type: 'service-instance',
      id: found?._id ?? item._id,
      name: item.xpath,
    } as const;
    // What it was before went with the node.
    return { object, before: item.action === 'update' ? {} : null, after };
  }
}
