import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { conflict, invalidInput, notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { type SecretTarget, secretToStore } from '../../../platform/secrets/placeholders.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type MailSettings, type StoredChannel } from '../stored/channel.js';
import { ChannelsRepository } from '../stored/channels.repository.js';
import { type Change } from '../../../platform/database/named-documents.repository.js';
import { RulesRepository } from '../stored/rules.repository.js';
import { channelFaults } from './channel-faults.js';
import { type ChannelWrite, type MailWrite } from './channel-write.js';
import { shownUrl } from './shown-url.js';

const CHANNELS_MAX = 100;
const KEPT = '<PASSWORD>';

/** The ways to tell people something: administrators say where data goes. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly rules: RulesRepository,
    private readonly secrets: SecretBox,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  async list(part: StoredList): Promise<Page<StoredChannel>> {
    return this.channels.list(part);
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<StoredChannel> {
    const found = await this.channels.find(id);
    if (!found) throw notFound('Channel', id);
    return found;
  }

  /** @throws AppError `invalid-input`; `conflict` when the name is taken or there are too many. */
  async create(request: ChannelWrite, { username }: Principal): Promise<StoredChannel> {
    const change = this.toChange(request, undefined, username);
    if ((await this.channels.count()) >= CHANNELS_MAX)
      throw conflict(`There can be at most ${CHANNELS_MAX} channels`, 'too-many');
    const { updated: created } = change;
    const channel = { _id: this.ids.next(), ...change, revision: 1, created, createdBy: username };
    await this.channels.insert(channel);
    noteChange({ object: objectOf(channel), before: null, after: this.noted(channel) });
    return channel;
  }

  /** @throws AppError `not-found`, `invalid-input`, `conflict`, `precondition-failed`. */
  async replace(
    id: string,
    request: ChannelWrite,
    expected: number | undefined,
    { username }: Principal,
  ): Promise<StoredChannel> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    const change = this.toChange(request, present, username);
    if (!(await this.channels.replace(id, present.revision, change))) throw staleRevision(expected);
    const changed = { ...present, ...change, revision: present.revision + 1 };
    const before = this.noted(present);
    noteChange({ object: objectOf(changed), before, after: this.noted(changed) });
    return changed;
  }

  /** @throws AppError `not-found`, `precondition-failed`; `conflict` while rules send to it. */
  async remove(id: string, expected: number | undefined): Promise<void> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    const rules = await this.rules.namesOf(id);
    if (rules.length > 0)
      throw conflict(`Rules send to channel '${present.name}': ${rules.join(', ')}`, 'in-use');
    if (!(await this.channels.remove(id, present.revision))) throw staleRevision(expected);
    noteChange({ object: objectOf(present), before: this.noted(present), after: null });
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
      ...{ disabledReason: null, failingSince: null, failures: 0, pausedUntil: null },
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
      ...{ written: written ?? (stored === '' ? '' : KEPT), stored, pointer: '#/password' },
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

function objectOf({ _id, name }: StoredChannel): AuditedObject {
  return { type: 'notification-channel', id: _id, name };
}
