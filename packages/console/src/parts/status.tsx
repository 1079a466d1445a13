import { type ReactNode } from 'react';

/** How each status looks: a tone and a sign, so that no status is told by colour alone. */
const LOOKS: Readonly<Record<string, readonly [tone: string, sign: string]>> = {
  running: ['busy', '●'],
  working: ['busy', '●'],
  waiting: ['paused', '◔'],
  paused: ['paused', '‖'],
  stale: ['paused', '!'],
  error: ['bad', '✕'],
  failed: ['bad', '✕'],
  failure: ['bad', '✕'],
  down: ['bad', '✕'],
  overdue: ['bad', '!'],
  complete: ['good', '✓'],
  success: ['good', '✓'],
  succeeded: ['good', '✓'],
  up: ['good', '✓'],
  current: ['good', '✓'],
};

/** A status as a word in its colour. */
export function Status({ of }: { readonly of: string }): ReactNode {
  const [tone, sign] = LOOKS[of] ?? ['quiet', '○'];
  return (
    <span className={`status ${tone}`}>
      <span aria-hidden="true">{sign}</span> {of}
    </span>
  );
}
