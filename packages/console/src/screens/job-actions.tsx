import {
  cancelJobs,
  continueJobFrom,
  type JobAnswer,
  type JobOutcomesAnswer,
  type JobShape,
  pauseJobs,
  resumeJobs,
  retryJob,
  revertJob,
  skipJobTask,
} from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { useAction } from '../use-action.js';
import { Confirm } from '../parts/dialog.js';
import { useHotkeys } from '../parts/keys.js';
import { written } from '../parts/plain-text.js';
import { Failure } from '../parts/state.js';
import { Action, useRefusal } from '../permissions.js';
import { UpgradeButton } from './job-upgrade.js';
import { hasEnded, outcomeOf, type TaskOfJob, titleOf } from './job-view.js';

interface Target {
  readonly job: JobShape;
  readonly task: TaskOfJob | undefined;
}

/** Something that can be done with a job, or from one of its tasks on. */
interface JobAction {
  readonly operation: string;
  readonly verb: string;
  readonly hotkey: string;
  /** What it asks before it is done. */
  readonly question: (target: Target) => string;
  readonly unable: (target: Target) => string | undefined;
  readonly send: (target: Target) => Promise<JobAnswer | JobOutcomesAnswer>;
  readonly isDanger?: boolean;
}

const named = ({ task }: Target): string => (task ? `“${titleOf(task)}”` : 'the task');
const only = (isSo: boolean, otherwise: string): string | undefined =>
  isSo ? undefined : otherwise;
const taskId = ({ task }: Target): string => task?.id ?? '';

const ACTIONS: readonly JobAction[] = [
  {
    ...{ operation: 'retryJob', verb: 'Retry', hotkey: 'r' },
    question: () => 'Run the tasks that ended in error again?',
    unable: ({ job }) => only(job.status === 'error', 'Only a job in error is tried again'),
    send: ({ job }) => retryJob({ client, path: { id: job._id }, body: {} }),
  },
  {
    ...{ operation: 'skipJobTask', verb: 'Skip task', hotkey: 's' },
    question: (target) => `Take ${named(target)} as finished with success, without running it?`,
    unable: ({ job, task }) =>
      only(job.status === 'error' && task?.status === 'error', 'Choose a task that ended in error'),
    send: (target) =>
      skipJobTask({ client, path: { id: target.job._id }, body: { task: taskId(target) } }),
  },
  {
    ...{ operation: 'continueJobFrom', verb: 'Continue after task', hotkey: 'c' },
    question: (target) => `Go on after ${named(target)}, by how it has finished?`,
    unable: ({ job, task }) =>
      only(
        job.status === 'error' && task?.status === 'complete',
        'Choose a task that has finished, of a job in error',
      ),
    send: (target) =>
      continueJobFrom({ client, path: { id: target.job._id }, body: { fromTask: taskId(target) } }),
  },
  {
    ...{ operation: 'revertJob', verb: 'Do again from task', hotkey: 'd' },
    question: (target) => `Do ${named(target)} and everything after it again?`,
    unable: ({ job, task }) =>
      only(
        job.status === 'error' && isBegun(task),
        'Choose a task that has run, of a job in error',
      ),
    send: (target) =>
      revertJob({ client, path: { id: target.job._id }, body: { toTask: taskId(target) } }),
  },
  {
    ...{ operation: 'pauseJobs', verb: 'Pause', hotkey: 'p' },
    question: () => 'Finish what runs, and begin nothing new?',
    unable: ({ job }) => only(job.status === 'running', 'Only a running job is paused'),
    send: ({ job }) => pauseJobs({ client, body: { jobIds: [job._id] } }),
  },
  {
    ...{ operation: 'resumeJobs', verb: 'Resume', hotkey: 'u' },
    question: () => 'Let the job go on?',
    unable: ({ job }) => only(job.status === 'paused', 'Only a paused job is resumed'),
    send: ({ job }) => resumeJobs({ client, body: { jobIds: [job._id] } }),
  },
  {
    ...{ operation: 'cancelJobs', verb: 'Cancel job', hotkey: 'x', isDanger: true },
    question: () => 'Cancel the job for good, with the jobs that it has started?',
    unable: ({ job }) => only(!hasEnded(job), 'The job has ended'),
    send: ({ job }) => cancelJobs({ client, body: { jobIds: [job._id] } }),
  },
];

function isBegun(task: TaskOfJob | undefined): boolean {
  return task !== undefined && task.status !== 'incomplete' && task.name !== 'workflow_start';
}

/** What can be done with this job: those buttons that its status allows, each with its key. */
export function JobActions(target: Target): ReactNode {
  const [asked, setAsked] = useState<JobAction>();
  const request = useAction();
  const act = async (action: JobAction): Promise<void> => {
    setAsked(undefined);
    const done = (answer: JobAnswer | JobOutcomesAnswer): string =>
      written(`${action.verb}: ${outcomeOf(answer, target.job)}`);
    await request.run(() => action.send(target), done);
  };
  const possible = ACTIONS.filter((action) => action.unable(target) === undefined);
  return (
    <>
      <div className="buttons">
        {possible.map((action) => (
          <JobActionButton
            key={action.operation}
            action={action}
            isBusy={request.isBusy}
            isFirst={action === possible[0] && target.job.status === 'error'}
            onAsk={() => setAsked(action)}
          />
        ))}
        {['error', 'paused'].includes(target.job.status) && <UpgradeButton job={target.job} />}
      </div>
      {request.error !== undefined && <Failure error={request.error} />}
      {asked && (
        <Confirm
          title={asked.question(target)}
          verb={asked.verb}
          isDanger={asked.isDanger}
          onYes={() => void act(asked)}
          onNo={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function JobActionButton(props: {
  readonly action: JobAction;
  readonly isBusy: boolean;
  readonly isFirst: boolean;
  readonly onAsk: () => void;
}): ReactNode {
  const { action, isBusy, isFirst, onAsk } = props;
  const { operation, verb, hotkey, isDanger = false } = action;
  const refusal = useRefusal(operation);
  useHotkeys([{ keys: hotkey, what: verb, act: () => refusal === undefined && onAsk() }]);
  return (
    <Action
      operation={operation}
      hotkey={hotkey}
      isBusy={isBusy}
      kind={isDanger ? 'danger' : isFirst ? 'primary' : undefined}
      onAct={onAsk}
    >
      {verb}
    </Action>
  );
}
