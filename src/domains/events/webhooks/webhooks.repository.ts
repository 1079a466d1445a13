import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { conflict } from '../../../kernel/app-error.js';
import { findPage } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type Page } from '../../../kernel/page.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { holdsCredentials } from '../../../platform/secrets/secret-texts.js';
import { disable, noteHealth } from '../deliveries/receiver-state.repository.js';
import { type ReceiverHealth } from '../deliveries/receivers.js';
import { type StoredWebhook } from './webhook.js';
import { WEBHOOK_MODEL } from './webhook.schema.js';

/** What an administrator changes of a webhook. */
export type WebhookChange = Omit<StoredWebhook, '_id' | 'revision' | 'created' | 'createdBy'>;

/** The receivers of events. A URL that holds a credential lies sealed, and nobody but this sees it so. */
@Injectable()
export class WebhooksRepository {
  constructor(
    @InjectModel(WEBHOOK_MODEL) private readonly webhooks: Model<StoredWebhook>,
    private readonly box: SecretBox,
  ) {}

  /** A part of the webhooks, by name. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<StoredWebhook>> {
    const by = { sort: { nameFolded: order }, hint: { nameFolded: 1 } } as const;
    const { items, total } = await findPage(this.webhooks, filter, part, by);
    return { items: items.map((webhook) => this.opened(webhook)), total };
  }

  /** Those that are told of events; there are few. */
  async enabled(): Promise<readonly StoredWebhook[]> {
    const found = await this.webhooks.find({ enabled: true }).lean<StoredWebhook[]>();
    return found.map((webhook) => this.opened(webhook));
  }

  async ids(): Promise<readonly string[]> {
    const found = await this.webhooks.find({}, { _id: 1 }).lean<Pick<StoredWebhook, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  async find(id: string): Promise<StoredWebhook | null> {
    const found = await this.webhooks.findById(id).lean<StoredWebhook>();
    return found && this.opened(found);
  }

  async count(): Promise<number> {
    return this.webhooks.estimatedDocumentCount();
  }

  /** @throws AppError `conflict` when the name is taken. */
  async insert(webhook: StoredWebhook): Promise<void> {
    try {
      await this.webhooks.create({ ...webhook, url: this.sealed(webhook.url) });
    } catch (error) {
      throw asConflict(error, webhook.name);
    }
  }

  /**
   * @returns false when it no longer has this revision.
   * @throws AppError `conflict` when the name is taken.
   */
  async replace(_id: string, revision: number, change: WebhookChange): Promise<boolean> {
    try {
      const { matchedCount } = await this.webhooks.updateOne(
        { _id, revision },
        { $set: { ...change, url: this.sealed(change.url), revision: revision + 1 } },
      );
      return matchedCount === 1;
    } catch (error) {
      throw asConflict(error, change.name);
    }
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    return (await this.webhooks.deleteOne({ _id, revision })).deletedCount === 1;
  }

  /** As `ReceiverKind.noteHealth`. */
  async noteHealth(_id: string, revision: number, health: ReceiverHealth): Promise<void> {
    await noteHealth(this.webhooks, { _id, revision }, health);
  }

  /** As `ReceiverKind.disable`. */
  async disable(_id: string, revision: number, reason: string): Promise<boolean> {
    return disable(this.webhooks, { _id, revision }, reason);
  }

  private sealed(url: string): string {
    return holdsCredentials(url) ? this.box.seal(url) : url;
  }

  /** One that no key of ours opens stays sealed: it is masked where it is shown, and cannot be called. */
  private opened(webhook: StoredWebhook): StoredWebhook {
    const outcome = this.box.tryUnseal(webhook.url);
    return outcome.kind === 'unsealed' ? { ...webhook, url: outcome.text } : webhook;
  }
}

function asConflict(error: unknown, name: string): unknown {
  return isDuplicateKey(error) ? conflict(`Webhook '${name}' already exists`, 'name-taken') : error;
}
