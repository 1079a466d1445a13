import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createDeflate,
  createGzip,
  deflate,
  gzip,
} from 'node:zlib';
import { type FastifyReply, type FastifyRequest, type onSendHookHandler } from 'fastify';
import { acceptedEncoding, type Encoding } from './accepted-encoding.js';
import { addVary } from './envelope.js';

/** Below this, compressing costs more than it saves: the answer fits into one packet anyway. */
const THRESHOLD_BYTES = 1024;

/** Text in all its forms; images and archives are compressed already. */
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|[^;]*(?:json|xml|javascript|openmetrics))/i;

/** Brotli's own default is meant for files that are compressed once and served for ever. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const WHOLE = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  deflate: (bytes: Buffer) => promisify(deflate)(bytes),
} as const satisfies Record<Encoding, unknown>;

const STREAM = {
  br: () => createBrotliCompress(BROTLI),
  gzip: () => createGzip(),
  deflate: () => createDeflate(),
} as const satisfies Record<Encoding, () => Transform>;

/**
 * The last `onSend` hook: compresses what is long enough and text, as `Accept-Encoding` allows. Our
 * own, because a plug-in does its work for each short answer too, at a third of its cost (ADR 0037).
 */
export const compressAnswer: onSendHookHandler = (request, reply, payload, done) => {
  if (!isWorthwhile(payload) || !isCompressible(request, reply)) {
    done(null, payload);
    return;
  }
  addVary(reply, 'Accept-Encoding');
  const encoding = acceptedEncoding(request.headers['accept-encoding'] ?? '');
  if (encoding === undefined) {
    done(null, payload);
    return;
  }
  reply.header('content-encoding', encoding).removeHeader('content-length');
  if (payload instanceof Readable) done(null, compressedStream(payload, encoding));
  else compressedWhole(payload, encoding).then(done.bind(undefined, null), done);
};

function isWorthwhile(payload: unknown): payload is string | Buffer | Readable {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
    return payload.length >= THRESHOLD_BYTES;
  }
  return payload instanceof Readable;
}

function isCompressible({ method }: FastifyRequest, reply: FastifyReply): boolean {
  const { statusCode } = reply;
  if (method === 'HEAD' || statusCode === 204 || statusCode === 304) return false;
  if (reply.hasHeader('content-encoding')) return false;
  return COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''));
}

function compressedWhole(payload: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return WHOLE[encoding](typeof payload === 'string' ? Buffer.from(payload) : payload);
}

/** A source that fails destroys the encoder, and with it the answer: half of it is no success. */
function compressedStream(payload: Readable, encoding: Encoding): Transform {
  return pipeline(payload, STREAM[encoding](), () => undefined);
}
