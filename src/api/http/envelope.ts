import { type FastifyReply, type FastifyRequest, type preSerializationHookHandler } from 'fastify';
import { invariant } from '../../kernel/invariant.js';
import { isJsonObject } from '../../kernel/json.js';
import { type Envelope } from '../../kernel/envelope.js';
import { type AccessRequest } from '../request/access-request.js';
import { preferredEnvelope } from './prefer.js';

/**
 * Takes the envelope off the answers of an operation of the interface when the caller asks for it,
 * or when its credential or else the server says so (ADR 0030). Handlers always return the named form.
 * @param output the key of the envelope; rows without one answer a bare value anyway.
 */
export function envelopeHook(
  output: string | undefined,
  byDefault: Envelope,
): preSerializationHookHandler {
  return function unwrap(request, reply, payload, done) {
    if (reply.statusCode >= 400) {
      done(null, payload);
      return;
    }
    const isBare = noteEnvelope(request, reply, output === undefined ? 'bare' : byDefault);
    done(null, isBare && output !== undefined ? valueOf(payload, output) : payload);
  };
}

/**
 * Whether this answer is wanted bare, said in its headers too. For handlers that stream and so
 * write their envelope themselves.
 */
export function noteEnvelope(
  request: FastifyRequest,
  reply: FastifyReply,
  byDefault: Envelope,
): boolean {
  addVary(reply, 'Prefer');
  const asked = preferredEnvelope(asText(request.headers['prefer']));
  if (asked !== undefined) reply.header('preference-applied', `envelope=${asked}`);
  return (asked ?? callerEnvelope(request) ?? byDefault) === 'bare';
}

/** What the credential of the caller says; requests that need none have it where it was looked at. */
function callerEnvelope(request: FastifyRequest): Envelope | undefined {
  return (request as AccessRequest).authenticated?.envelope;
}

/** `Vary` names every header that the answer depends on; CORS and compression add theirs. */
export function addVary(reply: FastifyReply, name: string): void {
  const present = reply.getHeader('vary');
  reply.header('vary', present === undefined ? name : `${String(present)}, ${name}`);
}

function asText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join() : header;
}

function valueOf(payload: unknown, output: string): unknown {
  invariant(isJsonObject(payload) && output in payload, `the handler answers { ${output} }`);
  return payload[output];
}
