import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { aSetting, aView, isEqual } from '../support/engine/scenario-tasks.js';
import { anEngineWorkflow } from '../support/factories/job-workflows.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { walkLength } from '../support/walk-length.js';

const REAL = join(process.cwd(), '..', 'shared', 'data', 'workflows');

/** One row of the table: the file, whether it comes in, whether it starts, how it ends, why. */
type Row = readonly [file: string, comesIn: string, starts: string, ends: string, why: string];

describe('scripts/try-workflows.mjs', () => {
  let app: TestApp;
  let directory: string;
  const tried = async (folder: string): Promise<{ rows: readonly Row[]; text: string }> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['scripts/try-workflows.mjs', folder, app.url],
      { env: { ...env, TRY_TOKEN: await app.tokenOf('admin'), TRY_PATIENCE_MS: '3000' } },
    );
    const rows = stdout
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(2)
      .map((line) => line.slice(2, -2).split(' | ') as unknown as Row);
    return { rows, text: stdout };
  };
  const env = { PATH: '/usr/bin:/bin' };

  beforeAll(async () => {
    app = await startApp('workflows-tried');
    directory = mkdtempSync(join(tmpdir(), 'tried-'));
  });
  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true });
    await app.close();
  });

  it('tells how each workflow of a folder ends', async () => {
    const folder = join(directory, 'workflows');
    mkdirSync(folder);
    const put = (file: string, document: JsonObject) => {
      writeFileSync(join(folder, file), JSON.stringify(document));
    };
    put('a.json', anEngineWorkflow('Tried A', { v: aView() }, ['start v', 'v end']));
    put('b.json', anEngineWorkflow('Tried B', { e: isEqual('x', 'y') }, ['start e', 'e end']));
    put(
      'c.json',
      anEngineWorkflow('Tried C', { s: aSetting('x', 1) }, ['start s', 's s', 's end']),
    );
    put('d.json', { neither: 'this nor that' });
    const { rows } = await tried(folder);
    expect(rows.map(([file, comesIn, starts, ends]) => [file, comesIn, starts, ends])).toEqual([
      ['a.json', 'yes', 'yes', 'complete'],
      ['b.json', 'yes', 'yes', 'error'],
      ['c.json', 'yes, 2 warnings', 'no', ''],
      ['d.json', 'no', '', ''],
    ]);
    expect(rows[1]?.[4]).toContain('no available transitions found from completed tasks');
  });

  // Real documents are not ours to ship: this is skipped where they do not lie beside the project.
  (existsSync(REAL) ? describe : describe.skip)('on real workflows', () => {
    it('all come in, and each that starts ends, or waits for what it was told to wait for', async () => {
      const some = join(directory, 'real');
      mkdirSync(some);
      const files = readdirSync(REAL).filter((_, at) => at % walkLength(3, 1) === 0);
      for (const file of files) copyFileSync(join(REAL, file), join(some, file));
      const { rows, text } = await tried(some);
      process.stdout.write(text);
      expect(rows.length).toBeGreaterThanOrEqual(Math.floor(files.length * 0.9));
      expect(rows.filter(([, comesIn]) => !comesIn.startsWith('yes'))).toEqual([]);
      const odd = rows.filter(
        ([, , starts, ends, why]) =>
          (starts === 'yes' && !['complete', 'error', 'running'].includes(ends)) ||
          /server failed|internal|is not known|waits: $/.test(why),
      );
      expect(odd).toEqual([]);
    }, 240_000);
  });
});
