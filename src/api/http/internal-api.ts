import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type FastifyInstance } from 'fastify';
import { AppError, conflict } from '../../kernel/app-error.js';
import { isJsonObject, type JsonValue } from '../../kernel/json.js';
import { callingOperation, withinCall } from '../../platform/request-context/internal-calls.js';
import { type PresentedIdentity } from '../request/presented-identity.decorator.js';

/** A call of one of our own operations. */
export interface InternalCall {
  readonly method: string;
  /** Path with query string, as a caller writes it. */
  readonly url: string;
  readonly body?: JsonValue | undefined;
  /** How the audit trail names the way in; absent where it is no way of its own. */
  readonly via?: string;
}

/** What an own operation answered. */
export interface InternalAnswer {
  readonly status: number;
  /** Parsed JSON; null where there is none. */
  readonly body: JsonValue;
}

/** Bounds of one call. */
export interface InternalCallLimits {
  readonly deadlineMs: number;
  readonly sizeBytes: number;
}

const LIMITS: InternalCallLimits = { deadlineMs: 30_000, sizeBytes: 16 * 1024 * 1024 };

/**
 * Calls operations of this platform in a caller's name, within the process but through the whole HTTP
 * layer: every guard, filter and limit holds exactly as if the caller had called.
 */
@Injectable()
export class InternalApi {
  constructor(private readonly host: HttpAdapterHost) {}

  /**
   * Whatever status the operation answers is the result.
   * @throws AppError `conflict` for a call out of a call, which could go round in circles;
   *   `upstream-timeout` past the deadline; `upstream-failed` when the answer is too large.
   */
  async call(
    call: InternalCall,
    identity: PresentedIdentity,
    limits: InternalCallLimits = LIMITS,
  ): Promise<InternalAnswer> {
    if (callingOperation()) throw conflict('An operation that is called by another one calls none');
    return withinCall({ via: call.via }, () => this.send(call, identity, limits));
  }

  private async send(
    { method, url, body }: InternalCall,
    { headers, address }: PresentedIdentity,
    { deadlineMs, sizeBytes }: InternalCallLimits,
  ): Promise<InternalAnswer> {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const signal = AbortSignal.timeout(deadlineMs);
    const sent = fastify.inject({
      // Fastify knows which methods there are.
      method: method as 'GET',
      url,
      // Callers of other platforms read bare values, and documents are written for them.
      headers: { ...headers, accept: 'application/json', prefer: 'envelope=bare' },
      remoteAddress: address,
      signal,
      payloadAsStream: true,
      ...(body !== undefined && { payload: body as object }),
    });
    try {
      const response = await Promise.race([sent, ended(signal)]);
      const text = await Promise.race([textOf(response.stream(), sizeBytes), ended(signal)]);
      return { status: response.statusCode, body: toJson(text) };
    } catch (error) {
      sent.catch(() => undefined); // nobody waits for it any more
      if (!signal.aborted) throw error;
      throw new AppError('upstream-timeout', `No answer within ${deadlineMs} ms`);
    }
  }
}

async function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => {
      reject(new Error('ended'));
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

async function textOf(stream: AsyncIterable<Buffer | string>, sizeBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Buffer);
    size += bytes.length;
    if (size > sizeBytes)
      throw new AppError('upstream-failed', `The answer is larger than ${sizeBytes} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toJson(text: string): JsonValue {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) || Array.isArray(value) ? (value as JsonValue) : String(value);
  } catch {
    return text === '' ? null : text;
  }
}
