import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endPlatform, startPlatform } from '../scripts/support/platform.mjs';
import { median, row, sized } from './support/report.mjs';

const STARTS = sized(5, 1);
const IDLE_MS = sized(5000, 100);

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
  // As the image sets it.
  const environment = { DATA_DIR: directory, LOG_LEVEL: 'error', MALLOC_ARENA_MAX: '1' };
  const times = [];
  const memory = {};
  try {
    for (let start = 0; start <= STARTS; start++) {
      const platform = await startPlatform(environment);
      if (start > 0) times.push(platform.ms); // the first one makes the database
      if (start === STARTS) {
        await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
        const { pid } = platform.child;
        memory.own = residentMb(pid);
        memory.all = childrenOf(pid).reduce((sum, child) => sum + residentMb(child), memory.own);
      }
      await endPlatform(platform, 'SIGTERM');
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  row('ready, from the second start on', { measured: median(times), aim: 1000 });
  row('API process, idle', { measured: memory.own, unit: 'MiB', aim: 130 });
  row('with its engine', { measured: memory.all, unit: 'MiB', aim: 230 });
}
