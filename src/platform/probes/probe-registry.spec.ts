import { describe, expect, it } from 'vitest';
import { Clock } from '../../kernel/clock.js';
import { ProbeRegistry } from './probe-registry.js';

class SetClock extends Clock {
  ms = 1_000_000;

  override now(): Date {
    return new Date(this.ms);
  }
}

function setup() {
  const clock = new SetClock();
  const probes = new ProbeRegistry(clock);
  let checks = 0;
  const database = {
    name: 'database',
    works: true,
    check(): Promise<void> {
      checks += 1;
      return this.works ? Promise.resolve() : Promise.reject(new Error('refused'));
    },
  };
  probes.register(database);
  return { clock, probes, database, checks: () => checks };
}

describe('ProbeRegistry', () => {
  it('asks all parts and says which work', async () => {
    const { probes, database } = setup();
    database.works = false;
    probes.register({ name: 'registry', check: () => Promise.resolve() });
    expect(await probes.check()).toMatchObject([
      { name: 'database', works: false, error: { message: 'refused' } },
      { name: 'registry', works: true },
    ]);
  });

  it('takes a probe that throws at once for one that fails', async () => {
    const { probes } = setup();
    probes.register({
      name: 'odd',
      check: () => {
        throw new Error('at once');
      },
    });
    expect(await probes.check()).toMatchObject([{}, { name: 'odd', works: false }]);
  });

  it('shares an answer for half a second', async () => {
    const { clock, probes, checks } = setup();
    await Promise.all([probes.check(), probes.check()]);
    clock.ms += 499;
    await probes.check();
    expect(checks()).toBe(1);
    clock.ms += 1;
    await probes.check();
    expect(checks()).toBe(2);
  });

  it('asks again when the clock was set back', async () => {
    const { clock, probes, checks } = setup();
    await probes.check();
    clock.ms -= 3_600_000;
    await probes.check();
    expect(checks()).toBe(2);
  });

  it('knows that the server stops', () => {
    const { probes } = setup();
    expect(probes.stopping).toBe(false);
    probes.stop();
    expect(probes.stopping).toBe(true);
  });
});
