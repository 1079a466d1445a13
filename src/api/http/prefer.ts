import { type Envelope } from '../../kernel/envelope.js';

/** `envelope=bare` with optional white space, quotes and parameters (RFC 7240, section 2). */
const ENVELOPE = /^\s*envelope\s*=\s*("?)(named|bare)\1\s*(?:;.*)?$/i;

/** `respond-async` (RFC 7240, section 4.1). */
const RESPOND_ASYNC = /^\s*respond-async\s*(?:;.*)?$/i;

/** A list of preferences is short; more is not worth reading. */
const PREFER_READ_MAX = 1000;

/**
 * The form of answer that a `Prefer` header asks for: `respond-async, envelope=bare` asks for the
 * bare value. The first mention counts; what is not understood is ignored, as RFC 7240 demands.
 */
export function preferredEnvelope(prefer: string | undefined): Envelope | undefined {
  if (prefer === undefined) return undefined;
  for (const preference of prefer.slice(0, PREFER_READ_MAX).split(',')) {
    const value = ENVELOPE.exec(preference)?.[2]?.toLowerCase();
    if (value !== undefined) return value as Envelope;
  }
  return undefined;
}

/** Whether a `Prefer` header asks to be answered before long work is done. */
export function prefersLater(prefer: string | undefined): boolean {
  const preferences = (prefer ?? '').slice(0, PREFER_READ_MAX).split(',');
  return preferences.some((preference) => RESPOND_ASYNC.test(preference));
}
