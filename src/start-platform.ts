import { setFlagsFromString } from 'node:v8';
import { NestFactory } from '@nestjs/core';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { configureApp, fastifyAdapter, prepareApp } from './app.setup.js';
import { OpenApiDocument } from './api/openapi/openapi-document.js';
import { type Config } from './platform/config/config.js';
import { type DatabaseLauncher } from './platform/database/launcher/database-launcher.js';
import {
  launchDatabase,
  type LaunchedDatabase,
} from './platform/database/launcher/launcher-for.js';
import { AppLogger } from './platform/logging/app-logger.js';
import { NestLogger } from './platform/logging/nest-logger.js';

/**
 * The heap is collected when it has doubled. V8 by itself lets it grow to a multiple while many requests are
 * under way, and the process keeps that memory; `docs/benchmarks.md` has both.
 */
const HEAP_GROWTH_PERCENT = 100;

/** A platform that is up: its application, and the database that was brought up for it. */
export interface RunningPlatform {
  readonly app: NestFastifyApplication;
  readonly launcher: DatabaseLauncher;
}

/**
 * Brings up database and application; the caller listens. A failure on the way takes down what was
 * up already.
 * @param say one line for the operator at each step that may take long
 * @param database where it is coming up already
 */
export async function startPlatform(
  config: Config,
  say: (line: string) => void,
  database: LaunchedDatabase = launchDatabase(config.data),
): Promise<RunningPlatform> {
  // V8 would take what lives for the whole start as a sign that such objects live long: in half of all runs it
  // makes those of each request where only a full collection frees them.
  setFlagsFromString('--no-allocation-site-pretenuring');
  const { launcher, address } = database;
  if (config.data.mongodbUri) say('connecting to the MongoDB server of MONGODB_URI');
  const { uri } = await address;
  let app: NestFastifyApplication | undefined;
  try {
    app = await createApp(config, uri, launcher);
    await prepareApp(app, (step) => {
      if (step.kind === 'waiting') say('waiting for another node that prepares the database');
      if (step.kind === 'migration' && !step.isNew) say(`migrating: ${step.id}`);
    });
    await app.get(OpenApiDocument, { strict: false }).prepare();
    setFlagsFromString(`--heap-growing-percent=${String(HEAP_GROWTH_PERCENT)}`);
    return { app, launcher };
  } catch (error) {
    await app?.close();
    await launcher.stop();
    throw error;
  }
}

async function createApp(
  config: Config,
  databaseUri: string,
  launcher: DatabaseLauncher,
): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with({ config, databaseUri, launcher }),
    fastifyAdapter(config),
    {
      abortOnError: false,
      bodyParser: false,
      logger: new NestLogger(new AppLogger(config.logging)),
    },
  );
  await configureApp(app, config);
  return app;
}
