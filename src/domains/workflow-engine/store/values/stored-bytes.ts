import { type Command } from '#cores/engine/commands.js';
import { mapCommandValues } from '#cores/engine/map-values.js';
import { type StoredJob } from '../stored-job.js';
import { bytesOf } from './value-sizes.js';

/** What `keptUnits` counts: it rises in such steps, so that few steps of a job touch the index; smaller jobs count nothing. */
export const KEPT_UNIT_BYTES = 16 * 1024;

type Kept = Required<Pick<StoredJob, 'keptBytes' | 'keptUnits'>>;

/**
 * What a job keeps in its document and its iterations once a step is written. Jobs of before it was kept begin
 * with their state.
 */
export function keptAfter(
  before: Pick<StoredJob, 'state' | 'keptBytes'> | null,
  { stateText, commands }: { readonly stateText: string; readonly commands: readonly Command[] },
): Kept {
  const former = before ? (before.keptBytes ?? before.state.length) - before.state.length : 0;
  const keptBytes = former + stateText.length + intoIterations(commands);
  return { keptBytes, keptUnits: Math.round(keptBytes / KEPT_UNIT_BYTES) };
}

/** What iterations get of the values that commands carry; a child keeps its own variables. */
function intoIterations(commands: readonly Command[]): number {
  let bytes = 0;
  for (const command of commands) {
    if (command.kind === 'start-child') continue;
    mapCommandValues(command, (held) => {
      bytes += bytesOf(held);
      return held;
    });
  }
  return bytes;
}
