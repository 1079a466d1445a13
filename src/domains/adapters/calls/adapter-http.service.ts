import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { OutboundClient } from '../../../platform/outbound/outbound-client.js';
import { type OutboundResponse } from '../../../platform/outbound/outbound-request.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type StoredAdapter } from '../records/adapter.js';
import { assertLegalPath } from '../../../cores/restconf/legal-path.js';
import { type AdapterCall } from './adapter-call.js';
import { type AdapterConnection } from './adapter-connections.service.js';

/** How long a call may take, and who may end it. */
export interface CallBounds {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Attempts in all. */
  readonly attemptsMax: number;
}

/** They say who is calling, which is the adapter's matter alone. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['authorization', 'cookie']);

/** Shorter credentials stand in ordinary texts by chance, and are none. */
const CREDENTIAL_LENGTH_MIN = 8;

type Authorization = Readonly<{ authorization?: string }>;

/** Makes the request of a call and sends it: the only place that opens credentials of adapters. */
@Injectable()
export class AdapterHttpService {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly secrets: SecretBox,
  ) {}

  /** @throws AppError as `OutboundClient.request`; `conflict` for an unreadable secret. */
  async send(
    adapter: StoredAdapter,
    { pool }: AdapterConnection,
    call: AdapterCall,
    { deadlineMs, signal, attemptsMax }: CallBounds,
  ): Promise<OutboundResponse> {
    // Who calls has judged it already; nothing leaves the base for want of a look.
    assertLegalPath(call.path, '#/path');
    const authorization = this.authorization(adapter);
    const answer = await this.outbound.request({
      url: adapter.baseUrl,
      target: `${call.fromRoot ? '' : basePathOf(adapter.baseUrl)}${call.path}`,
      method: call.method,
      headers: { ...givenHeaders(call), ...authorization },
      ...(call.body !== undefined && { body: call.body }),
      trust: 'configured',
      pool,
      redirects: 'none',
      attemptsMax,
      responseLimitBytes: adapter.responseLimitBytes,
      deadlineMs,
      signal,
    });
    return withoutCredential(answer, authorization);
  }

  private authorization({ auth }: StoredAdapter): Authorization {
    const { type, username, password, token } = auth;
    if (type === 'none') return {};
    if (type === 'bearer') return { authorization: `Bearer ${this.secrets.unseal(token)}` };
    const secret = password === '' ? '' : this.secrets.unseal(password);
    const pair = Buffer.from(`${username}:${secret}`);
    return { authorization: `Basic ${pair.toString('base64')}` };
  }
}

/** Servers that show what they were sent must not tell callers how the platform is let in. */
function withoutCredential(
  answer: OutboundResponse,
  { authorization = '' }: Authorization,
): OutboundResponse {
  const credential = authorization.slice(authorization.indexOf(' ') + 1);
  if (credential.length < CREDENTIAL_LENGTH_MIN) return answer;
  const hidden = (text: string): string => text.replaceAll(credential, '<SECRET>');
  const headers = Object.entries(answer.headers).map(([name, value]) => {
    return [name, Array.isArray(value) ? value.map(hidden) : value && hidden(value)] as const;
  });
  const { body } = answer;
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    // One character for each octet, so that all others stay as they are.
    body: body.includes(credential) ? Buffer.from(hidden(body.toString('latin1')), 'latin1') : body,
  };
}

function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** @throws AppError `invalid-input` */
function givenHeaders({ accept, contentType, headers = {} }: AdapterCall): Record<string, string> {
  const own = Object.keys(headers).find((name) => OWN_HEADERS.has(name.toLowerCase()));
  if (own !== undefined)
    throw new AppError('invalid-input', `The header ${own} of a call is the adapter's`);
  return {
    ...headers,
    ...(accept !== undefined && { accept }),
    ...(contentType !== undefined && { 'content-type': contentType }),
  };
}
