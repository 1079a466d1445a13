import {
  createIntegration,
  createIntegrationModel,
  type IntegrationRecord,
  listIntegrationModels,
  type ListIntegrationModelsAnswer,
  listIntegrations,
  type ShownModelHead,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Pages, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { OneLine } from '../parts/one-line.js';
import { FormButton } from '../parts/operation-buttons.js';
import { Page } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { Tabs, useTab } from '../parts/tabs.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { type Reading, useRead } from '../use-read.js';

const LIMIT = 25;
const TABS = { integrations: 'Integrations', models: 'Models' } as const;

/** Other systems, and the documents that say how they are called. */
export function Integrations(): ReactNode {
  const tab = useTab(TABS);
  return (
    <Page title="Integrations">
      <Tabs label="Parts of integrations" tabs={TABS} chosen={tab} />
      {tab === 'integrations' ? <IntegrationList /> : <Models />}
    </Page>
  );
}

const COLUMNS: readonly Column<IntegrationRecord>[] = [
  { title: 'Integration', cell: ({ data }) => data.name },
  { title: 'Model', cell: ({ data }) => data.model },
  { title: 'State', cell: (record) => <IntegrationState record={record} /> },
  {
    title: 'What was found',
    cell: ({ metadata }) => <OneLine text={metadata.detail} />,
    look: 'wide',
  },
  { title: 'Looked at', cell: ({ metadata }) => <When at={metadata.checked} /> },
];

export function IntegrationState({ record }: { readonly record: IntegrationRecord }): ReactNode {
  const { enabled, isActive, checked } = record.metadata;
  if (!enabled) return <Status of="switched off" />;
  if (checked === null) return <Status of="not looked at yet" />;
  return <Status of={isActive ? 'up' : 'down'} />;
}

/** The models that an integration can be made of. */
function useModels(skip = 0): Reading<ListIntegrationModelsAnswer> {
  const query = { limit: LIMIT, skip };
  return useRead(
    'listIntegrationModels',
    [query],
    (signal) => listIntegrationModels({ client, signal, query }),
    { keepsBefore: true },
  );
}

function IntegrationList(): ReactNode {
  const by = useNarrowed();
  const models = useModels();
  const skip = Number(by.get('skip') ?? 0);
  const query = { limit: LIMIT, skip };
  const reading = useRead(
    'listIntegrations',
    [query],
    (signal) => listIntegrations({ client, signal, query }),
    { keepsBefore: true },
  );
  const ids = models.query.data?.results.map(({ versionId }) => versionId) ?? [];
  return (
    <>
      <div className="filters">
        <FormButton
          operation="createIntegration"
          verb="Add an integration"
          kind="primary"
          hotkey="n"
          fields={[
            { name: 'name', label: 'Name', kind: 'text', isRequired: true },
            {
              ...{ name: 'model', label: 'Model', kind: 'text', isRequired: true },
              ...{ suggestions: ids, help: 'Its title and version, such as self:1.' },
            },
          ]}
          send={({ name, model }) =>
            createIntegration({
              client,
              body: { properties: { name: String(name), model: String(model) } },
            })
          }
          done="The integration is added"
        />
      </div>
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label="Integrations"
            rows={results}
            columns={COLUMNS}
            idOf={({ data }) => data.name}
            linkOf={({ data }) => pathOf('integrations', data.name)}
            empty={<p>Add a model first: the OpenAPI document of the other system.</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}

const MODEL_COLUMNS: readonly Column<ShownModelHead>[] = [
  { title: 'Model', cell: ({ versionId }) => versionId },
  { title: 'What it is', cell: ({ description }) => description, look: 'wide' },
  { title: 'Operations', cell: ({ operationCount }) => String(operationCount), look: 'end' },
  {
    title: 'State',
    cell: ({ problem }) => <Status of={problem === null ? 'usable' : 'failed'} />,
  },
];

function Models(): ReactNode {
  const by = useNarrowed();
  const skip = Number(by.get('skip') ?? 0);
  const reading = useModels(skip);
  return (
    <>
      <div className="filters">
        <FormButton
          operation="createIntegrationModel"
          verb="Add a model"
          kind="primary"
          hotkey="n"
          fields={[{ name: 'model', label: 'OpenAPI document', kind: 'json', isRequired: true }]}
          send={({ model }) => createIntegrationModel({ client, body: { model } })}
          done="The model is added"
        />
      </div>
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label="Models"
            rows={results}
            columns={MODEL_COLUMNS}
            idOf={({ versionId }) => versionId}
            linkOf={({ versionId }) => pathOf('models', versionId)}
            empty={<p>A model says what another system can do.</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}
