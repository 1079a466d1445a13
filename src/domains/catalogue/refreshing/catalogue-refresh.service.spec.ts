import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../platform/config/config.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { type CatalogueSyncService } from './catalogue-sync.service.js';
import { type RepositoryRecordsService } from './repository-records.service.js';
import { CatalogueRefreshService } from './catalogue-refresh.service.js';

function setup(refresh: (signal: AbortSignal) => Promise<void>) {
  const lines: string[] = [];
  const config = loadConfig({});
  const log = new AppLogger(config.logging, { write: (line: string) => void lines.push(line) });
  // What this service calls of the sync here.
  const stop = (): Promise<void> => Promise.resolve();
  const sync = { refresh, look: refresh, stop } as unknown as CatalogueSyncService;
  const records = {} as RepositoryRecordsService; // nothing here is read anew
  return { service: new CatalogueRefreshService(sync, records, log, config), lines };
}

/** Ends when it is told to stop, and never by itself. */
const endless = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('stopped'));
    });
  });

describe('CatalogueRefreshService', () => {
  it('waits for a refresh that it begins', async () => {
    let isDone = false;
    const { service } = setup(async () => {
      await Promise.resolve();
      isDone = true;
    });
    await service.begin(60_000);
    expect(isDone).toBe(true);
  });

  it('does not wait longer than it is told, and ends what goes on when it is stopped', async () => {
    const { service, lines } = setup(endless);
    await service.begin(1);
    await service.stop();
    expect(lines).toEqual([]);
  });

  it('logs a failure instead of failing whoever began it', async () => {
    const { service, lines } = setup(() => Promise.reject(new Error('no database')));
    await service.begin(60_000);
    expect(lines.join('')).toContain('the catalogue could not be refreshed');
  });

  it('passes a failure of a regular refresh on to whoever runs it', async () => {
    const { service } = setup(() => Promise.reject(new Error('no database')));
    await expect(service.run(new AbortController().signal)).rejects.toThrow('no database');
  });
});
