/** Plain Fastify that streams a file: what it takes to send these bytes and nothing else. */
import { createReadStream } from 'node:fs';
import Fastify from 'fastify';
import { serveMeasurements } from './measure.mjs';

const CHUNK_BYTES = 64 * 1024;
const fastify = Fastify({ logger: false });
fastify.get('/bytes', (_request, reply) =>
  reply
    .type('application/json')
    .send(createReadStream(process.env.BENCH_FILE, { highWaterMark: CHUNK_BYTES })),
);
await fastify.listen({ port: 0, host: '127.0.0.1' });
serveMeasurements(fastify.listeningOrigin);
