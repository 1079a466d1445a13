import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type EngineMessage } from './engine-messages.js';

const MIB = 1024 * 1024;

/** Below this the engine cannot be expected to extend its files. */
const SCARCE_BYTES = 16 * MIB;

/** How `mongod` and the embedded engine end themselves when their files cannot be trusted. */
const ABRUPT_EXIT = 14;

/** What is known of an engine's process that has ended. */
export interface EngineExit {
  readonly directory: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Whether the engine had opened its files before. */
  readonly wasServing: boolean;
  readonly refusal: (EngineMessage & { kind: 'refused' }) | undefined;
  /** Number of the process that holds the directory; undefined when unknown. */
  readonly holder: number | undefined;
  /** Free space of the directory's disk; undefined when it cannot be told. */
  readonly freeBytes: number | undefined;
  /** Last lines that the process wrote. */
  readonly output: string;
}

function explainEnd({ exitCode, signal, output }: EngineExit): string {
  const how = signal === null ? `with exit code ${exitCode ?? 'unknown'}` : `by signal ${signal}`;
  const said = output.trim() === '' ? '' : `: ${output.trim()}`;
  return `its process ended ${how}${said}`;
}

function explainLock({ directory, holder }: EngineExit): string {
  const who = holder === undefined ? 'another process' : `process ${holder}`;
  return `The database directory ${directory} is in use by ${who}; stop it, or use another DATA_DIR.`;
}

function isAbrupt({ exitCode, signal }: EngineExit): boolean {
  return exitCode === ABRUPT_EXIT || signal === 'SIGABRT';
}

/** The sentence when the disk is what the engine stumbled over; a `kill -9` is not its doing. */
function explainFullDisk(fall: EngineExit): string | undefined {
  const { directory, freeBytes } = fall;
  const isOwnFault = isAbrupt(fall) || fall.refusal !== undefined;
  if (!isOwnFault || freeBytes === undefined || freeBytes >= SCARCE_BYTES) return undefined;
  const free = (freeBytes / MIB).toFixed(1);
  return `The disk of ${directory} is full (${free} MiB free); make room, nothing that was acknowledged is lost.`;
}

/** One sentence for the operator: what happened to the engine, and where to look. */
export function explainEngineExit(fall: EngineExit): string {
  const { directory, refusal } = fall;
  if (refusal?.inUse) return explainLock(fall);
  const fullDisk = explainFullDisk(fall);
  if (fullDisk !== undefined) return fullDisk;
  if (refusal) return `The engine cannot open ${directory}: ${refusal.message}`;
  if (isAbrupt(fall) && !fall.wasServing) {
    return `The files in ${directory} are damaged; restore them, or import an export into an empty directory.`;
  }
  return `The database engine of ${directory} is gone: ${explainEnd(fall)}.`;
}

/** The process that the engine's lock file names. */
export function lockHolder(directory: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(directory, 'mongod.lock'), 'utf8').trim());
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined; // no file, no holder: the sentence does without
  }
}

/** Space that this user may still fill; undefined when the directory is gone. */
export async function freeBytesOf(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch {
    return undefined; // the sentence does without
  }
}
