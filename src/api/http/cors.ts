import fastifyCors from '@fastify/cors';
import { type FastifyInstance } from 'fastify';

/** Headers of answers that scripts of other origins may read. */
const EXPOSED = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-API-Version',
  'X-Ignored-Parameters',
  'X-Limit-Applied',
  'X-Request-Id',
];

/**
 * Lets pages of the listed origins call, with cookies too. `*` admits every origin, without
 * cookies, because then nobody knows who sends them. Nothing is registered for an empty list.
 */
export async function registerCors(
  fastify: FastifyInstance,
  origins: readonly string[],
): Promise<void> {
  if (origins.length === 0) return;
  const isAny = origins.includes('*');
  await fastify.register(fastifyCors, {
    origin: isAny ? '*' : [...origins],
    credentials: !isAny,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: 600,
    strictPreflight: false,
  });
}
