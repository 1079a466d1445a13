import {
  type ContentVersionHead,
  diffWorkflow,
  getWorkflow,
  listWorkflowVersions,
  restoreWorkflow,
  type WorkflowDocument,
} from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { useAction } from '../use-action.js';
import { Confirm } from '../parts/dialog.js';
import { Graph } from '../parts/graph.js';
import { type Edges } from '../parts/graph-layout.js';
import { List } from '../parts/list.js';
import { Page, Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Failure, Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { Value } from '../parts/value.js';
import { useRead } from '../use-read.js';
import { Action } from '../permissions.js';
import { StartButtons } from './workflow-start.js';
import { tasksOf, titleOf } from './workflow-view.js';

/** One workflow: its graph, its versions, and starting it. */
export function Workflow({ name }: { readonly name: string }): ReactNode {
  const reading = useRead('getWorkflow', [name], (signal) =>
    getWorkflow({ client, signal, path: { name } }),
  );
  return <Loaded of={reading}>{(document) => <LoadedWorkflow workflow={document} />}</Loaded>;
}

function LoadedWorkflow({ workflow }: { readonly workflow: WorkflowDocument }): ReactNode {
  const [chosen, choose] = useState<string>();
  const tasks = tasksOf(workflow);
  const description = workflow['description'];
  return (
    <Page
      title={workflow.name}
      note={typeof description === 'string' && description !== '' && written(description)}
      actions={<StartButtons workflow={workflow} />}
    >
      <Graph
        label="Graph of the workflow"
        nodes={Object.entries(tasks).map(([id, task]) => ({
          id,
          title: titleOf(id, task),
          status: '',
        }))}
        edges={(workflow.transitions ?? {}) as Edges}
        chosen={chosen}
        onChoose={choose}
      />
      {chosen !== undefined && tasks[chosen] && (
        <Section title={titleOf(chosen, tasks[chosen])}>
          <Value label="Task" value={tasks[chosen]} />
        </Section>
      )}
      {workflow._id !== undefined && <Versions id={workflow._id} />}
    </Page>
  );
}

function Versions({ id }: { readonly id: string }): ReactNode {
  const reading = useRead('listWorkflowVersions', [id], (signal) =>
    listWorkflowVersions({ client, signal, path: { id }, query: { limit: 25 } }),
  );
  const [chosen, choose] = useState<ContentVersionHead>();
  return (
    <Section title="Versions">
      <Loaded of={reading}>
        {({ results }) => (
          <List
            label="Versions"
            rows={results}
            idOf={({ revision }) => String(revision)}
            columns={[
              { title: 'Revision', cell: ({ revision }) => String(revision) },
              { title: 'Saved', cell: ({ saved }) => <When at={saved} /> },
              { title: 'By', cell: ({ savedBy }) => savedBy ?? 'a package', look: 'wide' },
              {
                title: 'Now',
                cell: (version) =>
                  version.current ? (
                    <Status of="current" />
                  ) : (
                    <button type="button" className="link" onClick={() => choose(version)}>
                      What changed since {version.revision}
                    </button>
                  ),
              },
            ]}
            empty={null}
          />
        )}
      </Loaded>
      {chosen && <Difference id={id} version={chosen} onDone={() => choose(undefined)} />}
    </Section>
  );
}

function Difference(props: {
  readonly id: string;
  readonly version: ContentVersionHead;
  readonly onDone: () => void;
}): ReactNode {
  const { id, version, onDone } = props;
  const [isAsked, setAsked] = useState(false);
  const action = useAction();
  const reading = useRead('diffWorkflow', [id, version.revision], (signal) =>
    diffWorkflow({ client, signal, path: { id }, query: { from: version.revision } }),
  );
  const restore = async (): Promise<void> => {
    setAsked(false);
    const { revision } = version;
    // In place of the revision that was compared, and of no later one.
    const to = reading.query.data?.to;
    const headers = to === undefined ? {} : { 'If-Match': `"${to}"` };
    const work = (): Promise<unknown> =>
      restoreWorkflow({ client, path: { id }, headers, body: { revision } });
    if (await action.run(work, `Revision ${revision} is the newest one again`)) onDone();
  };
  return (
    <div className="inspector">
      <Loaded of={reading}>
        {({ tasks, transitions, fields }) => (
          <>
            <Value label="Tasks that differ" value={tasks} />
            <Value label="Ways that differ" value={transitions} />
            <Value label="All else that differs" value={fields} />
          </>
        )}
      </Loaded>
      <Action operation="restoreWorkflow" isBusy={action.isBusy} onAct={() => setAsked(true)}>
        Make revision {version.revision} the newest one
      </Action>
      {action.error !== undefined && <Failure error={action.error} />}
      {isAsked && (
        <Confirm
          title={`Make revision ${version.revision} the newest one?`}
          verb="Restore"
          onYes={() => void restore()}
          onNo={() => setAsked(false)}
        />
      )}
    </div>
  );
}
