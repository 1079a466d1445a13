import {
  deleteIntegrationModel,
  exportIntegrationModel,
  getIntegrationModel,
  type ShownModel,
  type ShownOperation,
  updateIntegrationModel,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { client } from '../api.js';
import { EditButton } from '../parts/edit-button.js';
import { ExportButton } from '../parts/export-button.js';
import { TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { ActButton } from '../parts/operation-buttons.js';
import { Page } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { useRead } from '../use-read.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/integrations.js';

const SHOWN_MAX = 500;

const COLUMNS: readonly Column<ShownOperation>[] = [
  { title: common.operation, cell: ({ operationId }) => operationId },
  { title: texts.call, cell: ({ method, path }) => `${method.toUpperCase()} ${path}` },
  { title: common.whatItDoes, cell: ({ summary }) => summary, look: 'wide' },
];

function ReplaceModel({ id }: { readonly id: string }): ReactNode {
  const path = { id };
  return (
    <EditButton
      operation="updateIntegrationModel"
      verb={texts.replace}
      title={texts.anotherDocumentOf(written(id))}
      readBy="getIntegrationModel"
      read={(reader) => getIntegrationModel({ client: reader, path })}
      fields={() => [
        { name: 'model', label: texts.openapiDocument, kind: 'json', isRequired: true },
      ]}
      shown={shownModel}
      send={({ model: document }, _, headers) =>
        updateIntegrationModel({ client, path, headers, body: { model: document } })
      }
      done={texts.modelIsReplaced}
    />
  );
}

/** What a person can tell a model by. */
function shownModel({ description, operations }: ShownModel): object {
  return {
    description,
    operations: operations.map(({ operationId, summary }) => `${operationId} ${summary}`),
  };
}

/** One model: what the other system can do. */
export function Model({ id }: { readonly id: string }): ReactNode {
  const reading = useRead('getIntegrationModel', [id], (signal) =>
    getIntegrationModel({ client, signal, path: { id } }),
  );
  return <Loaded of={reading}>{(model) => <LoadedModel model={model} />}</Loaded>;
}

function LoadedModel({ model }: { readonly model: ShownModel }): ReactNode {
  const { versionId, description, problem, operations } = model;
  const by = useNarrowed();
  const [, go] = useLocation();
  const path = { id: versionId };
  const word = (by.get('name') ?? '').toLowerCase();
  const found = operations.filter(({ operationId, path, summary }) =>
    `${operationId} ${path} ${summary}`.toLowerCase().includes(word),
  );
  return (
    <Page
      title={versionId}
      note={
        <>
          <Status of={problem === null ? 'usable' : 'failed'} />
          <span>{written(problem ?? description)}</span>
        </>
      }
      actions={
        <>
          <ExportButton
            operation="exportIntegrationModel"
            name={versionId}
            read={(call) => exportIntegrationModel({ ...call, path })}
          />
          <ReplaceModel id={versionId} />
          <ActButton
            operation="deleteIntegrationModel"
            verb={common.deleteIt}
            kind="danger"
            question={common.askDelete(written(versionId))}
            readBy="getIntegrationModel"
            read={(reader) => getIntegrationModel({ client: reader, path })}
            work={async (headers) => {
              await deleteIntegrationModel({ client, path, headers });
              go('/integrations?show=models');
            }}
            done={common.isDeleted(written(versionId))}
          />
        </>
      }
    >
      <div className="filters">
        <TextFilter name="name" label={texts.operationPathOrWords} isFirst by={by} />
      </div>
      <List
        label={common.operations}
        rows={found.slice(0, SHOWN_MAX)}
        columns={COLUMNS}
        idOf={({ operationId }) => operationId}
        empty={<p>{texts.noOperationMatches}</p>}
        foot={found.length > SHOWN_MAX && common.more(found.length - SHOWN_MAX)}
      />
    </Page>
  );
}
