import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { conflict } from '../../../kernel/app-error.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { type StoredWebhook } from './webhook.js';
import { WEBHOOK_MODEL } from './webhook.schema.js';

/** What an administrator changes of a webhook. */
export type WebhookChange = Omit<StoredWebhook, '_id' | 'revision' | 'created' | 'createdBy'>;
/** How its receiver has been doing. */
export type WebhookHealth = Pick<StoredWebhook, 'failingSince' | 'failures' | 'pausedUntil'>;

/** The receivers of events. */
@Injectable()
export class WebhooksRepository {
  constructor(@InjectModel(WEBHOOK_MODEL) private readonly webhooks: Model<StoredWebhook>) {}

  /** A part of the webhooks, by name. */
  async list({ skip, limit }: PageRequest): Promise<Page<StoredWebhook>> {
    const [items, total] = await Promise.all([
      this.webhooks.find().sort({ nameFolded: 1 }).skip(skip).limit(limit).lean<StoredWebhook[]>(),
      this.webhooks.countDocuments().hint({ nameFolded: 1 }),
    ]);
    return { items, total };
  }

  /** Those that are told of events; there are few. */
  async enabled(): Promise<readonly StoredWebhook[]> {
    return this.webhooks.find({ enabled: true }).lean<StoredWebhook[]>();
  }

  async ids(): Promise<readonly string[]> {
    const found = await this.webhooks.find({}, { _id: 1 }).lean<Pick<StoredWebhook, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  async find(id: string): Promise<StoredWebhook | null> {
    return this.webhooks.findById(id).lean<StoredWebhook>();
  }

  async count(): Promise<number> {
    return this.webhooks.estimatedDocumentCount();
  }

  /** @throws AppError `conflict` when the name is taken. */
  async insert(webhook: StoredWebhook): Promise<void> {
    try {
      await this.webhooks.create(webhook);
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
        { $set: { ...change, revision: revision + 1 } },
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

  /** Keeps how the receiver does, unless somebody has changed the webhook meanwhile. */
  async noteHealth(_id: string, revision: number, health: WebhookHealth): Promise<void> {
    await this.webhooks.updateOne({ _id, revision }, { $set: health });
  }

  /** @returns false when it is off already, or somebody has changed it meanwhile. */
  async disable(_id: string, revision: number, disabledReason: string): Promise<boolean> {
    const { matchedCount } = await this.webhooks.updateOne(
      { _id, revision, enabled: true },
      { $set: { enabled: false, disabledReason, revision: revision + 1 } },
    );
    return matchedCount === 1;
  }
}

function asConflict(error: unknown, name: string): unknown {
  return isDuplicateKey(error) ? conflict(`Webhook '${name}' already exists`, 'name-taken') : error;
}
