import { backoffMs, pause } from './pause.js';

type Fetch = typeof globalThis.fetch;

/** Nothing was done: the request may be sent again whatever it asks for. */
const NOT_DONE = new Set([429]);
/** Whether something was done is unknown. */
const UNKNOWN = new Set([502, 503, 504]);
const MAX_PAUSE_MS = 60_000;

/**
 * Sends requests again where that is safe: reads, changes with an idempotency key, and what was refused
 * before anything was done. The last answer, or the last failure, is the outcome.
 */
export function repeatingFetch(send: Fetch, attempts: number): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const isSafe = request.method === 'GET' || request.headers.has('idempotency-key');
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await tried(send, request.clone());
      const waitMs = pauseBefore(outcome, isSafe, attempt);
      if (waitMs === undefined || attempt + 1 >= attempts) return settled(outcome);
      await pause(waitMs, request.signal);
    }
  };
}

interface Outcome {
  readonly response?: Response;
  readonly error?: unknown;
}

async function tried(send: Fetch, request: Request): Promise<Outcome> {
  try {
    return { response: await arrived(await send(request)) };
  } catch (error) {
    if (request.signal.aborted) throw error;
    return { error };
  }
}

/** An answer that has arrived whole: one that breaks off is a failure like any other. Streams go on by themselves. */
async function arrived(response: Response): Promise<Response> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream || response.body === null) return response;
  const { status, statusText, headers } = response;
  const bytes = await response.arrayBuffer();
  // Chromium gives an answer without content an empty body, and refuses to make such a one.
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers });
}

function settled({ response, error }: Outcome): Response {
  if (response) return response;
  throw error as Error;
}

/** How long to wait before the request is sent again; undefined when it must not be. */
function pauseBefore({ response }: Outcome, isSafe: boolean, attempt: number): number | undefined {
  if (!response) return isSafe ? backoffMs(attempt) : undefined;
  const isRepeatable = NOT_DONE.has(response.status) || (isSafe && mayBeRepeated(response));
  return isRepeatable ? retryAfterMs(response, attempt) : undefined;
}

function retryAfterMs({ headers }: Response, attempt: number): number | undefined {
  const askedMs = Number(headers.get('retry-after') ?? Number.NaN) * 1000;
  if (Number.isNaN(askedMs)) return backoffMs(attempt);
  return askedMs > MAX_PAUSE_MS ? undefined : askedMs;
}

/** A conflict that says when to come back: the first request under the key is still being carried out. */
function mayBeRepeated({ status, headers }: Response): boolean {
  return UNKNOWN.has(status) || (status === 409 && headers.has('retry-after'));
}
