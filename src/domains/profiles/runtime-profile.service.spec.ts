import { describe, expect, it } from 'vitest';
import { HandClock } from '../../../test/support/hand-clock.js';
import { AppError, conflict } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { ProfileChecksService } from './profile-checks.service.js';
import { type ActiveProfile } from './profile.js';
import { type ProfilesService } from './profiles.service.js';
import { RuntimeProfileService } from './runtime-profile.service.js';

const profile = (id: string, revision: number): ActiveProfile => ({
  id,
  revision,
  activation: 1,
  document: { id, revision },
});

function aRuntime(read: () => Promise<ActiveProfile>): {
  runtime: RuntimeProfileService;
  lines: string[];
} {
  const lines: string[] = [];
  const log = new AppLogger(
    { level: 'error', format: 'json' },
    { write: (line: string) => lines.push(line) },
  );
  const profiles = { activeSince: read } as unknown as ProfilesService;
  return { runtime: new RuntimeProfileService(profiles, new HandClock(), log), lines };
}

describe('RuntimeProfileService', () => {
  it('applies each revision of each profile once, and knows what it started with', async () => {
    let active = profile('a', 1);
    const { runtime } = aRuntime(() => Promise.resolve(active));
    const seen: JsonObject[] = [];
    runtime.register('test', (document) => {
      seen.push(document);
    });
    expect([runtime.applied(), runtime.startedWith()]).toEqual([undefined, undefined]);
    await runtime.follow();
    await Promise.all([runtime.follow(), runtime.follow()]);
    active = profile('a', 2);
    await runtime.follow();
    active = profile('b', 2);
    await runtime.follow();
    expect(seen).toEqual([
      { id: 'a', revision: 1 },
      { id: 'a', revision: 2 },
      { id: 'b', revision: 2 },
    ]);
    expect(runtime.applied()).toMatchObject({ id: 'b', revision: 2 });
    expect(runtime.startedWith()).toEqual({ id: 'a', revision: 1 });
  });

  it('applies the other parts when one fails, and says so', async () => {
    const { runtime, lines } = aRuntime(() => Promise.resolve(profile('a', 1)));
    const applied: string[] = [];
    runtime.register('broken', () => Promise.reject(new Error('no')));
    runtime.register('sound', () => {
      applied.push('sound');
    });
    await runtime.follow();
    expect(applied).toEqual(['sound']);
    expect(lines.join('')).toContain('broken');
  });

  it('waits for the first profile, and tells of a database that is away', async () => {
    const failures = [new AppError('unavailable', 'not yet'), new Error('away')];
    const { runtime } = aRuntime(() => Promise.reject(failures.shift() ?? new Error('never')));
    await expect(runtime.follow()).resolves.toBeUndefined();
    await expect(runtime.follow()).rejects.toThrow('away');
    expect(runtime.applied()).toBeUndefined();
  });
});

describe('ProfileChecksService', () => {
  it('runs every check around the write, the first one outermost', async () => {
    const checks = new ProfileChecksService();
    const order: string[] = [];
    for (const name of ['first', 'second']) {
      checks.register(async (_, write) => {
        order.push(`${name} before`);
        const done = await write();
        order.push(`${name} after`);
        return done;
      });
    }
    const done = await checks.run({}, () => Promise.resolve(order.push('write')));
    expect(done).toBe(3);
    expect(order).toEqual([
      'first before',
      'second before',
      'write',
      'second after',
      'first after',
    ]);
  });

  it('writes nothing when a check refuses the document', async () => {
    const checks = new ProfileChecksService();
    checks.register((next, write) =>
      next['bad'] === true ? Promise.reject(conflict('no')) : write(),
    );
    const written: string[] = [];
    const write = (name: string) => () => Promise.resolve(written.push(name));
    await expect(checks.run({ bad: true }, write('bad'))).rejects.toThrow('no');
    await checks.run({}, write('good'));
    expect(written).toEqual(['good']);
  });
});
