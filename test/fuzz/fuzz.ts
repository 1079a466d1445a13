import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type OpenAPIObject } from '@nestjs/swagger';
import { call, endPlatform, startPlatform } from '../../scripts/support/platform.mjs';
import { Accounts } from './accounts.js';
import { type FuzzCall } from './fuzz-call.js';
import { FuzzRun } from './fuzz-run.js';
import { SEEDS, type SeedWindow } from './seeds.js';
import { Watch } from './watch.js';

const PASSWORD = 'first-admin-password';
/** More than a process takes that holds on to nothing. */
const MEMORY_MAX_MIB = 1200;
const SILENCE_MAX_MS = 5000;

const OPTIONS = {
  calls: { type: 'string', default: '20000' },
  seed: { type: 'string' },
  only: { type: 'string', multiple: true },
  concurrency: { type: 'string', default: '8' },
  replay: { type: 'string' },
  faults: { type: 'string' },
} as const;

/**
 * Calls the operations of a running platform, made from its OpenAPI document, with inputs of every kind,
 * and says what came back that the document does not say: `npm run test:long -- fuzz`.
 *
 * `--calls N` so many in all; `--seed N` those of this seed alone; `--only ID` of these operations;
 * `--concurrency N`; `--replay FILE` sends the calls in the file of faults of an earlier run again.
 * @returns the exit code: 1 if there was a fault.
 */
export async function fuzz(args: readonly string[]): Promise<number> {
  const { values: options } = parseArgs({ args: [...args], options: OPTIONS });
  const directory = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const platform = await startPlatform({
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: PASSWORD,
    // Callers come from many addresses: failed sign-ins from one would soon be all that it may.
    TRUST_PROXY: '127.0.0.1',
    OUTBOUND_TIMEOUT_MS: '500',
    DEVICE_CONNECT_TIMEOUT_MS: '500',
    DEVICE_BACKUP_WAIT_SECONDS: '1',
  });
  try {
    const accounts = new Accounts(platform, PASSWORD);
    const document = JSON.parse(
      await call(platform, '/openapi.json', { token: await accounts.supervisorToken() }),
    ) as OpenAPIObject;
    const concurrency = Number(options.concurrency);
    const run = new FuzzRun(platform.url, document, accounts, concurrency);
    const watch = new Watch(platform);
    await run.prepare();
    if (options.replay !== undefined) await run.again(callsIn(options.replay));
    else for (const window of seedsOf(options)) await run.run(window, options.only);
    const seen = watch.end();
    return report(run, seen, options.faults);
  } finally {
    await endPlatform(platform, 'SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The seeds of a run: that which was asked for, or those that are kept and a new one. */
function seedsOf(options: { seed?: string; calls: string }): readonly SeedWindow[] {
  const calls = Number(options.calls);
  if (options.seed !== undefined) return [{ seed: Number(options.seed), from: 0, calls }];
  const kept = SEEDS.reduce((sum, window) => sum + window.calls, 0);
  return [...SEEDS, { seed: randomInt(2 ** 31), from: 0, calls: Math.max(calls - kept, 0) }];
}

function callsIn(file: string): readonly FuzzCall[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as FuzzCall);
}

function report(run: FuzzRun, seen: ReturnType<Watch['end']>, given: string | undefined): number {
  const faults = [
    ...run.faults.lines(),
    ...seen.errors.map((line) => `logged: ${line.slice(0, 1500)}`),
    ...(seen.ended ? ['the process has ended'] : []),
    ...(seen.peakMiB > MEMORY_MAX_MIB ? [`the process took ${seen.peakMiB} MiB`] : []),
    ...(seen.slowestMs > SILENCE_MAX_MS ? [`no answer for ${seen.slowestMs} ms`] : []),
  ];
  const file = given ?? join(tmpdir(), 'fuzz-faults.jsonl');
  if (run.faults.calls.length > 0) {
    writeFileSync(file, run.faults.calls.map((one) => `${JSON.stringify(one)}\n`).join(''));
    faults.push(`once more: npm run test:long -- fuzz --replay ${file}`);
  }
  process.stdout.write(
    `${faults.map((line) => `${line}\n`).join('')}fuzz: ${run.summary()}; ` +
      `${seen.peakMiB} MiB at most, slowest look at the process ${seen.slowestMs} ms; ` +
      `${run.faults.count + seen.errors.length} faults\n`,
  );
  return faults.length === 0 ? 0 : 1;
}
