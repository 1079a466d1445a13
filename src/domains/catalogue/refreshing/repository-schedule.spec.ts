import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../platform/config/config.js';
import { type SecretBox } from '../../../platform/secrets/secret-box.js';
import { type RepositoryConfig } from '../../profiles/repository-configs.js';
import { RepositoryOpenerService } from './repository-opener.service.js';
import { isDue, nextRunAfter, nextRunOf, type Schedule } from './repository-schedule.js';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);
/** Read at 0 every 600 seconds. */
const READ: Schedule = {
  begun: at(0),
  nextRun: at(600),
  interval: 600,
  pausedUntil: null,
  asked: null,
};

describe('isDue', () => {
  it('lets a repository be read at once that never was, and then at its times', () => {
    expect(isDue({ ...READ, begun: null, nextRun: null }, 600, at(0))).toBe(true);
    expect(isDue(READ, 600, at(599))).toBe(false);
    expect(isDue(READ, 600, at(600))).toBe(true);
  });

  it('follows another interval at once', () => {
    expect(isDue(READ, 60, at(60))).toBe(true);
    expect(isDue(READ, 6000, at(600))).toBe(false);
    expect(isDue({ ...READ, nextRun: null }, 60, at(59))).toBe(false);
  });

  it('answers the webhook, though not without a pause, and not twice', () => {
    const asked = { ...READ, asked: at(1) };
    expect(isDue(asked, 600, at(9))).toBe(false);
    expect(isDue(asked, 600, at(10))).toBe(true);
    expect(isDue({ ...asked, begun: at(2) }, 600, at(100))).toBe(false);
  });

  it('leaves a registry alone that asked for it, whatever else is due', () => {
    const paused = { ...READ, pausedUntil: at(5000), asked: at(1) };
    expect(isDue(paused, 600, at(4999))).toBe(false);
    expect(isDue(paused, 600, at(5000))).toBe(true);
  });
});

describe('the next run', () => {
  it('is as the interval says, and moves away from a repository that fails', () => {
    const after = (failures: number) => nextRunAfter(at(0), 600, failures);
    expect([0, 1, 2, 3, 4, 400].map((failures) => after(failures))).toEqual(
      [600, 600, 1200, 2400, 3600, 3600].map((seconds) => at(seconds)),
    );
    expect(nextRunAfter(at(0), 86_400, 5)).toEqual(at(86_400));
  });

  it('is said for a repository that was never read as long ago', () => {
    expect(nextRunOf({ ...READ, begun: null, nextRun: null }, 600)).toEqual(new Date(0));
    expect(nextRunOf(READ, 600)).toEqual(at(600));
  });
});

describe('the time between two readings', () => {
  it('is what the repository says, else what is set for those on the disk and for others', () => {
    const config = loadConfig({ CATALOGUE_RESCAN_SECONDS: '20', CATALOGUE_REFRESH_SECONDS: '900' });
    const opener = new RepositoryOpenerService({} as SecretBox, config);
    const seconds = (type: RepositoryConfig['type'], refreshSeconds: number | null): number =>
      opener.secondsOf({ type, refreshSeconds } as RepositoryConfig);
    expect([seconds('local', null), seconds('gitlab', null)]).toEqual([20, 900]);
    expect([seconds('local', 600), seconds('gitlab', 600)]).toEqual([600, 600]);
  });
});
