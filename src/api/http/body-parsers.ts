import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/app-error.js';
import { allowGetBodies } from '../query/get-bodies.js';
import { parseJsonBody } from './json-body.js';
import { UnreadableBody } from './unreadable-body.js';

/** `application/json` and everything that is built on it: `application/merge-patch+json`. */
const JSON_TYPES = /^application\/(?:[\w.!#$&^-]+\+)?json\b/;
const OTHER_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b)/i;

/**
 * Bodies are JSON, on GET too: clients send option objects that way. Anything else is refused,
 * unless it is empty: some clients name a media type and send nothing.
 */
export function registerBodyParsers(fastify: FastifyInstance): void {
  allowGetBodies(fastify);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      // parseAs says that it is a buffer; the types cannot.
      const bytes = body as Buffer;
      if (bytes.length > 0) assertPlainUtf8(request);
      done(null, parseJsonBody(bytes));
    } catch (error) {
      done(null, new UnreadableBody(error as Error));
    }
  });
  fastify.addContentTypeParser('*', (request, _payload, done) => {
    const fault = unsupported('Send the body as application/json');
    done(null, hasBody(request) ? new UnreadableBody(fault) : undefined);
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Compressed bodies are refused: a small one could unpack to gigabytes. */
function assertPlainUtf8({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw unsupported('Send the body without Content-Encoding', { 'accept-encoding': 'identity' });
  }
  if (OTHER_CHARSET.test(headers['content-type'] ?? '')) throw unsupported('JSON bodies are UTF-8');
}

function unsupported(detail: string, headers: Record<string, string> = {}): AppError {
  return new AppError('unsupported-media-type', detail, {
    headers: { accept: 'application/json', ...headers },
  });
}
