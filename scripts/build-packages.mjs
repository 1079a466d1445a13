#!/usr/bin/env node
/** Builds the packages beside the platform: the typed client, and the command line with the client in it. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

for (const name of process.argv.length > 2 ? process.argv.slice(2) : ['client', 'cli']) {
  const directory = join(root, 'packages', name);
  rmSync(join(directory, 'dist'), { recursive: true, force: true });
  const project = join(directory, 'tsconfig.build.json');
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
