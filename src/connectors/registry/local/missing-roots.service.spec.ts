import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../platform/config/config.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { MissingRootsService } from './missing-roots.service.js';

describe('MissingRootsService', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'roots-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  it('warns of every root that is no directory, and of no other', async () => {
    const [missing, file] = [join(directory, 'missing'), join(directory, 'file')];
    writeFileSync(file, '');
    const config = loadConfig({ LOCAL_REPOSITORY_ROOTS: [directory, missing, file].join(',') });
    const lines: string[] = [];
    const log = new AppLogger(
      { level: 'warn', format: 'json' },
      { write: (line: string) => lines.push(line) },
    );
    await new MissingRootsService(config, log).onModuleInit();
    const told = lines.map((line) => JSON.parse(line) as { level: string; root: string });
    expect(told.map(({ level, root }) => [level, root])).toEqual([
      ['warn', missing],
      ['warn', file],
    ]);
  });
});
