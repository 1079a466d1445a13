import { getGlobalDispatcher } from 'undici';

/** A request as a client means it; `url` is sent as it is written, `//` and escapes included. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** What came back, body read. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What `fetch` says of itself. */
const DEFAULTS = { accept: '*/*', 'user-agent': 'node' };

/**
 * Sends a request. `fetch` would refuse a GET with a body, which clients of this interface do send, takes
 * `..` in a path for a step up, and costs more time than the platform takes to answer.
 * Nothing is asked for in compressed form: that is tried where compression is tested (every-request.e2e-spec).
 */
export async function sendRequest({
  url,
  method,
  headers,
  body,
}: WireRequest): Promise<WireAnswer> {
  const path = /^https?:\/\/[^/?]+(.*)$/s.exec(url)?.[1] ?? '/';
  const answer = await getGlobalDispatcher().request({
    origin: new URL(url).origin,
    path,
    method,
    headers: { ...DEFAULTS, ...Object.fromEntries(headers) },
    body: body ?? null,
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: headersOf(answer.headers), text };
}

function headersOf(given: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}
