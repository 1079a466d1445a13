import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { OutboundClient } from '../../../platform/outbound/outbound-client.js';
import { type OutboundResponse } from '../../../platform/outbound/outbound-request.js';
import { upstreamFailed } from '../../../platform/outbound/outbound-failures.js';

/** What a token is asked for with (RFC 6749, 4.4). */
export interface TokenRequest {
  /** The integration in its revision and the scheme: another configuration is another token. */
  readonly key: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  readonly sendsClientInBody: boolean;
  readonly verifiesTls: boolean;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

interface KeptToken {
  readonly text: string;
  readonly until: number;
}

/** A token is not used in its last seconds: it could end on the way. */
const MARGIN_MS = 10_000;
const LIFETIME_DEFAULT_MS = 60_000;
const LIFETIME_MAX_MS = 3_600_000;
const KEPT_MAX = 500;
const ANSWER_LIMIT_BYTES = 64 * 1024;
const TOKEN = /^[\x21-\x7e]{1,16384}$/;

/** Access tokens of clients, kept in memory until they end, on each node its own. */
@Injectable()
export class ClientTokensService {
  private readonly kept = new Map<string, KeptToken>();
  private readonly underWay = new Map<string, Promise<string>>();

  constructor(
    private readonly outbound: OutboundClient,
    private readonly clock: Clock,
  ) {}

  /** A token that is good for some seconds yet. @throws AppError `upstream-failed`, `upstream-timeout`. */
  async get(request: TokenRequest): Promise<string> {
    const kept = this.kept.get(request.key);
    if (kept && kept.until > this.clock.now().getTime()) return kept.text;
    // Calls that come together ask once; whoever's time ends first takes the others along.
    const present = this.underWay.get(request.key);
    if (present) return present;
    const asked = this.ask(request);
    this.underWay.set(request.key, asked);
    try {
      return await asked;
    } finally {
      this.underWay.delete(request.key);
    }
  }

  /** The other system does not take this token any more. */
  forget(key: string): void {
    this.kept.delete(key);
  }

  private async ask(request: TokenRequest): Promise<string> {
    const { hostname } = new URL(request.tokenUrl);
    const answer = await this.outbound.request({
      url: request.tokenUrl,
      method: 'POST',
      headers: headersOf(request),
      body: formOf(request),
      trust: 'configured',
      verifiesTls: request.verifiesTls,
      deadlineMs: request.deadlineMs,
      signal: request.signal,
      responseLimitBytes: ANSWER_LIMIT_BYTES,
    });
    const { text, lifetimeMs } = readToken(answer, hostname);
    this.keep(request.key, { text, until: this.clock.now().getTime() + lifetimeMs });
    return text;
  }

  private keep(key: string, token: KeptToken): void {
    this.kept.delete(key);
    this.kept.set(key, token);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT_MAX && oldest !== undefined) this.kept.delete(oldest);
  }
}

function headersOf({
  clientId,
  clientSecret,
  sendsClientInBody,
}: TokenRequest): Record<string, string> {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  };
  if (sendsClientInBody) return headers;
  // RFC 6749, 2.3.1: both are form-encoded before they are joined.
  const pair = [clientId, clientSecret].map(formEncoded).join(':');
  return { ...headers, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function formOf({ clientId, clientSecret, scopes, sendsClientInBody }: TokenRequest): string {
  return new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(sendsClientInBody && { client_id: clientId, client_secret: clientSecret }),
  }).toString();
}

function readToken(
  answer: OutboundResponse,
  hostname: string,
): { text: string; lifetimeMs: number } {
  // Its words could repeat what was sent, so they stay here.
  if (answer.status !== 200)
    throw upstreamFailed(`${hostname} gave no access token: it answered ${answer.status}`);
  const document = readObject(answer.body);
  const text = document['access_token'];
  if (typeof text !== 'string' || !TOKEN.test(text))
    throw upstreamFailed(`${hostname} gave no access token: its answer has none`);
  const seconds = document['expires_in'];
  const lifetimeMs = typeof seconds === 'number' ? seconds * 1000 : LIFETIME_DEFAULT_MS;
  return { text, lifetimeMs: Math.min(lifetimeMs, LIFETIME_MAX_MS) - MARGIN_MS };
}

function readObject(body: Buffer): JsonObject {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isJsonObject(value) ? value : {};
  } catch {
    return {}; // no JSON, so no token
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams({ x: text }).toString().slice(2);
}
