import { describe, expect, it } from 'vitest';
import { UNREAD } from '../index/catalogue-repository.schema.js';
import { repositoryStatus } from './repository-status.js';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);
const config = (enabled = true) => ({
  name: '@acme',
  enabled,
  type: 'gitlab',
  hostname: 'git.acme.example',
  path: 'acme',
  credentials: { token: '' },
  trust: { publicKeys: [], requireSignature: false },
  webhook: { secret: '' },
  refreshSeconds: null,
  document: {},
});
const READ = {
  ...UNREAD,
  _id: '@acme',
  identity: 'x',
  interval: 600,
  packages: 2,
  versions: 5,
  begun: at(0),
  indexed: at(1),
  nextRun: at(600),
};
const READING = {
  ...READ,
  progress: { at: at(600), projects: 1, projectsTotal: 3, versions: 2, read: 2 },
};
const stateOf = (record: typeof UNREAD & { _id: string; identity: string }, seconds: number) => {
  const { state, nextRun } = repositoryStatus(config(), record, 600, at(seconds));
  return [state, nextRun];
};

describe('the status of a repository', () => {
  it('is waiting before the first reading and current after one', () => {
    expect(stateOf({ ...UNREAD, _id: '@acme', identity: 'x' }, 5)).toEqual(['waiting', at(5)]);
    expect(stateOf(READ, 5)).toEqual(['current', at(600)]);
    expect(stateOf(READ, 700)).toEqual(['current', at(700)]);
  });

  it('is reading through a pause of its registry, and no longer when its node is gone', () => {
    expect(stateOf(READING, 601)).toEqual(['reading', null]);
    expect(stateOf(READING, 600 + 90)).toEqual(['reading', null]);
    expect(stateOf(READING, 600 + 180)).toEqual(['current', at(780)]);
  });

  it('is paused until its registry wants calls again, and failed after that', () => {
    const error = { at: at(2), message: 'wants no more calls' };
    const paused = { ...READ, error, pausedUntil: at(3000), nextRun: at(3000) };
    expect(stateOf(paused, 5)).toEqual(['paused', at(3000)]);
    expect(stateOf(paused, 3000)).toEqual(['failed', at(3000)]);
  });

  it('is disabled, whatever was read before', () => {
    const status = repositoryStatus(config(false), READING, 600, at(601));
    expect(status).toMatchObject({ state: 'disabled', nextRun: null, progress: null, packages: 2 });
  });
});
