import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type AuditedChange } from '../../../platform/request-context/audited-change.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { readableJson, sealJson } from '../changes/sealed-json.js';
import { type StoredChange } from '../changes/service-change.js';
import { maskLeaves } from '../restconf/secret-leaves.js';
import { type ItemToSave } from '../changes/save-run.js';
import { type StoredInstance } from '../stored/service-instance.js';
import { ServiceInstancesRepository } from '../stored/service-instances.repository.js';

/** An instance as it may be shown: secrets masked. */
export interface ShownInstance extends StoredInstance {
  readonly instance: JsonObject;
}

/** Instances that were saved through the platform, as they were sent last. */
@Injectable()
export class SavedInstancesService {
  constructor(
    private readonly instances: ServiceInstancesRepository,
    private readonly secrets: SecretBox,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  async list(part: StoredList): Promise<Page<ShownInstance>> {
    const { items, total } = await this.instances.list(part);
    return { items: items.map((stored) => this.shown(stored)), total };
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<ShownInstance> {
    const found = await this.instances.find(id);
    if (!found) throw notFound('Service instance', id);
    return this.shown(found);
  }

  /** Keeps what was saved. @returns the change, for the audit trail. */
  async keep(
    change: StoredChange,
    { servicePath, xpath, instance }: ItemToSave,
    target: readonly string[],
  ): Promise<AuditedChange> {
    const now = this.clock.now();
    const { username } = change.by;
    const kept: StoredInstance = {
      _id: this.ids.next(),
      adapterId: change.adapterId ?? '',
      adapterName: change.adapterName ?? '',
      servicePath,
      xpath,
      xpathFolded: foldText(xpath),
      content: sealJson(this.secrets, instance) ?? '',
      options: change.options,
      changeId: change._id,
      target: [...target],
      revision: 1,
      created: now,
      createdBy: username,
      updated: now,
      updatedBy: username,
    };
    const before = await this.instances.keep(kept);
    return {
      object: { type: 'service-instance', id: before?._id ?? kept._id, name: xpath },
      before: before && audited(this.shown(before)),
      after: audited({ ...kept, instance: maskLeaves(instance) }),
    };
  }

  /** Forgets an instance. @returns the change, or undefined when it has changed meanwhile. */
  async forget(stored: ShownInstance): Promise<AuditedChange | undefined> {
    const { _id, revision, xpath } = stored;
    if (!(await this.instances.remove(_id, revision))) return undefined;
    const object = { type: 'service-instance', id: _id, name: xpath } as const;
    return { object, before: audited(stored), after: null };
  }

  private shown(stored: StoredInstance): ShownInstance {
    const content = stored.content === '' ? {} : readableJson(this.secrets, stored.content);
    return { ...stored, instance: maskLeaves(content) };
  }
}

function audited({ adapterName, xpath, instance, changeId }: ShownInstance): JsonObject {
  return { adapter: adapterName, xpath, instance, changeId };
}
