import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CanActivate, Controller, type ExecutionContext, Injectable } from '@nestjs/common';
import { APP_GUARD, ModuleRef } from '@nestjs/core';
import { testDatabase } from '../../../test/support/database.js';
import { type HttpApp, startHttpApp } from '../../../test/support/http-app.js';
import { HandClock } from '../../../test/support/hand-clock.js';
import { watchCommands, watched } from '../../../test/support/watch-commands.js';
import { Clock } from '../../kernel/clock.js';
import { type Principal } from '../../kernel/principal.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { type AccessRequest } from '../request/access-request.js';
import { Operation } from '../operation.decorator.js';
import { RateLimitModule } from './rate-limit.module.js';
import { RateLimitService } from './rate-limit.service.js';

@Controller()
class Handlers {
  @Operation('live')
  live(): object {
    return {};
  }

  @Operation('whoami')
  whoami(): object {
    return {};
  }
}

@Injectable()
class CallerByHeader implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    const id = request.headers['x-caller'];
    if (typeof id === 'string') request.principal = { id } as Principal;
    return true;
  }
}

describe('the rate limit', () => {
  const database = testDatabase('rate-limit');
  const clock = new HandClock();
  const tasks: string[] = [];
  let nodes: readonly [HttpApp, HttpApp];

  beforeAll(async () => {
    const node = (limit: number): Promise<HttpApp> =>
      startHttpApp([Handlers], {
        env: { RATE_LIMIT_PER_MINUTE: String(limit) },
        imports: [DatabaseModule.with(watched(database.uri)), RateLimitModule],
        // Guards of the root module run first, as those of `AccessModule` do.
        providers: [{ provide: APP_GUARD, useClass: CallerByHeader }],
        override: (builder) =>
          builder
            .overrideProvider(Clock)
            .useValue(clock)
            .overrideProvider(BackgroundTasks)
            .useValue({ every: (name: string) => tasks.push(name) }),
      });
    nodes = [await node(10), await node(10)];
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await database.drop();
  });
  beforeEach(() => {
    clock.advance({ minutes: 1 });
  });

  const call = (caller: string | undefined, node: 0 | 1 = 0, path = '/whoami'): Promise<Response> =>
    fetch(`${nodes[node].url}${path}`, {
      headers: caller === undefined ? {} : { 'x-caller': caller },
    });
  const spend = async (caller: string, times: number, node: 0 | 1 = 0): Promise<number> => {
    let admitted = 0;
    for (let time = 0; time < times; time += 1) {
      if ((await call(caller, node)).status === 200) admitted += 1;
    }
    return admitted;
  };
  const service = (node: 0 | 1) =>
    nodes[node].app.get(ModuleRef).get(RateLimitService, { strict: false });
  const synchronise = async (): Promise<void> => {
    for (const node of [0, 1, 0, 1] as const) await service(node).synchronise();
  };

  it('says how much is left, and refuses beyond', async () => {
    const first = await call('a');
    expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=10;w=60');
    expect(first.headers.get('ratelimit')).toBe('"minute";r=9;t=60');
    expect(await spend('a', 12)).toBe(9);
    clock.advance({ seconds: 15 });
    const refused = await call('a');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('45');
    expect(await refused.json()).toMatchObject({ code: 'rate-limit', status: 429 });
  });

  it('counts callers apart, and strangers by address', async () => {
    expect(await spend('b', 11)).toBe(10);
    expect((await call('c')).status).toBe(200);
    expect((await call(undefined)).status).toBe(200);
  });

  it('never refuses a supervisor', async () => {
    await spend('d', 11);
    expect((await call('d', 0, '/health/live')).status).toBe(200);
  });

  it('counts over all nodes', async () => {
    expect(await spend('e', 6, 0)).toBe(6);
    expect(await spend('e', 1, 1)).toBe(1);
    await synchronise();
    expect(await spend('e', 5, 0)).toBe(3);
    await synchronise();
    // A node hears of the others when it is asked; what it gets until then goes by what it knew.
    await call('e', 1);
    await synchronise();
    expect(await spend('e', 3, 1)).toBe(0);
    expect(await spend('e', 3, 0)).toBe(0);
  });

  it('writes once for any number of callers, and nothing while nobody calls', async () => {
    const commands = watchCommands(nodes[0].app);
    await synchronise();
    commands.clear();
    for (const caller of ['f', 'g', 'h']) await spend(caller, 2);
    expect(commands.seen).toEqual([]);
    await service(0).synchronise();
    expect(commands.seen.filter((command) => command.startsWith('update'))).toHaveLength(1);
    expect(commands.seen.filter((command) => command.startsWith('find'))).toHaveLength(1);
    commands.clear();
    await service(0).synchronise();
    expect(commands.seen.filter((command) => !command.startsWith('find'))).toEqual([]);
    commands.clear();
    await service(0).synchronise();
    expect(commands.seen).toEqual([]);
  });

  it('removes minutes that are over', async () => {
    await spend('i', 1);
    await service(0).synchronise();
    clock.advance({ minutes: 5 });
    await spend('j', 1);
    await service(0).synchronise();
    await service(1).synchronise();
    const commands = watchCommands(nodes[0].app);
    clock.advance({ minutes: 1 });
    await spend('k', 1);
    await service(0).synchronise();
    expect(commands.seen.some((command) => command === 'delete request_counts')).toBe(true);
  });

  it('counts in the background only when there is a limit', () => {
    expect(tasks).toEqual(Array.from({ length: 2 }, () => 'synchronisation of request counts'));
  });
});
