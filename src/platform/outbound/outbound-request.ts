import { type OutboundPool } from './outbound-pool.js';
import { type Trust } from './trust.js';

/** One call to another system. */
export interface OutboundRequest {
  /** http or https, without user name and password. */
  readonly url: string;
  /**
   * Path and query as they go on the wire, byte for byte, in the place of those of `url`: a URL parser
   * would decode, resolve and escape. The caller has judged it.
   */
  readonly target?: string;
  /** GET when absent. */
  readonly method?: string;
  /** Names in any case; those that the connection itself needs cannot be set. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly trust: Trust;
  /** False where an admin chose not to have the certificate checked; it is in every other case. */
  readonly verifiesTls?: boolean;
  /** Connections of its own, whose TLS options count; those of everybody when absent. */
  readonly pool?: OutboundPool;
  /** `none`: a redirect is an answer as any other. To the same origin it is followed when absent. */
  readonly redirects?: 'none';
  /**
   * Attempts in all, whatever the method: the caller knows what may be done twice. The client's own
   * number, and one for methods that are not idempotent, when absent.
   */
  readonly attemptsMax?: number;
  /** Ends the call early; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Longest time for the whole call, waiting and repeats included; `OUTBOUND_TIMEOUT_MS` if absent. */
  readonly deadlineMs?: number;
  /** Largest body, before and after decompression; `OUTBOUND_RESPONSE_LIMIT_BYTES` if absent. */
  readonly responseLimitBytes?: number;
}

/** What the other system answered, whatever its status. */
export interface OutboundResponse {
  readonly status: number;
  /** Names in lower case; a list where a header came more than once. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decompressed. */
  readonly body: Buffer;
}
