/** One validated POST on the floor that every operation stands on; no access rules, no database. */
import 'reflect-metadata';
import { Controller, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { built } from './built.mjs';
import { serveMeasurements } from './measure.mjs';

const { fastifyOptions } = await built('api/http/fastify-options.js');
const { registerHttpHooks } = await built('api/http/http-hooks.js');
const { ValidBody } = await built('api/validation/valid-body.decorator.js');
const { Text, Flag, OneOf } = await built('api/fields/values.js');
const { ListOf } = await built('api/fields/structures.js');
const { loadConfig } = await built('platform/config/config.js');
const { ConfigModule } = await built('platform/config/config.module.js');
const { AppLogger } = await built('platform/logging/app-logger.js');
const { LoggingModule } = await built('platform/logging/logging.module.js');
const { MetricsModule } = await built('platform/metrics/metrics.module.js');
const { RequestMetrics } = await built('platform/metrics/request-metrics.js');
const { SystemModule } = await built('platform/system/system.module.js');

/** What a TypeScript class with field decorators is after compilation. */
function shape(name, fields) {
  const type = { [name]: class {} }[name];
  for (const [key, decorate] of Object.entries(fields)) decorate(type.prototype, key);
  return type;
}

const Rule = shape('ValidatedRule', {
  type: OneOf(['matches', 'regex']),
  preRegex: Text({ max: 1000 }),
  postRegex: Text({ max: 1000 }),
  evaluation: Text({ max: 100 }),
});
const Command = shape('ValidatedCommand', {
  preRawCommand: Text({ max: 1000 }),
  postRawCommand: Text({ max: 1000 }),
  passRule: Flag(),
  rules: ListOf(() => Rule, { maxItems: 100 }),
});
const Template = shape('ValidatedTemplate', {
  name: Text({ min: 1, max: 128 }),
  passRule: Flag(),
  prepostCommands: ListOf(() => Command),
});

class ValidatedController {
  create({ prepostCommands }) {
    return { commands: prepostCommands.length };
  }
}
const method = Object.getOwnPropertyDescriptor(ValidatedController.prototype, 'create');
Post('/validated')(ValidatedController.prototype, 'create', method);
ValidBody({ type: Template })(ValidatedController.prototype, 'create', 0);
Controller()(ValidatedController);

const config = loadConfig({ LOG_LEVEL: 'warn' });
class ValidatedModule {}
Module({
  imports: [ConfigModule.with(config), SystemModule, LoggingModule, MetricsModule],
  controllers: [ValidatedController],
})(ValidatedModule);

const app = await NestFactory.create(ValidatedModule, new FastifyAdapter(fastifyOptions(config)), {
  bodyParser: false,
  logger: false,
});
await registerHttpHooks(app.getHttpAdapter().getInstance(), config, {
  log: app.get(AppLogger),
  metrics: app.get(RequestMetrics, { strict: false }),
});
await app.listen(0, '127.0.0.1');
serveMeasurements(await app.getUrl());
