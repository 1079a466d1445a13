import { framesOf, type Frame } from './frames.js';
import { type Client } from './generated/client/index.js';
import { backoffMs, pause } from './pause.js';
import { UnreachableError } from './unreachable-error.js';

/** How a stream is followed. */
export interface FollowOptions {
  /** Ends the stream, also while it waits for the platform to come back. */
  readonly signal?: AbortSignal;
  /** How often in a row the platform may be away before `UnreachableError` is thrown; 10 when absent. */
  readonly attempts?: number;
}

/** Where a job stands, or what has changed of it: `tasks` holds those that changed. */
export interface JobNews {
  readonly kind: 'snapshot' | 'change';
  readonly job: {
    readonly _id: string;
    readonly status: string;
    readonly description: string;
    /** From 0 to 1. */
    readonly progress: number;
    readonly error: readonly unknown[];
    readonly tasks: Readonly<
      Record<
        string,
        {
          readonly name: string;
          /** What the workflow calls the task; its name where it says nothing. */
          readonly summary?: string;
          readonly status: string;
          readonly finish_state: string | null;
          readonly iterations: number;
        }
      >
    >;
  };
}

/** An event of the platform. */
export interface EventNews {
  /** Its place among all events: `from` of a stream that goes on behind it. */
  readonly seq: number;
  readonly source: string;
  readonly topic: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly [more: string]: unknown;
}

/** Which events are followed. */
export interface EventChoice {
  readonly source?: string;
  readonly topic?: string;
  /** Events behind this one come first; those to come alone when absent. */
  readonly from?: number;
}

/**
 * A job as it happens, until it has ended: first where it stands, then each change. A node that goes away
 * in between is no end: the stream goes on at another one, and tells nothing twice.
 * @throws ProblemError when the job cannot be seen, UnreachableError when nobody answers any more.
 */
export async function* followJob(
  client: Client,
  id: string,
  options: FollowOptions = {},
): AsyncGenerator<JobNews, void> {
  const open = { client, url: '/operations-manager/jobs/{id}/follow', path: { id } };
  for await (const { event, data } of resumed(open, '', options)) {
    if (event === 'end') return;
    yield {
      kind: event === 'snapshot' ? 'snapshot' : 'change',
      job: JSON.parse(data) as JobNews['job'],
    };
  }
}

/**
 * Events as they happen, without end. A node that goes away in between is no end: the stream goes on
 * behind the last event, so that none is lost or told twice.
 * @throws ProblemError when events cannot be read, UnreachableError when nobody answers any more.
 */
export async function* followEvents(
  client: Client,
  { from, ...choice }: EventChoice = {},
  options: FollowOptions = {},
): AsyncGenerator<EventNews, void> {
  const open = { client, url: '/events/stream', query: { ...choice } };
  const known = from ?? (await newestEvent(client));
  for await (const { data } of resumed(open, String(known), options))
    yield JSON.parse(data) as EventNews;
}

/** A stream that ends before its first event has no id to go on behind: so it starts at a known one. */
async function newestEvent(client: Client): Promise<number> {
  const answer: unknown = await client.get({
    url: '/events',
    query: { limit: 1 },
    responseStyle: 'data',
  });
  const { results = [] } = answer as { readonly results?: readonly { readonly seq: number }[] };
  return results[0]?.seq ?? 0;
}

interface Opening {
  readonly client: Client;
  readonly url: string;
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
}

/** The frames behind `known`, over as many connections as it takes; the reader ends it. */
async function* resumed(
  opening: Opening,
  known: string,
  { signal, attempts = 10 }: FollowOptions,
): AsyncGenerator<Frame, void> {
  const place = { last: known, failures: 0 };
  for (;;) {
    try {
      yield* connection(opening, place, signal);
    } catch (error) {
      place.failures += 1;
      if (isFinal(error, signal) || place.failures >= attempts) throw error;
    }
    await pause(backoffMs(place.failures), signal);
  }
}

/** Where a stream is: the id of its last frame, and the failures since it was last connected. */
interface Place {
  last: string;
  failures: number;
}

async function* connection(
  opening: Opening,
  place: Place,
  signal: AbortSignal | undefined,
): AsyncGenerator<Frame, void> {
  const body = await opened(opening, place.last, signal);
  place.failures = 0;
  for await (const frame of framesOf(body)) {
    if (frame.event !== 'end' && isKnown(frame.id, place.last)) continue;
    place.last = frame.id;
    yield frame;
  }
}

function isKnown(id: string, last: string): boolean {
  return last !== '' && Number(id) <= Number(last);
}

/** A connection that breaks is a `TypeError` of the runtime (by name: it may be of another realm), a node that stops refuses with 503. */
function isFinal(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted === true) return true;
  const { name, status } = error as { readonly name?: string; readonly status?: number };
  return !(error instanceof UnreachableError || name === 'TypeError' || status === 503);
}

async function opened(
  { client, url, path, query }: Opening,
  last: string,
  signal: AbortSignal | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const headers = { accept: 'text/event-stream', ...(last !== '' && { 'last-event-id': last }) };
  const body: unknown = await client.get({
    url,
    headers,
    parseAs: 'stream',
    responseStyle: 'data',
    throwOnError: true,
    ...(path && { path }),
    ...(query && { query }),
    ...(signal && { signal }),
  });
  return body as ReadableStream<Uint8Array>;
}
