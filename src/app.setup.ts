import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { auditAnswer } from './api/audit/audit-answer.js';
import { RequestAuditService } from './api/audit/request-audit.service.js';
import { CredentialReader } from './api/access/credential-reader.js';
import { authorizeBeforeBody } from './api/access/authorize-before-body.js';
import { fastifyOptions } from './api/http/fastify-options.js';
import { registerHttpHooks } from './api/http/http-hooks.js';
import { RateLimitService } from './api/rate-limit/rate-limit.service.js';
import { OpenApiDocument } from './api/openapi/openapi-document.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { type Config } from './platform/config/config.js';
import { connectionOf } from './platform/database/connection-of.js';
import { prepareDatabase, type PreparationStep } from './platform/database/prepare-database.js';
import { type Seed, SEEDS } from './platform/database/seed.js';
import { AppLogger } from './platform/logging/app-logger.js';
import { RequestMetrics } from './platform/metrics/request-metrics.js';
import { BackgroundTasks } from './platform/scheduling/background-tasks.js';

/** The HTTP server, with the settings that only its constructor takes. */
export function fastifyAdapter(config: Config): FastifyAdapter {
  return new FastifyAdapter(fastifyOptions(config));
}

/**
 * Everything between an application and its first route; the same for `main`, tests and commands. Background
 * tasks wait for `prepareApp`.
 */
export async function configureApp(app: NestFastifyApplication, config: Config): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  // Before the HTTP hooks: an answer is recorded as it is, not as it is compressed.
  fastify.addHook('onSend', auditAnswer(app.get(RequestAuditService, { strict: false })));
  await registerHttpHooks(fastify, config, {
    log: app.get(AppLogger),
    metrics: app.get(RequestMetrics, { strict: false }),
  });
  const reader = app.get(CredentialReader, { strict: false });
  const limiter = app.get(RateLimitService, { strict: false });
  fastify.addHook('onRequest', authorizeBeforeBody(reader, limiter));
  app.get(OpenApiDocument, { strict: false }).describe(app);
  // They need the indexes that `prepareApp` makes.
  app.get(BackgroundTasks, { strict: false }).hold();
  await app.init();
  await fastify.ready();
}

/** Indexes, migrations and seeds, once over all nodes that start together; then background tasks begin. */
export async function prepareApp(
  app: NestFastifyApplication,
  onStep?: (step: PreparationStep) => void,
): Promise<void> {
  await prepareDatabase({
    connection: connectionOf(app),
    migrations: MIGRATIONS,
    seeds: app.get<readonly Seed[]>(SEEDS),
    ...(onStep && { onStep }),
  });
  app.get(BackgroundTasks, { strict: false }).begin();
}
