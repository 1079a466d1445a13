/**
 * The platform with a list of objects that have group-based access, as a domain would have one:
 * real guards, real identities, real filter.
 */
import 'reflect-metadata';
import { built, builtPackage } from './built.mjs';
import { serveMeasurements } from './measure.mjs';

const { Controller, Get, Module, Req, SetMetadata } = await builtPackage('@nestjs/common');
const { NestFactory } = await builtPackage('@nestjs/core');
const { RouteConfig } = await builtPackage('@nestjs/platform-fastify');
const { AppModule } = await built('app.module.js');
const { configureApp, fastifyAdapter, prepareApp } = await built('app.setup.js');
const { CurrentPrincipal } = await built('api/access/current-principal.decorator.js');
const { OPERATION_ID } = await built('api/operation.decorator.js');
const { loadConfig } = await built('platform/config/config.js');
const { connectionOf } = await built('platform/database/connection-of.js');
const { ListTotals } = await built('platform/database/list-totals.js');
const { ListTotalsModule } = await built('platform/database/list-totals.module.js');
const { readableBy } = await built('platform/database/gbac-filter.js');
const { allOf } = await built('platform/database/text-match.js');

/** A row of the table whose roles fit a list. */
const OPERATION = 'listInstalledArtifacts';
const ORDER = { name: 1, _id: 1 };
let objects;
let totals;

async function keptTotal(filter, count) {
  return (await totals.known('objects', filter, count)).total;
}

class GuardedController {
  async list(principal, { query }) {
    const wanted = query.kind === undefined ? {} : { kind: query.kind };
    const filter = allOf([readableBy(principal, 'AdminEssentials'), wanted]);
    const count = () => objects.countDocuments(filter);
    const [page, total] = await Promise.all([
      objects.find(filter).sort(ORDER).limit(25).toArray(),
      // As after a change of the list, or from what is kept since.
      query.count === 'now' ? count() : keptTotal(filter, count),
    ]);
    return { results: page.map(({ _id, name }) => ({ _id, name })), total };
  }
}
const method = Object.getOwnPropertyDescriptor(GuardedController.prototype, 'list');
Get('/guarded')(GuardedController.prototype, 'list', method);
SetMetadata(OPERATION_ID, OPERATION)(GuardedController.prototype, 'list', method);
RouteConfig({ operationId: OPERATION })(GuardedController.prototype, 'list', method);
CurrentPrincipal()(GuardedController.prototype, 'list', 0);
Req()(GuardedController.prototype, 'list', 1);
Controller()(GuardedController);

const config = loadConfig(process.env);
class GuardedModule {}
Module({
  imports: [AppModule.with({ config, databaseUri: process.env.MONGODB_URI }), ListTotalsModule],
  controllers: [GuardedController],
})(GuardedModule);

const app = await NestFactory.create(GuardedModule, fastifyAdapter(config), {
  bodyParser: false,
  logger: false,
});
await configureApp(app, config);
await prepareApp(app);
objects = connectionOf(app).collection('objects');
totals = app.get(ListTotals, { strict: false });
await app.listen(0, '127.0.0.1');
serveMeasurements(await app.getUrl());
