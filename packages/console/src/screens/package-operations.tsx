import {
  cancelOperation,
  getOperation,
  type ListedOperation,
  listOperations,
  type TrackedOperationAnswer,
} from '../../../client/src/client.js';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { client } from '../api.js';
import { textIn } from '../members.js';
import { Pages, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { ActButton } from '../parts/operation-buttons.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRefresh } from '../use-action.js';
import { useRead } from '../use-read.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/packages.js';

const LIMIT = 25;
const LATER_MS = 1000;
/** After 0.2, 0.4 and 0.8 s, then each second: most operations end within half a second. */
const soonMs = (answers: number): number => Math.min(LATER_MS, 100 * 2 ** answers);

const COLUMNS: readonly Column<ListedOperation>[] = [
  { title: common.what, cell: ({ kind }) => kind },
  { title: common.ofWhat, cell: ({ subject }) => subject, look: 'wide' },
  { title: common.state, cell: ({ state }) => <Status of={state} /> },
  {
    title: texts.soFar,
    cell: ({ progress, problem }) => detailOf(problem) ?? progressText(progress),
  },
  { title: common.by, cell: ({ startedBy }) => startedBy ?? 'platform' },
  { title: texts.begun, cell: ({ created }) => <When at={created} /> },
  { title: texts.stop, cell: (operation) => <Stop operation={operation} /> },
];

function Stop({ operation }: { readonly operation: ListedOperation }): ReactNode {
  const { _id: id, cancellable, cancelRequested, finished } = operation;
  if (finished !== null || !cancellable) return null;
  return (
    <ActButton
      operation="cancelOperation"
      verb={texts.stop}
      unable={cancelRequested ? texts.endsLater : undefined}
      work={() => cancelOperation({ client, path: { id } })}
      done={texts.endsLater}
    />
  );
}

/** What goes on in the background: installations, readings of repositories. */
export function PackageOperations(): ReactNode {
  const by = useNarrowed();
  const skip = Number(by.get('skip') ?? 0);
  const reading = useRead(
    'listOperations',
    [skip],
    (signal) =>
      listOperations({
        client,
        signal,
        query: { limit: LIMIT, skip, sort: 'created', order: 'desc' },
      }),
    { everyMs: REFRESH_MS, keepsBefore: true },
  );
  return (
    <Loaded of={reading}>
      {({ results, total }) => (
        <List
          label={common.operations}
          rows={results}
          columns={COLUMNS}
          idOf={({ _id }) => _id}
          empty={<p>{texts.noOperations}</p>}
          foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
        />
      )}
    </Loaded>
  );
}

/** One operation until it has ended. */
export function OperationProgress(props: {
  readonly begun: TrackedOperationAnswer;
  /** Called when it was refused, for what was planned is not so any more. */
  readonly onStale: () => void;
}): ReactNode {
  const { begun, onStale } = props;
  const reading = useRead(
    'getOperation',
    [begun._id],
    (signal) => getOperation({ client, signal, path: { id: begun._id } }),
    { everyMs: soonMs },
  );
  const refresh = useRefresh();
  const ended = reading.query.data?.finished === null ? undefined : reading.query.data;
  const isStale = textIn(ended?.problem, 'code') === 'plan-changed';
  const told = useEffectEvent(() => (isStale ? onStale() : refresh()));
  useEffect(() => (ended === undefined ? undefined : told()), [ended?.finished]);
  return (
    <Loaded of={reading}>
      {({ state, progress, problem, result }) => (
        <p role="status">
          <Status of={state} />{' '}
          {written(detailOf(problem) ?? textIn(result, 'message') ?? progressText(progress))}
        </p>
      )}
    </Loaded>
  );
}

function progressText({ done, total, step }: ListedOperation['progress']): string {
  if (done === 0 && total === null) return step;
  return texts.progress(done, total, step);
}

function detailOf(problem: ListedOperation['problem']): string | undefined {
  return textIn(problem, 'detail');
}
