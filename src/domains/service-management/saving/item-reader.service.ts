import { Injectable } from '@nestjs/common';
import { invariant } from '../../../kernel/invariant.js';
import { isJsonObject } from '../../../kernel/json.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { unsealJson } from '../changes/sealed-json.js';
import { ServiceChangeItemsRepository } from '../changes/service-change-items.repository.js';
import { type StoredChangeItem } from '../changes/service-change.js';
import { readInstancePath } from '../restconf/instance-path.js';
import { type ItemToSave } from '../changes/save-run.js';

/** What is saved by one commit. */
export type Unit = readonly { readonly item: StoredChangeItem; readonly work: ItemToSave }[];

/** Reads the instances of changes as they are to be saved. */
@Injectable()
export class ItemReaderService {
  constructor(
    private readonly items: ServiceChangeItemsRepository,
    private readonly secrets: SecretBox,
  ) {}

  /** @throws AppError where no key of this server opens what was kept; `isUnreadable` tells. */
  async list(changeId: string, skip: number, limit: number): Promise<Unit> {
    const items = await this.items.list(changeId, { skip, limit });
    return items.map((item) => ({ item, work: this.workOf(item) }));
  }

  private workOf(item: StoredChangeItem): ItemToSave {
    const { _id: id, pointer, servicePath, xpath, keyLeaves, content, demandedHash } = item;
    const instance = unsealJson(this.secrets, content);
    const reading = readInstancePath(servicePath);
    invariant(reading.kind === 'read' && isJsonObject(instance), 'only what was read is kept');
    const place = { id, pointer, servicePath, path: reading.path, xpath };
    return { ...place, keyLeaves, instance, demandedHash };
  }
}
