import { Injectable } from '@nestjs/common';
import { NamedDocuments } from '../../../api/revision/named-documents.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Change } from '../../../platform/database/named-documents.repository.js';
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
  private readonly documents: NamedDocuments<StoredWebhook>;

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly secrets: SecretBox,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    const type = 'webhook';
    this.documents = new NamedDocuments(webhooks, { type, max: WEBHOOKS_MAX, noted });
  }

  async list(part: StoredList): Promise<Page<StoredWebhook>> {
    return this.webhooks.list(part);
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<StoredWebhook> {
    return this.documents.get(id);
  }

  /** @throws AppError `invalid-input`; `conflict` when the name is taken or there are too many. */
  async create(write: WebhookWrite, { username }: Principal): Promise<StoredWebhook> {
    return this.documents.create(this.ids.next(), this.toChange(write, undefined, username));
  }

  /** @throws AppError `not-found`, `invalid-input`, `conflict`, `precondition-failed`. */
  async replace(
    id: string,
    write: WebhookWrite,
    expected: number | undefined,
    { username }: Principal,
  ): Promise<StoredWebhook> {
    return this.documents.replace(id, expected, (present) =>
      this.toChange(write, present, username),
    );
  }

  /** @throws AppError `not-found`, `conflict`, `precondition-failed`. */
  async remove(id: string, expected: number | undefined): Promise<void> {
    await this.documents.remove(id, expected);
    await this.deliveries.removeAll(id);
  }

  /** Whoever changes a webhook has looked at it: how it did before no longer counts. */
  private toChange(
    { name, filters, description = '', enabled = true, secret = KEPT, ...write }: WebhookWrite,
    present: StoredWebhook | undefined,
    username: string,
  ): Change<StoredWebhook> {
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
      name,
      nameFolded: foldText(name),
      description,
      url,
      filters,
      secret: sealed,
      enabled,
      disabledReason: null,
      failingSince: null,
      failures: 0,
      pausedUntil: null,
      updated: this.clock.now(),
      updatedBy: username,
    };
  }
}

/** The URL as it was shown stands for the one that is stored. */
function canonicalUrl(written: string, present: StoredWebhook | undefined): string {
  return present && written === shownUrl(present.url) ? present.url : written;
}

function noted({ name, description, url, filters, secret, enabled }: StoredWebhook): JsonObject {
  const shown = filters.map(({ source = null, topic = null }) => ({ source, topic }));
  return { name, description, url: shownUrl(url), filters: shown, secret, enabled };
}
