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
import * as common from '../texts/common.js';
import * as texts from '../texts/jobs.js';

const VERB = texts.moveToPresentVersion;

const CHANGES: Readonly<Record<UpgradedTaskShape['change'], string>> = {
  added: texts.isNew,
  removed: texts.isNoMore,
  changed: texts.isAnotherOne,
  ways: texts.othersComeAfter,
};

const FATES: Readonly<Record<NonNullable<UpgradedTaskShape['then']>, string>> = {
  'keeps-result': texts.keepsResultNotRun,
  failed: texts.runsByRetry,
  'goes-on': texts.goesOn,
  next: texts.beginsWhenJobResumed,
  later: texts.waitsForItsTurn,
  'not-run': texts.doesNotRun,
  removed: texts.isTakenOut,
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
      title={texts.ofVerb(VERB, written(job.name))}
      intro={texts.upgradeIntro}
      fields={[]}
      operation="upgradeJob"
      verb={texts.moveExactlySo}
      plan={() => send({ dryRun: true })}
      showPlan={(plan) => <ShownUpgrade plan={plan} job={job} />}
      unable={whyNot}
      apply={(_, { planHash }) => send({ dryRun: false, planHash })}
      showResult={({ status }) => (
        <p role="status">
          <Status of={status} /> {texts.isUpgraded(status)}
        </p>
      )}
      done={texts.runsPresentVersion}
      onClose={onClose}
    />
  );
}

function whyNot({ isCurrent, blockers }: JobUpgradeShape): string | undefined {
  if (isCurrent) return texts.runsPresentVersionAlready;
  return blockers.length > 0 ? texts.somethingInTheWay : undefined;
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
  if (isCurrent) return <p role="status">{texts.noUpgradeNeeded}</p>;
  return (
    <>
      <p className="soft">
        {texts.keptTasksPlan(kept.length)} <code>{planHash.slice(0, 12)}</code>
      </p>
      {blockers.map(({ task, detail }) => (
        <p key={`${task} ${detail}`} className="bad-text prose">
          {written(task === null ? detail : `${nameOf(task, task)}: ${detail}`)}
        </p>
      ))}
      <List
        label={texts.tasksNotSame}
        rows={tasks}
        idOf={({ task }) => task}
        columns={[
          { title: common.task, cell: ({ task, name }) => nameOf(task, name) },
          { title: texts.inWorkflow, cell: ({ change }) => CHANGES[change] },
          { title: texts.inJob, cell: ({ then }) => then && FATES[then], look: 'wide' },
        ]}
        empty={<p>{texts.everyTaskIsSame}</p>}
      />
      {tasks
        .filter(({ changes }) => changes.length > 0)
        .map(({ task, name, changes, moreChanges }) => (
          <section key={task}>
            <h3>{texts.whatDiffersIn(nameOf(task, name))}</h3>
            <BeforeAfter
              label={texts.whatDiffersIn(nameOf(task, name))}
              place={common.place}
              different={changes.map(({ pointer: place, before, after }) => ({
                name: place,
                before,
                after,
              }))}
            />
            {moreChanges > 0 && <p className="soft">{texts.andMore(moreChanges)}</p>}
          </section>
        ))}
    </>
  );
}
