import fastifyCompress from '@fastify/compress';
import { type FastifyInstance } from 'fastify';

/** Below this, compressing costs more than it saves: the answer fits into one packet anyway. */
const THRESHOLD_BYTES = 1024;

/** Compresses answers as `Accept-Encoding` allows; request bodies are never unpacked. */
export async function registerCompression(fastify: FastifyInstance): Promise<void> {
  await fastify.register(fastifyCompress, {
    encodings: ['br', 'gzip', 'deflate', 'identity'],
    threshold: THRESHOLD_BYTES,
    globalDecompression: false,
  });
}
