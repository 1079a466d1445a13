import { Readable } from 'node:stream';
import { type FastifyReply, type FastifyRequest, type onSendHookHandler } from 'fastify';
import { IGNORED_PARAMETERS, ignoredFlatKeys } from '../query/ignored-parameters.js';
import { answersRevision } from '../operations/answers-revision.js';
import { noteBrokenAnswer } from '../problems/broken-answer.js';
import { closeWhileReceiving } from './connections.js';
import { wholeTag } from '../revision/revisioned.js';
import { matchesNone } from './entity-tag.js';

const HEADER_VALUE_MAX = 2000;

/**
 * The `onSend` hook: writes the headers that deeper layers asked for, names ignored parameters,
 * answers 202 for work that goes on, and 304 when the caller's copy is still good. A handler's own header wins.
 */
export const finishAnswer: onSendHookHandler = (request, reply, payload, done) => {
  if (payload instanceof Readable) {
    payload.once('error', noteBrokenAnswer.bind(undefined, request, reply));
  }
  nameIgnoredParameters(request, reply);
  if (isAnsweredLater(request, reply)) reply.code(202);
  writeNotedHeaders(request, reply);
  tagWhole(request, reply, payload);
  if (reply.getHeader('connection') === 'close') letClientReadAnswer(request);
  if (!isUnchanged(request, reply)) {
    done(null, payload);
    return;
  }
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  // Of a HEAD request Fastify counts the bytes of whatever is no stream.
  done(null, request.method === 'HEAD' ? Readable.from([]) : null);
};

/** A body that is refused may still be on its way when the connection is closed. */
function letClientReadAnswer({ raw: { complete, socket } }: FastifyRequest): void {
  // Node calls this once the answer is written.
  if (!complete) socket.destroySoon = closeWhileReceiving.bind(undefined, socket);
}

/** The place to follow is what tells; it is kept for repeats, so that they are answered alike. */
function isAnsweredLater(
  { operation, requestContext }: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean {
  const isFollowed = requestContext?.headers.has('location') === true;
  const isSuccess = statusCode === 200 || statusCode === 204;
  return operation?.spec.later === true && isFollowed && isSuccess;
}

/** Operations that read their query string say by themselves what they ignore of it. */
function nameIgnoredParameters(
  { operation, raw, query }: FastifyRequest,
  reply: FastifyReply,
): void {
  if (operation === null || operation.spec.query !== undefined) return;
  if (raw.url?.includes('?') !== true) return;
  const ignored = ignoredFlatKeys(query);
  if (ignored !== undefined) reply.header(IGNORED_PARAMETERS, ignored);
}

function writeNotedHeaders({ requestContext }: FastifyRequest, reply: FastifyReply): void {
  if (requestContext === null || requestContext.headers.size === 0) return;
  for (const [name, value] of requestContext.headers) {
    if (name === 'etag' && reply.statusCode >= 400) continue;
    reply.header(name, headerText(value));
  }
  // A revisioned answer may be kept, as long as it is checked before each use.
  if (reply.hasHeader('etag')) reply.header('cache-control', 'private, no-cache');
}

/** A read is told apart by all that it answers. SCIM answers the revision in its body too, which must be the same. */
function tagWhole({ operation }: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  if (!operation || !answersRevision(operation.spec) || operation.spec.scim) return;
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string' && isBody(payload)) reply.header('etag', wholeTag(etag, payload));
}

function isBody(payload: unknown): payload is string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array;
}

/** What a header cannot carry is dropped rather than failing the request. */
function headerText(value: string): string {
  return value.slice(0, HEADER_VALUE_MAX).replace(/[^\x20-\x7e]/g, '?');
}

function isUnchanged({ method, headers }: FastifyRequest, reply: FastifyReply): boolean {
  const asked = headers['if-none-match'];
  if (asked === undefined || reply.statusCode !== 200) return false;
  const etag = reply.getHeader('etag');
  return (
    (method === 'GET' || method === 'HEAD') && typeof etag === 'string' && matchesNone(asked, etag)
  );
}
