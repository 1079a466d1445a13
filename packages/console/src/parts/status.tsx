import { type ReactNode } from 'react';
import * as common from '../texts/common.js';

/** How each status looks: a tone and a sign, so that no status is told by colour alone. */
const LOOKS: Readonly<Record<string, readonly [tone: string, sign: string]>> = {
  running: ['busy', '●'],
  reading: ['busy', '●'],
  working: ['good', '✓'],
  waiting: ['paused', '◔'],
  paused: ['paused', '‖'],
  stale: ['paused', '!'],
  queued: ['paused', '◔'],
  update: ['paused', '↑'],
  changed: ['paused', '~'],
  merged: ['paused', '~'],
  kept: ['paused', '='],
  locked: ['paused', '‖'],
  restart: ['paused', '!'],
  missed: ['paused', '!'],
  warning: ['paused', '!'],
  skipped: ['paused', '!'],
  unknown: ['paused', '?'],
  error: ['bad', '✕'],
  failed: ['bad', '✕'],
  failure: ['bad', '✕'],
  down: ['bad', '✕'],
  overdue: ['bad', '!'],
  refused: ['bad', '✕'],
  failing: ['bad', '✕'],
  invalid: ['bad', '✕'],
  broken: ['bad', '✕'],
  conflict: ['bad', '!'],
  removed: ['bad', '−'],
  cancelled: ['bad', '✕'],
  interrupted: ['bad', '✕'],
  [common.stoppedForMaintenance]: ['bad', '‖'],
  complete: ['good', '✓'],
  success: ['good', '✓'],
  succeeded: ['good', '✓'],
  up: ['good', '✓'],
  current: ['good', '✓'],
  installed: ['good', '✓'],
  active: ['good', '✓'],
  admitted: ['good', '✓'],
  started: ['good', '✓'],
  done: ['good', '✓'],
  created: ['good', '+'],
  adopted: ['good', '='],
  valid: ['good', '✓'],
  intact: ['good', '✓'],
  usable: ['good', '✓'],
  on: ['good', '✓'],
  applied: ['good', '✓'],
  live: ['good', '●'],
};

function lookOf(status: string): readonly [tone: string, sign: string] {
  return LOOKS[status] ?? ['quiet', '○'];
}

/** The tone of a status, for pictures. */
export function toneOf(status: string): string {
  return lookOf(status)[0];
}

/** A status as a word in its colour. */
export function Status({ of }: { readonly of: string }): ReactNode {
  const [tone, sign] = lookOf(of);
  return (
    <span className={`status ${tone}`}>
      <span aria-hidden="true">{sign}</span> {of}
    </span>
  );
}
