import { type IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/app-error.js';
import { takesResourceCredential } from '../access/resource-credential.js';
import { allowGetBodies } from '../query/get-bodies.js';
import { hasBody, SMALL_BODY_MAX_BYTES } from '../operations/body-limits.js';
import { type OperationSpec } from '../operations/operation-spec.js';
import { parseFormBody, readBytes } from './form-body.js';
import { readJsonBody } from './json-body.js';
import { UnreadableBody } from './unreadable-body.js';

/** `application/json` and everything that is built on it: `application/merge-patch+json`. */
const JSON_TYPES = /^application\/(?:[\w.!#$&^-]+\+)?json\b/;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const OTHER_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b)/i;

/**
 * Bodies are JSON, on GET too: clients send option objects that way. Forms are read where OAuth 2
 * wants them and nowhere else: any page may send one without asking. Anything else is refused, unless
 * it is empty: some clients name a media type and send nothing.
 */
export function registerBodyParsers(fastify: FastifyInstance): void {
  allowGetBodies(fastify);
  fastify.removeAllContentTypeParsers();
  // parseAs says that it is a buffer; the types cannot.
  const json = (request: FastifyRequest, body: string | Buffer): Promise<unknown> =>
    readJson(request, body as Buffer);
  fastify.addContentTypeParser(JSON_TYPES, { parseAs: 'buffer' }, json);
  fastify.addContentTypeParser(FORM_TYPE, readForm);
  fastify.addContentTypeParser('*', (request, _payload, done) => {
    done(null, refusedBody(request));
  });
}

async function readJson(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  if (request.operation && needsBytes(request.operation.spec)) request.bodyBytes = bytes;
  try {
    if (bytes.length > 0) assertPlainUtf8(request);
    return isForItsBytes(request, bytes) ? undefined : await readJsonBody(bytes);
  } catch (error) {
    return new UnreadableBody(error as Error);
  }
}

function needsBytes(spec: OperationSpec): boolean {
  const { keepsBodyText = false, rawBodyMaxBytes = 0 } = spec;
  return takesResourceCredential(spec) || keepsBodyText || rawBodyMaxBytes > 0;
}

/** Strangers have nothing parsed that is large: who sent it is judged by its bytes. */
function isForItsBytes({ operation }: FastifyRequest, { length }: Buffer): boolean {
  return operation?.spec.rawBodyMaxBytes !== undefined && length > SMALL_BODY_MAX_BYTES;
}

async function readForm(request: FastifyRequest, payload: IncomingMessage): Promise<unknown> {
  if (request.operation?.spec.oauth !== true) return refusedBody(request);
  const announced = Number(request.headers['content-length'] ?? 0);
  const bytes = await readBytes(payload, announced, request.routeOptions.bodyLimit);
  try {
    assertPlainUtf8(request);
    return parseFormBody(bytes);
  } catch (error) {
    return new UnreadableBody(error as Error);
  }
}

/** Nothing of it is read. */
function refusedBody(request: FastifyRequest): UnreadableBody | undefined {
  const fault = unsupported('Send the body as application/json');
  return hasBody(request.headers) ? new UnreadableBody(fault) : undefined;
}

/** Compressed bodies are refused: a small one could unpack to gigabytes. */
function assertPlainUtf8({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw unsupported('Send the body without Content-Encoding', { 'accept-encoding': 'identity' });
  }
  if (OTHER_CHARSET.test(headers['content-type'] ?? '')) throw unsupported('Bodies are UTF-8');
}

function unsupported(detail: string, headers: Record<string, string> = {}): AppError {
  return new AppError('unsupported-media-type', detail, {
    headers: { accept: 'application/json', ...headers },
  });
}
