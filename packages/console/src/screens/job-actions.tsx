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
import * as texts from '../texts/jobs.js';

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

const named = ({ task }: Target): string => (task ? `“${titleOf(task)}”` : texts.theTask);
const only = (isSo: boolean, otherwise: string): string | undefined =>
  isSo ? undefined : otherwise;
const taskId = ({ task }: Target): string => task?.id ?? '';

const ACTIONS: readonly JobAction[] = [
  {
    operation: 'retryJob',
    verb: texts.retry,
    hotkey: 'r',
    question: () => texts.askRetry,
    unable: ({ job }) => only(job.status === 'error', texts.onlyInErrorIsRetried),
    send: ({ job }) => retryJob({ client, path: { id: job._id }, body: {} }),
  },
  {
    operation: 'skipJobTask',
    verb: texts.skipTask,
    hotkey: 's',
    question: (target) => texts.askSkip(named(target)),
    unable: ({ job, task }) =>
      only(job.status === 'error' && task?.status === 'error', texts.chooseTaskInError),
    send: (target) =>
      skipJobTask({ client, path: { id: target.job._id }, body: { task: taskId(target) } }),
  },
  {
    operation: 'continueJobFrom',
    verb: texts.continueAfterTask,
    hotkey: 'c',
    question: (target) => texts.askContinueAfter(named(target)),
    unable: ({ job, task }) =>
      only(job.status === 'error' && task?.status === 'complete', texts.chooseFinishedTask),
    send: (target) =>
      continueJobFrom({ client, path: { id: target.job._id }, body: { fromTask: taskId(target) } }),
  },
  {
    operation: 'revertJob',
    verb: texts.doAgainFromTask,
    hotkey: 'd',
    question: (target) => texts.askDoAgain(named(target)),
    unable: ({ job, task }) =>
      only(job.status === 'error' && isBegun(task), texts.chooseTaskThatRan),
    send: (target) =>
      revertJob({ client, path: { id: target.job._id }, body: { toTask: taskId(target) } }),
  },
  {
    operation: 'pauseJobs',
    verb: texts.pause,
    hotkey: 'p',
    question: () => texts.askPause,
    unable: ({ job }) => only(job.status === 'running', texts.onlyRunningIsPaused),
    send: ({ job }) => pauseJobs({ client, body: { jobIds: [job._id] } }),
  },
  {
    operation: 'resumeJobs',
    verb: texts.resume,
    hotkey: 'u',
    question: () => texts.askResume,
    unable: ({ job }) => only(job.status === 'paused', texts.onlyPausedIsResumed),
    send: ({ job }) => resumeJobs({ client, body: { jobIds: [job._id] } }),
  },
  {
    operation: 'cancelJobs',
    verb: texts.cancelJob,
    hotkey: 'x',
    isDanger: true,
    question: () => texts.askCancel,
    unable: ({ job }) => only(!hasEnded(job), texts.jobHasEnded),
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
