#!/usr/bin/env node
/**
 * Writes everything that is generated, or compares it (`--check`): the documents of the platform, then
 * the client and the operations of the command line, which are made from one of them.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const scripts = dirname(fileURLToPath(import.meta.url));
const options = process.argv.slice(2);

for (const command of [['start.mjs', '--cli', 'docs'], ['generate-client.mjs']]) {
  const [script, ...rest] = command;
  const { status } = spawnSync(process.execPath, [join(scripts, script), ...rest, ...options], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
