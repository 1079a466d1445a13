import { request as undiciRequest } from 'undici';

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

/** Sends a request. `fetch` refuses a GET with a body, which clients of this interface do send. */
export async function sendRequest({ url, ...request }: WireRequest): Promise<WireAnswer> {
  if (request.method === 'GET' && request.body !== undefined) return sendBodyOfGet(url, request);
  const { body, ...init } = request;
  const given = { ...init, redirect: 'manual', ...(body !== undefined && { body }) } as const;
  const answer = await fetch(url, given);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function sendBodyOfGet(
  url: string,
  { headers, body }: Omit<WireRequest, 'url'>,
): Promise<WireAnswer> {
  const answer = await undiciRequest(url, {
    method: 'GET',
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
