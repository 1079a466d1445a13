import {
  type JobShape,
  type JobUpgradeShape,
  upgradeJob,
  type UpgradedTaskShape,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { BeforeAfter } from '../parts/before-after.js';
import { List } from '../parts/list.js';
import { DialogButton } from '../parts/operation-buttons.js';
import { PlanDialog } from '../parts/plan-dialog.js';
import { written } from '../parts/plain-text.js';
import { Status } from '../parts/status.js';
import { titleOf } from './job-view.js';

const VERB = 'Move to the present version';

const CHANGES: Readonly<Record<UpgradedTaskShape['change'], string>> = {
  added: 'is new',
  removed: 'is no more',
  changed: 'is another one',
  ways: 'is the same, others come after it',
};

const FATES: Readonly<Record<NonNullable<UpgradedTaskShape['then']>, string>> = {
  'keeps-result': 'keeps its result, does not run again',
  failed: 'runs as it is now by a retry',
  'goes-on': 'goes on',
  next: 'begins when the job is resumed',
  later: 'waits for its turn',
  'not-run': 'does not run',
  removed: 'is taken out',
};

/** Lets a job that stands go on by its workflow as it is now: what that means is shown first. */
export function UpgradeButton({ job }: { readonly job: JobShape }): ReactNode {
  return (
    <DialogButton operation="upgradeJob" verb={VERB} hotkey="v">
      {(onClose) => <UpgradeDialog job={job} onClose={onClose} />}
    </DialogButton>
  );
}

function UpgradeDialog(props: { readonly job: JobShape; readonly onClose: () => void }): ReactNode {
  const { job, onClose } = props;
  const send = async (body: Parameters<typeof upgradeJob>[0]['body']): Promise<JobUpgradeShape> =>
    (await upgradeJob({ client, path: { id: job._id }, body })).data;
  return (
    <PlanDialog
      title={`${VERB} of ${written(job.name)}`}
      intro="The job goes on by its workflow as it is now. Nothing begins by the move itself."
      fields={[]}
      operation="upgradeJob"
      verb="Move exactly so"
      plan={() => send({ dryRun: true })}
      showPlan={(plan) => <ShownUpgrade plan={plan} job={job} />}
      unable={whyNot}
      apply={(_, { planHash }) => send({ dryRun: false, planHash })}
      showResult={({ status }) => (
        <p role="status">
          <Status of={status} /> The job runs by the present version. Nothing has begun yet:{' '}
          {status === 'paused' ? 'resume it.' : 'retry it, or continue after a task.'}
        </p>
      )}
      done="The job runs by the present version"
      onClose={onClose}
    />
  );
}

function whyNot({ isCurrent, blockers }: JobUpgradeShape): string | undefined {
  if (isCurrent) return 'The job runs by the present version already';
  return blockers.length > 0 ? 'Something is in the way' : undefined;
}

/** What is in the way, and each task that is not the same with what becomes of it. */
function ShownUpgrade(props: {
  readonly plan: JobUpgradeShape;
  readonly job: JobShape;
}): ReactNode {
  const { plan, job } = props;
  const { isCurrent, planHash, kept, blockers, tasks } = plan;
  const nameOf = (id: string, name: string): string => {
    const known = job.tasks[id];
    return known ? titleOf({ ...known, id }) : written(name);
  };
  if (isCurrent) return <p role="status">The job runs by the present version already.</p>;
  return (
    <>
      <p className="soft">
        Finished tasks that do not run again: {kept.length}, plan{' '}
        <code>{planHash.slice(0, 12)}</code>
      </p>
      {blockers.map(({ task, detail }) => (
        <p key={`${task} ${detail}`} className="bad-text prose">
          {written(task === null ? detail : `${nameOf(task, task)}: ${detail}`)}
        </p>
      ))}
      <List
        label="Tasks that are not the same"
        rows={tasks}
        idOf={({ task }) => task}
        columns={[
          { title: 'Task', cell: ({ task, name }) => nameOf(task, name) },
          { title: 'In the workflow', cell: ({ change }) => CHANGES[change] },
          { title: 'In the job', cell: ({ then }) => then && FATES[then], look: 'wide' },
        ]}
        empty={<p>Every task is the same.</p>}
      />
      {tasks
        .filter(({ changes }) => changes.length > 0)
        .map(({ task, name, changes, moreChanges }) => (
          <section key={task}>
            <h3>{`What differs in ${nameOf(task, name)}`}</h3>
            <BeforeAfter
              label={`What differs in ${nameOf(task, name)}`}
              place="Place"
              different={changes.map(({ pointer: place, before, after }) => ({
                name: place,
                before,
                after,
              }))}
            />
            {moreChanges > 0 && <p className="soft">{`and ${moreChanges} more`}</p>}
          </section>
        ))}
    </>
  );
}
