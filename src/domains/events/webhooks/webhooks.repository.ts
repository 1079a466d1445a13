import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type Change } from '../../../platform/database/named-documents.repository.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { holdsCredentials } from '../../../platform/secrets/secret-texts.js';
import { ReceiversRepository } from '../deliveries/receivers.repository.js';
import { type StoredWebhook } from './webhook.js';
import { WEBHOOK_MODEL } from './webhook.schema.js';

/** The receivers of events. A URL that holds a credential lies sealed, and nobody but this sees it so. */
@Injectable()
export class WebhooksRepository extends ReceiversRepository<StoredWebhook> {
  constructor(
    @InjectModel(WEBHOOK_MODEL) webhooks: Model<StoredWebhook>,
    private readonly box: SecretBox,
  ) {
    super(webhooks, 'Webhook');
  }

  protected override sealed<U extends Change<StoredWebhook>>(webhook: U): U {
    return holdsCredentials(webhook.url)
      ? { ...webhook, url: this.box.seal(webhook.url) }
      : webhook;
  }

  /** One that no key of ours opens stays sealed: it is masked where it is shown, and cannot be called. */
  protected override opened(webhook: StoredWebhook): StoredWebhook {
    const outcome = this.box.tryUnseal(webhook.url);
    return outcome.kind === 'unsealed' ? { ...webhook, url: outcome.text } : webhook;
  }
}
