import {
  exportWorkflow,
  getWorkflow,
  validateWorkflow,
  type WorkflowDocument,
} from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { ExportButton } from '../parts/export-button.js';
import { Graph } from '../parts/graph.js';
import { type Edges } from '../parts/graph-layout.js';
import { Page, Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Value } from '../parts/value.js';
import { useRead } from '../use-read.js';
import { Problems } from './document-problems.js';
import { DocumentVersions } from './document-versions.js';
import { StartButtons } from './workflow-start.js';
import { WORKFLOW_VERSIONS } from './workflow-versions.js';
import { ChangedWorkflow } from './workflow-changed.js';
import { tasksOf, titleOf } from './workflow-view.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/workflows.js';

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
  const problems = useRead('validateWorkflow', [workflow._id, workflow['last_updated']], (signal) =>
    validateWorkflow({ client, signal, body: { workflow } }),
  );
  const description = workflow['description'];
  return (
    <Page
      title={workflow.name}
      note={typeof description === 'string' && description !== '' && written(description)}
      actions={
        <>
          <ExportButton
            operation="exportWorkflow"
            name={workflow.name}
            read={(call) => exportWorkflow({ ...call, body: { options: { name: workflow.name } } })}
          />
          <StartButtons workflow={workflow} />
        </>
      }
    >
      <ChangedWorkflow workflow={workflow} />
      <Graph
        label={texts.graphOfWorkflow}
        nodes={Object.entries(tasks).map(([id, task]) => ({
          id,
          title: titleOf(id, task),
          status: '',
        }))}
        edges={(workflow.transitions ?? {}) as Edges}
        chosen={chosen}
        onChoose={choose}
      />
      <div className="stack">
        {chosen !== undefined && tasks[chosen] && (
          <Section title={titleOf(chosen, tasks[chosen])}>
            <Value label={common.task} value={tasks[chosen]} />
          </Section>
        )}
        <Problems of={problems} />
        {workflow._id !== undefined && (
          <DocumentVersions kind={WORKFLOW_VERSIONS} id={workflow._id} />
        )}
      </div>
    </Page>
  );
}
