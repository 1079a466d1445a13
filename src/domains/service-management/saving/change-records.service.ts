import { Injectable } from '@nestjs/common';
import { AppError, conflict } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { IdSource } from '../../../kernel/ids.js';
import { type Principal } from '../../../kernel/principal.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { sealJson } from '../changes/sealed-json.js';
import { ServiceChangeItemsRepository } from '../changes/service-change-items.repository.js';
import { ServiceChangesRepository } from '../changes/service-changes.repository.js';
import { itemId, type StoredChange, type StoredChangeItem } from '../changes/service-change.js';
import { type Orchestrator } from '../orchestrator-client.service.js';
import { type InstanceItem } from '../restconf/instance-item.js';
import { type SaveOrder } from './read-save-request.js';
import { type KeptOptions } from '../changes/save-run.js';

/** What a new change is made of, beside what is to be saved. */
export interface NewChange {
  readonly requestKey: string | undefined;
  readonly requestHash: string;
  readonly orchestrator: Orchestrator | null;
  readonly isBackground: boolean;
  readonly principal: Principal;
}

/** Writes down what is to be done, before anything is. */
@Injectable()
export class ChangeRecordsService {
  constructor(
    private readonly changes: ServiceChangesRepository,
    private readonly items: ServiceChangeItemsRepository,
    private readonly secrets: SecretBox,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `conflict` when the same request is being taken elsewhere; `document-too-large`. */
  async add({ options, items }: SaveOrder, making: NewChange): Promise<StoredChange> {
    const now = this.clock.now();
    const { commit, skipsValidation, atomic } = options;
    const kept: KeptOptions = { commit, skipsValidation };
    const change: StoredChange = {
      ...this.head(making, now),
      kind: commit.dryRun ? 'dry-run' : 'save',
      isAtomic: atomic,
      options: JSON.stringify(kept),
      total: items.length,
    };
    // First the items: whoever finds the head finds them too.
    await this.items.add(items.map((item, position) => this.item(change, item, position)));
    if (await this.changes.insert(change)) return change;
    throw conflict('The same request is being carried out', 'idempotency-key-in-use');
  }

  private head(
    { requestKey, requestHash, orchestrator, isBackground, principal }: NewChange,
    now: Date,
  ): Omit<StoredChange, 'kind' | 'isAtomic' | 'options' | 'total'> {
    const { id: accountId, username, provenance } = principal;
    return {
      _id: this.ids.next(),
      ...(requestKey !== undefined && { requestKey }),
      requestHash,
      state: 'running',
      isBackground,
      ...adapterOf(orchestrator),
      by: { accountId, username, provenance },
      created: now,
      finished: null,
      attempt: this.ids.next(),
    };
  }

  private item(
    { _id: changeId, created }: StoredChange,
    { pointer, servicePath, xpath, instance, planHash, keyLeaves }: InstanceItem,
    position: number,
  ): StoredChangeItem {
    const content = sealJson(this.secrets, instance);
    if (content === undefined) {
      throw new AppError(
        'document-too-large',
        `The instance at ${pointer} is too large to be kept`,
      );
    }
    return {
      _id: itemId(changeId, position),
      changeId,
      position,
      pointer,
      servicePath,
      xpath,
      content,
      created,
      keyLeaves: keyLeaves ?? [],
      demandedHash: planHash ?? null,
      isSent: false,
      outcome: null,
      action: null,
      target: [],
      error: null,
      planHash: null,
      dryrun: null,
      reverse: null,
    };
  }
}

/** How a change names its adapter. */
export function adapterOf(
  orchestrator: Orchestrator | null,
): Pick<StoredChange, 'adapterId' | 'adapterName' | 'northbound'> {
  if (!orchestrator) return { adapterId: null, adapterName: null, northbound: null };
  const { id, name, northbound } = orchestrator;
  return { adapterId: id, adapterName: name, northbound };
}
