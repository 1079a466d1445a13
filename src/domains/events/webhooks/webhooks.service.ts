import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { conflict, invalidInput, notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { urlRefusal } from '../../../platform/outbound/target-url.js';
import { secretToStore } from '../../../platform/secrets/placeholders.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { type EventFilter } from '../deliveries/delivery-rules.js';
import { type StoredWebhook } from './webhook.js';
import { shownUrl } from './to-webhook.js';
import { WebhooksRepository } from './webhooks.repository.js';

const WEBHOOKS_MAX = 100;
const KEPT = '<SECRET>';

/** What an administrator says of a webhook. */
export interface WebhookWrite {
  readonly name: string;
  readonly url: string;
  /** The placeholder keeps the stored one. */
  readonly secret?: string | undefined;
  readonly filters: readonly EventFilter[];
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** The receivers of events: administrators say where data goes. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly secrets: SecretBox,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  async list(part: StoredList): Promise<Page<StoredWebhook>> {
    return this.webhooks.list(part);
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<StoredWebhook> {
    const found = await this.webhooks.find(id);
    if (!found) throw notFound('Webhook', id);
    return found;
  }

  /** @throws AppError `invalid-input`; `conflict` when the name is taken or there are too many. */
  async create(write: WebhookWrite, { username }: Principal): Promise<StoredWebhook> {
    const now = this.clock.now();
    const change = this.toChange(write, undefined, username);
    if ((await this.webhooks.count()) >= WEBHOOKS_MAX)
      throw conflict(`There can be at most ${WEBHOOKS_MAX} webhooks`, 'too-many');
    const created = { created: now, createdBy: username };
    const webhook = { _id: this.ids.next(), ...change, revision: 1, ...created };
    await this.webhooks.insert(webhook);
    noteChange({ object: objectOf(webhook), before: null, after: noted(webhook) });
    return webhook;
  }

  /** @throws AppError `not-found`, `invalid-input`, `conflict`, `precondition-failed`. */
  async replace(
    id: string,
    write: WebhookWrite,
    expected: number | undefined,
    { username }: Principal,
  ): Promise<StoredWebhook> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    const change = this.toChange(write, present, username);
    if (!(await this.webhooks.replace(id, present.revision, change))) throw staleRevision(expected);
    const changed = { ...present, ...change, revision: present.revision + 1 };
    noteChange({ object: objectOf(changed), before: noted(present), after: noted(changed) });
    return changed;
  }

  /** @throws AppError `not-found`, `conflict`, `precondition-failed`. */
  async remove(id: string, expected: number | undefined): Promise<void> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    if (!(await this.webhooks.remove(id, present.revision))) throw staleRevision(expected);
    await this.deliveries.removeAll(id);
    noteChange({ object: objectOf(present), before: noted(present), after: null });
  }

  /** Whoever changes a webhook has looked at it: how it did before no longer counts. */
  private toChange(
    { name, filters, description = '', enabled = true, secret = KEPT, ...write }: WebhookWrite,
    present: StoredWebhook | undefined,
    username: string,
  ): Omit<StoredWebhook, '_id' | 'revision' | 'created' | 'createdBy'> {
    const url = canonicalUrl(write.url, present);
    const refusal = urlRefusal(url);
    if (refusal !== undefined) throw invalidInput([{ pointer: '#/url', detail: refusal }]);
    const place = {
      written: secret,
      stored: present?.secret,
      pointer: '#/secret',
      before: { url: present?.url },
      after: { url },
    };
    const sealed = secretToStore(place, (text) => this.secrets.seal(text));
    return {
      ...{ name, nameFolded: foldText(name), description, url, filters, secret: sealed, enabled },
      ...{ disabledReason: null, failingSince: null, failures: 0, pausedUntil: null },
      updated: this.clock.now(),
      updatedBy: username,
    };
  }
}

/** The URL as it was shown stands for the one that is stored. */
function canonicalUrl(written: string, present: StoredWebhook | undefined): string {
  return present && written === shownUrl(present.url) ? present.url : written;
}

function objectOf({ _id, name }: StoredWebhook): AuditedObject {
  return { type: 'webhook', id: _id, name };
}

function noted({ name, description, url, filters, secret, enabled }: StoredWebhook): JsonObject {
  const shown = filters.map(({ source = null, topic = null }) => ({ source, topic }));
  return { name, description, url: shownUrl(url), filters: shown, secret, enabled };
}
