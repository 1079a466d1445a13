import { type CustomFetch } from 'openid-client';
import { AppError } from '../../kernel/app-error.js';
import { type OutboundClient } from '../../platform/outbound/outbound-client.js';
import { type OutboundResponse } from '../../platform/outbound/outbound-request.js';

/** Metadata, keys and tokens are a few kilobytes. */
const ANSWER_LIMIT_BYTES = 1024 * 1024;

/**
 * Calls of the OpenID library by the one way to other systems. Its metadata document may name any
 * host for the other endpoints: only the issuer's own was chosen by an admin, and plain http is for
 * that one alone too.
 */
export function outboundFetch(outbound: OutboundClient, issuer: URL): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const target = new URL(url);
    const isIssuer = target.hostname === issuer.hostname;
    if (target.protocol !== 'https:' && !isIssuer) {
      throw new AppError('upstream-failed', 'The provider names an endpoint without https', {
        code: 'forbidden-target',
      });
    }
    const answer = await outbound.request({
      url,
      method,
      headers: sendable(headers),
      ...(body !== undefined && body !== null && { body: textOf(body) }),
      trust: isIssuer ? 'configured' : 'document',
      ...(signal && { signal }),
      responseLimitBytes: ANSWER_LIMIT_BYTES,
    });
    return toResponse(answer);
  };
}

/** The library asks for compression in its own words; ours count. */
function sendable(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'user-agent'),
  );
}

function textOf(body: unknown): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new AppError('internal', 'A call to the provider has a body that is no text');
}

function toResponse({ status, headers, body }: OutboundResponse): Response {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) kept.append(name, one);
  }
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : new Uint8Array(body), { status, headers: kept });
}
