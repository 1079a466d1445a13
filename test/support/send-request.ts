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

/**
 * Sends a request. `fetch` refuses a GET with a body, which clients of this interface do send, and takes
 * `..` in a path for a step up.
 */
export async function sendRequest({ url, ...request }: WireRequest): Promise<WireAnswer> {
  const path = /^https?:\/\/[^/?]+(.*)$/s.exec(url)?.[1] ?? '/';
  const { pathname, search } = new URL(url);
  const isBodyOfGet = request.method === 'GET' && request.body !== undefined;
  if (isBodyOfGet || pathname + search !== path) return sendAsWritten(url, path, request);
  const { body, ...init } = request;
  const given = { ...init, redirect: 'manual', ...(body !== undefined && { body }) } as const;
  const answer = await fetch(url, given);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function sendAsWritten(
  url: string,
  path: string,
  { method, headers, body }: Omit<WireRequest, 'url'>,
): Promise<WireAnswer> {
  const answer = await getGlobalDispatcher().request({
    origin: new URL(url).origin,
    path,
    method: method,
    headers: Object.fromEntries(headers),
    body: body ?? null,
  });
  return {
    status: answer.statusCode,
    headers: new Headers(
      Object.entries(answer.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, one]),
      ),
    ),
    text: await answer.body.text(),
  };
}
