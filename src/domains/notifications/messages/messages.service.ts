import { Injectable } from '@nestjs/common';
import { cutText } from '../../../kernel/cut-text.js';
import { type tryRender } from '../../../cores/jinja/try-render.js';
import { type Message } from '../../../cores/notifications/chat-bodies.js';
import { programFile } from '../../../platform/config/program-file.js';
import { EventLogRepository } from '../../../platform/events/event-log.repository.js';
import { type PlatformEvent, toPlatformEvent } from '../../../platform/events/stored-event.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { WORKERS } from '../../../platform/workers/worker-pool.js';
import { workerTask } from '../../../platform/workers/worker-task.js';
import { type StoredDelivery } from '../../events/deliveries/delivery.js';
import { toEvent } from '../../events/log/to-event.js';
import { type StoredRule } from '../stored/rule.js';
import { RulesRepository } from '../stored/rules.repository.js';
import { DEFAULT_TEMPLATES } from './default-templates.js';

const RENDER = workerTask<typeof tryRender>(programFile('cores/jinja/try-render.js'), 'tryRender');
/** One thread for all: rules of administrators must not take those of others. */
const CALLER = { key: 'notifications', waitingMax: Infinity };
const SUBJECT_MAX = 200;
/** Chats take little more. */
const TEXT_MAX = 20_000;

/** A message, and to whom. */
export interface AddressedMessage extends Message {
  /** Addresses for mail; none for those of the channel. */
  readonly to: readonly string[];
}

/** A message as a rule says it. */
export interface RenderedMessage extends AddressedMessage {
  /** Why the templates of the rule could not be rendered, and the usual ones were; null where they could. */
  readonly failed: string | null;
}

/** What of a rule makes its messages. */
export type MessageRule = Pick<StoredRule, 'name' | 'subject' | 'text' | 'to'>;

/** Makes the messages of rules and of tasks. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly rules: RulesRepository,
    private readonly events: EventLogRepository,
    private readonly secrets: SecretBox,
  ) {}

  /** A message of a task as its delivery keeps it. */
  sealed(message: AddressedMessage): string {
    return this.secrets.seal(JSON.stringify(message));
  }

  /** The message of a delivery; a text says why there is none to send. @throws as `WorkerPool.run`. */
  async of({ notification }: StoredDelivery): Promise<AddressedMessage | string> {
    if (!notification) return 'It is no notification';
    const { rule: id, events: ids, more, message } = notification;
    if (message !== null) return JSON.parse(this.secrets.unseal(message)) as AddressedMessage;
    const rule = await this.rules.find(id ?? '');
    if (!rule?.enabled) return 'The rule is off';
    const stored = await Promise.all(ids.map((event) => this.events.find(event)));
    const events = stored.filter((event) => event !== null).map(toPlatformEvent);
    if (events.length === 0) return 'The events were removed because of their age';
    const { failed, text, ...rest } = await this.ofEvents(rule, events, more);
    return { ...rest, text: failed === null ? text : `${text}\n(${rule.name}: ${failed})` };
  }

  /** What a rule says of events: without the secrets of their payloads. @throws as `WorkerPool.run`. */
  async ofEvents(
    rule: MessageRule,
    events: readonly PlatformEvent[],
    more: number,
  ): Promise<RenderedMessage> {
    const shown = events.map(toEvent);
    const named = { rule: { name: rule.name }, event: shown[0] ?? {}, events: shown };
    const context = JSON.stringify({ ...named, more, count: shown.length + more });
    const own = await rendered(rule, context);
    if ('subject' in own) return { ...own, to: rule.to, failed: null };
    const usual = await rendered({ subject: null, text: null }, context);
    const message = 'subject' in usual ? usual : { subject: rule.name, text: usual.failed };
    return { ...message, to: rule.to, failed: own.failed };
  }
}

async function rendered(
  { subject, text }: Pick<MessageRule, 'subject' | 'text'>,
  context: string,
): Promise<Message | { readonly failed: string }> {
  const texts: string[] = [];
  for (const template of [subject ?? DEFAULT_TEMPLATES.subject, text ?? DEFAULT_TEMPLATES.text]) {
    const outcome = await WORKERS.run(RENDER, { template, context }, CALLER);
    if (outcome.kind === 'failed') return { failed: outcome.detail };
    texts.push(outcome.text);
  }
  const [first = '', second = ''] = texts;
  const line = first.replaceAll(/\s+/g, ' ').trim();
  return { subject: cutText(line, SUBJECT_MAX), text: cutText(second, TEXT_MAX) };
}
