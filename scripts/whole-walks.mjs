#!/usr/bin/env node
/** Runs every spec that has a walk which `npm test` shortens, or these alone, at the whole length of it. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const walks = ['src', 'test']
  .flatMap((root) => readdirSync(root, { recursive: true }).map((name) => join(root, String(name))))
  .filter(
    (file) => file.endsWith('-spec.ts') && readFileSync(file, 'utf8').includes('walkLength('),
  );
const given = process.argv.slice(2);
const specs = given.length > 0 ? given : walks;
spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...specs], {
  env: { ...process.env, LONG_TESTS: '1' },
  stdio: 'inherit',
}).on('exit', (code) => {
  process.exitCode = code ?? 1;
});
