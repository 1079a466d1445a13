import { type Fault } from '../../../kernel/app-error.js';
import { type CommitFlag, type CommitOptions, type SaveOptions } from './commit-options.js';

/**
 * What of well-formed options is illegal together; each fault lies at the option that must go. They are
 * told before any call: an orchestrator would refuse them item by item, or go by one of the two.
 */
export function conflictFaults({ commit, planHash }: SaveOptions): readonly Fault[] {
  return [
    ...dryRunConflicts(commit),
    ...both(commit, 'use-lsa', 'no-lsa'),
    ...both(commit, 'no-overwrite', 'no-out-of-sync-check'),
    ...(planHash !== undefined && commit.dryRun
      ? [at('planHash', 'is for the commit of a plan, which a dry-run is not')]
      : []),
    ...(planHash !== undefined && isDryRunLess(commit)
      ? [
          at(
            'planHash',
            'needs a dry-run, which cannot be combined with no-overwrite and no-out-of-sync-check',
          ),
        ]
      : []),
  ];
}

/** True when no dry-run may come before the commit with the same flags. */
export function isDryRunLess({ flags }: CommitOptions): boolean {
  return flags.includes('no-overwrite') || flags.includes('no-out-of-sync-check');
}

function dryRunConflicts(commit: CommitOptions): readonly Fault[] {
  const { dryRun, flags, queue } = commit;
  if (!dryRun) return [];
  const { format, reverse } = dryRun;
  const strangers = (['no-overwrite', 'no-out-of-sync-check'] as const).filter((flag) =>
    flags.includes(flag),
  );
  return [
    ...strangers.map((flag) => at(flag, 'cannot be combined with dryrun')),
    ...(queue ? [at('commit-queue', 'cannot be combined with dryrun')] : []),
    ...(reverse && format !== undefined && format !== 'native'
      ? [at('dryrun/reverse', 'is for outformat native only')]
      : []),
  ];
}

function both({ flags }: CommitOptions, one: CommitFlag, other: CommitFlag): readonly Fault[] {
  if (!flags.includes(one) || !flags.includes(other)) return [];
  return [at(other, `cannot be combined with ${one}`)];
}

function at(place: string, detail: string): Fault {
  return { pointer: `#/options/${place}`, detail };
}
