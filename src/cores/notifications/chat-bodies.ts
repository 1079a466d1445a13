import { type JsonObject } from '../../kernel/json.js';

/** Chats whose webhooks are known. */
export const CHAT_KINDS = ['slack', 'teams', 'mattermost'] as const;
export type ChatKind = (typeof CHAT_KINDS)[number];

/** What somebody is told. */
export interface Message {
  readonly subject: string;
  readonly text: string;
}

/** What the webhook of a chat is sent. */
export function chatBody(kind: ChatKind, { subject, text }: Message): JsonObject {
  switch (kind) {
    case 'slack':
      return { text: `*${forSlack(subject)}*\n${forSlack(text)}` };
    case 'mattermost':
      return { text: `**${forMattermost(subject)}**\n\n${forMattermost(text)}` };
    case 'teams':
      return teamsCard({ subject, text });
  }
}

/** Names of devices and people come from outside: they must not call a whole channel, nor hide a link behind a word. */
function forSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A space without width behind the sign keeps `@all` from calling everybody. */
function forMattermost(text: string): string {
  return text.replaceAll(/@(?=all|channel|here)/gi, '@\u200b');
}

function teamsCard({ subject, text }: Message): JsonObject {
  const block = (more: JsonObject): JsonObject => ({ type: 'TextBlock', wrap: true, ...more });
  const content = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.4',
    body: [block({ text: subject, weight: 'Bolder', size: 'Medium' }), block({ text })],
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}
