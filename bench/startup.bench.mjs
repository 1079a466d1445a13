import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endPlatform, startPlatform } from '../scripts/support/platform.mjs';
import { median } from './support/measure.mjs';

const STARTS = 5;
const IDLE_MS = 5000;

/** Resident memory of a process in MiB. */
function residentMb(pid) {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
}

function childrenOf(pid) {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

/** Time from the command to the printed address, and memory of the idle processes. */
export async function run() {
  const directory = mkdtempSync(join(tmpdir(), 'startup-'));
  const times = [];
  let memory = '';
  try {
    for (let start = 0; start <= STARTS; start++) {
      const platform = await startPlatform({ DATA_DIR: directory, LOG_LEVEL: 'error' });
      if (start > 0) times.push(platform.ms); // the first one makes the database
      if (start === STARTS) {
        await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
        const { pid } = platform.child;
        const own = residentMb(pid);
        const engine = childrenOf(pid).reduce((sum, child) => sum + residentMb(child), 0);
        memory = `API process ${own} MiB (aim 120), with its engine ${own + engine} MiB (aim 260)`;
      }
      await endPlatform(platform, 'SIGTERM');
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  process.stdout.write(`start-up: ready in ${median(times)} ms, median of ${STARTS} (aim 2000)\n`);
  process.stdout.write(`idle after ${IDLE_MS / 1000} s: ${memory}\n`);
}
