import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { shownPlan } from './masked-plan.js';
import { ServiceChangeItemsRepository } from './service-change-items.repository.js';
import { ServiceChangesRepository } from './service-changes.repository.js';
import { type OutcomeCounts, type StoredChange, type StoredChangeItem } from './service-change.js';

/** An item as it may be shown: plans opened, their secrets masked. */
export interface ShownItem extends Omit<StoredChangeItem, 'dryrun' | 'reverse'> {
  readonly dryrun: JsonObject | null;
  readonly reverse: JsonObject | null;
}

/** A change with how far it has come. */
export interface CountedChange {
  readonly change: StoredChange;
  readonly counts: OutcomeCounts;
}

/** Reads what was saved and what became of it. */
@Injectable()
export class ChangeReaderService {
  constructor(
    private readonly changes: ServiceChangesRepository,
    private readonly items: ServiceChangeItemsRepository,
    private readonly secrets: SecretBox,
  ) {}

  async list(part: StoredList): Promise<Page<CountedChange>> {
    const { items, total } = await this.changes.list(part);
    const counted = items.map(async (change) => ({
      change,
      counts: await this.items.count(change._id),
    }));
    return { items: await Promise.all(counted), total };
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<CountedChange> {
    const change = await this.changes.find(id);
    if (!change) throw notFound('Change', id);
    return { change, counts: await this.items.count(id) };
  }

  /** An operation to follow. @throws AppError `not-found` */
  async operation(id: string): Promise<CountedChange> {
    const change = await this.changes.find(id);
    if (!change?.isBackground) throw notFound('Operation', id);
    return { change, counts: await this.items.count(id) };
  }

  /** Items of a change in order. */
  async itemsOf(changeId: string, page: PageRequest): Promise<readonly ShownItem[]> {
    return (await this.items.list(changeId, page)).map((item) => this.shown(item));
  }

  private shown({ dryrun, reverse, ...item }: StoredChangeItem): ShownItem {
    return { ...item, dryrun: this.plan(dryrun), reverse: this.plan(reverse) };
  }

  private plan(sealed: string | null): JsonObject | null {
    return sealed === null ? null : shownPlan(this.secrets, sealed);
  }
}
