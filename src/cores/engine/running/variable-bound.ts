import { type PureOutcome } from '../pure-task.js';
import { type PlannedTask } from '../plan.js';
import { type WorkingJob } from './working-job.js';

/** Variables of one job: each step goes through all of them, and so does whoever reads the job. */
export const JOB_VARIABLES_MAX = 5000;

export const TOO_MANY_VARIABLES = `A job has at most ${String(JOB_VARIABLES_MAX)} variables`;

/** What came of a task, unless the job would have too many variables: then its task ends in error. */
export function withinVariables(
  job: WorkingJob,
  { outputs, errorVariable }: Pick<PlannedTask, 'outputs' | 'errorVariable'>,
  outcome: PureOutcome,
): PureOutcome {
  const named = [
    ...outputs.map(([, variable]) => variable),
    ...(outcome.effects ?? []).map((effect) =>
      effect.kind === 'set-variable' ? effect.name : null,
    ),
  ];
  const isNew = (name: string | null): name is string => name !== null && !job.variables.has(name);
  const added = new Set(named.filter(isNew));
  // An error may write one as well.
  const room = JOB_VARIABLES_MAX - job.variables.size - (errorVariable === null ? 0 : 1);
  if (added.size === 0 || added.size <= room) return outcome;
  return { finish: 'error', error: { message: TOO_MANY_VARIABLES, code: 'too-many-variables' } };
}
