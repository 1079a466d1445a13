import { connect } from 'node:net';
import { type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { fastifyOptions } from '../../src/api/http/fastify-options.js';
import { ReadableRequestModule } from '../../src/api/http/readable-request.module.js';
import { registerHttpHooks } from '../../src/api/http/http-hooks.js';
import { ProblemFilter } from '../../src/api/problems/problem.filter.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { ConfigModule } from '../../src/platform/config/config.module.js';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { LoggingModule } from '../../src/platform/logging/logging.module.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { MetricsModule } from '../../src/platform/metrics/metrics.module.js';
import { RequestMetrics } from '../../src/platform/metrics/request-metrics.js';
import { SystemModule } from '../../src/platform/system/system.module.js';

/** A log line as it was written. */
export type LogLine = Readonly<Record<string, unknown>>;

/** The HTTP hooks before a few handlers: no database, no access rules. */
export interface HttpApp {
  readonly app: NestFastifyApplication;
  readonly url: string;
  readonly port: number;
  /** What was logged so far. */
  readonly lines: LogLine[];
  readonly metrics: Metrics;
  readonly close: () => Promise<void>;
}

export async function startHttpApp(
  controllers: readonly Type[],
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly providers?: readonly Provider[];
    readonly imports?: readonly (Type | DynamicModule)[];
    /** Replaces providers: the clock, for example. */
    readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
  } = {},
): Promise<HttpApp> {
  const config = loadConfig({ LOG_LEVEL: 'debug', LOG_FORMAT: 'json', ...options.env });
  const lines: LogLine[] = [];
  const log = new AppLogger(config.logging, {
    write: (line) => lines.push(JSON.parse(line) as LogLine),
  });
  const builder = Test.createTestingModule({
    imports: [
      ConfigModule.with(config),
      SystemModule,
      LoggingModule,
      MetricsModule,
      ReadableRequestModule,
      ...(options.imports ?? []),
    ],
    controllers: [...controllers],
    providers: [{ provide: APP_FILTER, useClass: ProblemFilter }, ...(options.providers ?? [])],
  })
    .overrideProvider(AppLogger)
    .useValue(log);
  const module = await (options.override?.(builder) ?? builder).compile();
  const adapter = new FastifyAdapter(fastifyOptions(config));
  const app = module.createNestApplication<NestFastifyApplication>(adapter, {
    bodyParser: false,
    logger: false,
  });
  const fastify = app.getHttpAdapter().getInstance();
  await registerHttpHooks(fastify, config, { log, metrics: app.get(RequestMetrics) });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  return {
    app,
    url,
    port: Number(new URL(url).port),
    lines,
    metrics: app.get(Metrics),
    close: () => app.close(),
  };
}

/** Writes bytes on a connection of its own and reads until the other side closes it. */
export async function rawExchange(
  port: number,
  ...parts: readonly (string | Uint8Array)[]
): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (const part of parts) socket.write(part);
  await new Promise<void>((resolve) => {
    // A reset after the answer is a close as well.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve();
    });
    socket.on('end', () => {
      socket.end();
    });
  });
  return Buffer.concat(chunks).toString('utf8');
}

/** The problem document in a raw answer. */
export function problemIn(answer: string): Record<string, unknown> {
  const start = answer.indexOf('\r\n\r\n');
  return JSON.parse(answer.slice(start + 4)) as Record<string, unknown>;
}
