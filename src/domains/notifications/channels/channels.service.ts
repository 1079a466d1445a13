import { Injectable } from '@nestjs/common';
import { NamedDocuments } from '../../../api/revision/named-documents.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { Referrers } from '../../../platform/referrers/referrers.js';
import { type SecretTarget, secretToStore } from '../../../platform/secrets/placeholders.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { CHANNEL, type MailSettings, type StoredChannel } from '../stored/channel.js';
import { ChannelsRepository } from '../stored/channels.repository.js';
import { type Change } from '../../../platform/database/named-documents.repository.js';
import { channelFaults } from './channel-faults.js';
import { type ChannelWrite, type MailWrite } from './channel-write.js';
import { shownUrl } from './shown-url.js';

const CHANNELS_MAX = 100;
const KEPT = '<PASSWORD>';

/** The ways to tell people something: administrators say where data goes. */
@Injectable()
export class ChannelsService {
  private readonly documents: NamedDocuments<StoredChannel>;

  constructor(
    private readonly channels: ChannelsRepository,
    private readonly referrers: Referrers,
    private readonly secrets: SecretBox,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    this.documents = new NamedDocuments(channels, {
      type: 'notification-channel',
      max: CHANNELS_MAX,
      noted: (channel) => this.noted(channel),
    });
  }

  async list(part: StoredList): Promise<Page<StoredChannel>> {
    return this.channels.list(part);
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<StoredChannel> {
    return this.documents.get(id);
  }

  /** @throws AppError `invalid-input`; `conflict` when the name is taken or there are too many. */
  async create(request: ChannelWrite, { username }: Principal): Promise<StoredChannel> {
    return this.documents.create(this.ids.next(), this.toChange(request, undefined, username));
  }

  /** @throws AppError `not-found`, `invalid-input`, `conflict`, `precondition-failed`. */
  async replace(
    id: string,
    request: ChannelWrite,
    expected: number | undefined,
    { username }: Principal,
  ): Promise<StoredChannel> {
    return this.documents.replace(id, expected, (present) =>
      this.toChange(request, present, username),
    );
  }

  /**
   * @param isForced deletes it although rules send to it
   * @throws AppError `not-found`, `precondition-failed`; `conflict` while rules send to it.
   */
  async remove(id: string, expected: number | undefined, isForced: boolean): Promise<void> {
    await this.documents.remove(id, expected, async ({ name }) => {
      if (!isForced) await this.referrers.assertNone({ ...CHANNEL, id, name });
    });
  }

  /** Whoever changes a channel has looked at it: how it did before no longer counts. */
  private toChange(
    request: ChannelWrite,
    present: StoredChannel | undefined,
    username: string,
  ): Change<StoredChannel> {
    const { mail } = request;
    const url = this.writtenUrl(request.url, present);
    const faults = channelFaults(request, url);
    if (faults.length > 0) throw invalidInput(faults);
    return {
      ...saidOf(request),
      url: url === undefined ? '' : this.secrets.seal(url),
      mail: mail ? toSettings(mail) : null,
      password: mail ? this.passwordOf(request.password, mail, present) : '',
      disabledReason: null,
      failingSince: null,
      failures: 0,
      pausedUntil: null,
      updated: this.clock.now(),
      updatedBy: username,
    };
  }

  private passwordOf(
    written: string | undefined,
    mail: MailWrite,
    present: StoredChannel | undefined,
  ): string {
    const stored = present?.password ?? '';
    const place = {
      written: written ?? (stored === '' ? '' : KEPT),
      stored,
      pointer: '#/password',
      before: present?.mail ? targetOf(present.mail) : {},
      after: targetOf(mail),
    };
    return secretToStore(place, (clear) => this.secrets.seal(clear));
  }

  /** The URL as it was shown stands for the one that is stored. */
  private writtenUrl(
    written: string | undefined,
    present: StoredChannel | undefined,
  ): string | undefined {
    const stored = present && this.clearUrl(present);
    return stored !== undefined && written === shownUrl(stored) ? stored : written;
  }

  /** The webhook of a chat, if a key of ours opens it. */
  clearUrl({ url }: StoredChannel): string | undefined {
    const outcome = this.secrets.tryUnseal(url);
    return url !== '' && outcome.kind === 'unsealed' ? outcome.text : undefined;
  }

  private noted(channel: StoredChannel): JsonObject {
    const { name, description, kind, mail, password, enabled } = channel;
    const shown = mail && { ...mail, to: [...mail.to], domains: [...mail.domains] };
    const url = channel.url === '' ? '' : shownUrl(this.clearUrl(channel));
    return { name, description, kind, url, mail: shown, password, enabled };
  }
}

type Said = Pick<StoredChannel, 'name' | 'nameFolded' | 'description' | 'kind' | 'enabled'>;

function saidOf({ name, description = '', kind, enabled = true }: ChannelWrite): Said {
  return { name, nameFolded: foldText(name), description, kind, enabled };
}

function toSettings({ username = '', domains = [], ...mail }: MailWrite): MailSettings {
  const { host, port, security, from, to } = mail;
  return { host, port, security, username, from, to, domains };
}

/** Where a password is sent to. */
function targetOf({ host, port, username = '', security }: MailWrite | MailSettings): SecretTarget {
  return { host, port, username, verifiesTls: security !== 'none' };
}
