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
import * as common from '../texts/common.js';
import * as texts from '../texts/integrations.js';

const LIMIT = 25;
const TABS = { integrations: common.integrations, models: texts.models } as const;

/** Other systems, and the documents that say how they are called. */
export function Integrations(): ReactNode {
  const tab = useTab(TABS);
  return (
    <Page title={common.integrations}>
      <Tabs label={texts.partsOfIntegrations} tabs={TABS} chosen={tab} />
      {tab === 'integrations' ? <IntegrationList /> : <Models />}
    </Page>
  );
}

const COLUMNS: readonly Column<IntegrationRecord>[] = [
  { title: common.integration, cell: ({ data }) => data.name },
  { title: texts.model, cell: ({ data }) => data.model },
  { title: common.state, cell: (record) => <IntegrationState record={record} /> },
  {
    title: common.whatWasFound,
    cell: ({ metadata }) => <OneLine text={metadata.detail} />,
    look: 'wide',
  },
  { title: common.lookedAt, cell: ({ metadata }) => <When at={metadata.checked} /> },
];

export function IntegrationState({ record }: { readonly record: IntegrationRecord }): ReactNode {
  const { enabled, isActive, checked } = record.metadata;
  if (!enabled) return <Status of={common.switchedOff} />;
  if (checked === null) return <Status of={texts.notLookedAtYet} />;
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
          verb={texts.addIntegration}
          kind="primary"
          hotkey="n"
          fields={[
            { name: 'name', label: common.name, kind: 'text', isRequired: true },
            {
              name: 'model',
              label: texts.model,
              kind: 'text',
              isRequired: true,
              suggestions: ids,
              help: texts.modelHelp,
            },
          ]}
          send={({ name, model }) =>
            createIntegration({
              client,
              body: { properties: { name: String(name), model: String(model) } },
            })
          }
          done={texts.integrationIsAdded}
        />
      </div>
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label={common.integrations}
            rows={results}
            columns={COLUMNS}
            idOf={({ data }) => data.name}
            linkOf={({ data }) => pathOf('integrations', data.name)}
            empty={<p>{texts.noIntegrations}</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}

const MODEL_COLUMNS: readonly Column<ShownModelHead>[] = [
  { title: texts.model, cell: ({ versionId }) => versionId },
  { title: common.whatItIs, cell: ({ description }) => description, look: 'wide' },
  { title: common.operations, cell: ({ operationCount }) => String(operationCount), look: 'end' },
  {
    title: common.state,
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
          verb={texts.addModel}
          kind="primary"
          hotkey="n"
          fields={[{ name: 'model', label: texts.openapiDocument, kind: 'json', isRequired: true }]}
          send={({ model }) => createIntegrationModel({ client, body: { model } })}
          done={texts.modelIsAdded}
        />
      </div>
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label={texts.models}
            rows={results}
            columns={MODEL_COLUMNS}
            idOf={({ versionId }) => versionId}
            linkOf={({ versionId }) => pathOf('models', versionId)}
            empty={<p>{texts.noModels}</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}
