import {
  type IterationShape,
  type JobShape,
  listJobIterations,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { Link } from 'wouter';
import { client } from '../api.js';
import { List } from '../parts/list.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { Lasted, When } from '../parts/time.js';
import { Value } from '../parts/value.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';
import { hasAnswered, type TaskOfJob, titleOf, waitingRunOf } from './job-view.js';
import { JobValues, VALUE_BYTES, type ValueOwner } from './job-value.js';
import { linksOf } from './task-links.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/jobs.js';

const RUNS_MAX = 25;
/** So much of the id of a node tells it from others. */
const NODE_CHARS = 6;

/** Everything that became of one task: its error first, then what it answered and what it was given. */
export function TaskInspector(props: {
  readonly job: JobShape;
  readonly task: TaskOfJob;
}): ReactNode {
  const { job, task } = props;
  const { variables, metrics } = task;
  const waiting = waitingRunOf(task);
  return (
    <section className="inspector" aria-label={texts.chosenTask}>
      <h2>{titleOf(task)}</h2>
      <div className="note">
        <Status of={task.status} />
        {task.app !== '' && (
          <span>
            {task.app} {task.name}
          </span>
        )}
        {metrics.start_time !== null && (
          <span>
            <When at={metrics.start_time} />,{' '}
            <Lasted from={metrics.start_time} to={metrics.end_time} />
          </span>
        )}
        {metrics.owner !== '' && <span>{texts.workedBy(metrics.owner)}</span>}
        {metrics.server_id !== '' && (
          <span title={metrics.server_id}>
            {texts.onNode(metrics.server_id.slice(-NODE_CHARS))}
          </span>
        )}
        <TaskLinks of={task} />
        {waiting !== undefined && <Link href={pathOf('tasks', waiting)}>{texts.answerIt}</Link>}
      </div>
      {task.status === 'error' && <Value label={texts.error} value={variables.error} />}
      <BothSides
        of={{ job: job._id, task: task.id }}
        run={task.iterations.length}
        incoming={variables.incoming}
        outgoing={hasAnswered(task) ? variables.outgoing : {}}
      />
      {task.childJobs.length > 0 && <ChildJobs task={task} />}
      {task.iterations.length > 1 && <Runs job={job} task={task} />}
    </section>
  );
}

/** What a run of a task has put out, then what it was given. */
function BothSides(props: {
  readonly of: ValueOwner;
  readonly run: number;
  /** The number of the run, where there are several. */
  readonly number?: number;
  readonly outgoing: Readonly<Record<string, unknown>>;
  readonly incoming: Readonly<Record<string, unknown>>;
}): ReactNode {
  const { run, number, outgoing, incoming } = props;
  const of = { ...props.of, ...(run > 0 && { run }) };
  return (
    <>
      <JobValues
        label={texts.outputOf(number)}
        values={outgoing}
        of={{ ...of, side: 'outgoing' }}
      />
      <JobValues label={texts.inputOf(number)} values={incoming} of={{ ...of, side: 'incoming' }} />
    </>
  );
}

/** Links to what a task spoke to: what is broken there is mended there. */
export function TaskLinks({ of }: { readonly of: TaskOfJob }): ReactNode {
  return linksOf(of).map(({ kind, name, to }) => (
    <Link key={`${kind} ${name}`} href={to}>
      {kind} {written(name)}
    </Link>
  ));
}

function ChildJobs({ task }: { readonly task: TaskOfJob }): ReactNode {
  return (
    <>
      <h3>{texts.jobsThatItStarted}</h3>
      <List
        label={texts.jobsThatItStarted}
        rows={task.childJobs}
        columns={[
          { title: common.workflow, cell: ({ name }) => name, look: 'wide' },
          { title: texts.placeInLoop, cell: ({ iteration }) => iteration, look: 'end' },
        ]}
        idOf={({ _id }) => _id}
        linkOf={({ _id }) => pathOf('jobs', _id)}
        empty={null}
      />
    </>
  );
}

function Runs({ job, task }: { readonly job: JobShape; readonly task: TaskOfJob }): ReactNode {
  const runs = task.iterations.length;
  const reading = useRead('listJobIterations', [job._id, task.id, runs, task.status], (signal) =>
    listJobIterations({
      client,
      signal,
      path: { id: job._id },
      query: {
        task: task.id,
        skip: Math.max(0, runs - RUNS_MAX),
        limit: RUNS_MAX,
        valueBytes: VALUE_BYTES,
      },
    }),
  );
  return (
    <>
      <h3>{texts.itsRuns}</h3>
      <Loaded of={reading}>
        {({ data }) => data.map((run) => <Run key={run._id} run={run} />)}
      </Loaded>
    </>
  );
}

function Run({ run }: { readonly run: IterationShape }): ReactNode {
  return (
    <details>
      <summary>
        {texts.runNumber(run.iteration)} <Status of={run.status} />{' '}
        <When at={run.metrics.start_time} />
      </summary>
      <Value label={texts.errorOfRun(run.iteration)} value={run.variables.error} />
      <BothSides
        of={{ job: run.job._id, task: run.job.task }}
        run={run.iteration}
        number={run.iteration}
        {...run.variables}
      />
    </details>
  );
}
