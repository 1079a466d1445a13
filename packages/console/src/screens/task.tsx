import {
  assignManualTask,
  claimManualTask,
  finishManualTask,
  getManualTask,
  type ManualTaskDetail,
  type ManualTaskDiff,
  releaseManualTask,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { client } from '../api.js';
import { useAction } from '../use-action.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useNotice } from '../parts/notices.js';
import { FormButton } from '../parts/operation-buttons.js';
import { Page, Section } from '../parts/page.js';
import { textOfHtml, written } from '../parts/plain-text.js';
import { Failure, Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { Value } from '../parts/value.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';
import { Action, useRefusal } from '../permissions.js';
import { useSession } from '../session.js';
import { TaskForm } from './task-form.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/tasks.js';

/** One task that a person works: what it shows, and the buttons or the form by which its job goes on. */
export function Task({ id }: { readonly id: string }): ReactNode {
  const reading = useRead(
    'getManualTask',
    [id],
    (signal) => getManualTask({ client, signal, path: { id } }),
    { everyMs: REFRESH_MS },
  );
  return <Loaded of={reading}>{({ data }) => <LoadedTask task={data} />}</Loaded>;
}

function LoadedTask({ task }: { readonly task: ManualTaskDetail }): ReactNode {
  const { job, metrics, view, status } = task;
  return (
    <Page
      title={task.summary || task.name}
      note={
        <>
          {status === 'running' ? <Status of="waiting" /> : <Status of={status} />}
          <Link href={pathOf('jobs', job._id)}>{written(job.name)}</Link>
          <span>
            {common.waitingSince} <When at={metrics.start_time} />
          </span>
          {metrics.due_time !== null && (
            <span>
              {texts.dueAt} <When at={metrics.due_time} />
            </span>
          )}
          <span>{metrics.owner === null ? common.nobodyHasIt : common.hasIt(metrics.owner)}</span>
        </>
      }
      actions={
        status === 'running' && (
          <>
            <Claim task={task} />
            <Assign task={task} />
          </>
        )
      }
    >
      <Section title={textOfHtml(view.header) || texts.whatItAsks}>
        <p className="prose">{textOfHtml(view.message) || written(task.description)}</p>
        <p className="prose code">{textOfHtml(view.body)}</p>
        {view.diffs.map((diff, place) => (
          <TaskDiff key={place} diff={diff} />
        ))}
        <Value label={texts.results} value={view.templateResults ?? undefined} />
        {status === 'running' && <Work task={task} />}
        {status !== 'running' && (
          <p className="soft">{texts.itIsFinished(metrics.finish_state ?? '')}</p>
        )}
      </Section>
    </Page>
  );
}

function TaskDiff({ diff }: { readonly diff: ManualTaskDiff }): ReactNode {
  const label = texts.twoTexts(textOfHtml(diff.label1), textOfHtml(diff.label2));
  return (
    <>
      <h3>{label}</h3>
      <div className="diff" tabIndex={0} role="region" aria-label={label}>
        {diff.lines.map(({ kind, text }, place) => (
          <code key={place} className={kind}>
            {{ same: ' ', removed: '−', added: '+' }[kind]} {written(text)}
          </code>
        ))}
      </div>
      {diff.truncated && <p className="soft">{texts.thereAreMoreLines}</p>}
    </>
  );
}

/** Claims the task where nobody has it, and finishes it: what somebody has is theirs. */
function Work({ task }: { readonly task: ManualTaskDetail }): ReactNode {
  const { user } = useSession();
  const action = useAction();
  const say = useNotice();
  const [, go] = useLocation();
  const refusal = useRefusal('finishManualTask');
  const { owner } = task.metrics;
  const unable =
    refusal ?? (owner !== null && owner !== user.username ? texts.worksOnIt(owner) : undefined);
  const finish = async (state: 'success' | 'failure', answers?: unknown): Promise<void> => {
    const path = { id: task._id };
    if (owner === null) await claimManualTask({ client, path });
    const variables = answers === undefined ? {} : { variables: { export: answers } };
    await finishManualTask({ client, path, body: { finish_state: state, ...variables } });
    say(texts.taskIsDone);
    go('/tasks');
  };
  return (
    <>
      {task.view.form ? (
        <TaskForm
          form={task.view.form}
          unable={unable}
          onSend={(values) => finish('success', values)}
        />
      ) : (
        <div className="buttons">
          {task.view.buttons.map(({ label, finish_state }) => (
            <Action
              key={label}
              operation="finishManualTask"
              kind={finish_state === 'success' ? 'primary' : undefined}
              unable={unable}
              isBusy={action.isBusy}
              onAct={() => void action.run(() => finish(finish_state), texts.taskIsDone)}
            >
              {textOfHtml(label)}
            </Action>
          ))}
        </div>
      )}
      {action.error !== undefined && <Failure error={action.error} />}
    </>
  );
}

function Claim({ task }: { readonly task: ManualTaskDetail }): ReactNode {
  const action = useAction();
  const path = { id: task._id };
  const isFree = task.metrics.owner === null;
  const change = isFree ? claimManualTask : releaseManualTask;
  return (
    <Action
      operation={isFree ? 'claimManualTask' : 'releaseManualTask'}
      isBusy={action.isBusy}
      onAct={() =>
        void action.run(() => change({ client, path }), isFree ? texts.itIsYours : texts.putBack)
      }
    >
      {isFree ? texts.claim : texts.putBack}
    </Action>
  );
}

/** Gives the task to somebody else, who is told by the list of their tasks. */
function Assign({ task }: { readonly task: ManualTaskDetail }): ReactNode {
  return (
    <FormButton
      operation="assignManualTask"
      verb={texts.assign}
      title={texts.assignTitle(written(task.summary || task.name))}
      fields={[
        {
          name: 'assignee',
          label: common.account,
          kind: 'text',
          initial: task.metrics.owner,
          help: texts.assignHelp,
        },
      ]}
      send={({ assignee }) =>
        assignManualTask({
          client,
          path: { id: task._id },
          body: { assignee: typeof assignee === 'string' ? assignee : null },
        })
      }
      done={texts.taskIsAssigned}
    />
  );
}
