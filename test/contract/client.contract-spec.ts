import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

describe('the generated client and the operations of the command line', () => {
  it('are what the document says (npm run docs writes them)', async () => {
    const run = promisify(execFile)(process.execPath, ['scripts/generate-client.mjs', '--check']);
    expect((await run).stdout).toBe('the generated client is up to date\n');
  });
});
