import { type ReactNode } from 'react';
import { Page } from '../parts/page.js';
import { Tabs, useTab } from '../parts/tabs.js';
import { Adapters } from './orchestrator-adapters.js';
import { Calls } from './orchestrator-calls.js';
import { Queue } from './orchestrator-queue.js';
import { ServiceChanges, Services } from './orchestrator-services.js';

const TABS = {
  services: 'Service instances',
  changes: 'Changes',
  adapters: 'Adapters',
  calls: 'Queries and actions',
  queue: 'Commit queue',
} as const;

/** Network orchestrators: the services on them, and how they are reached. */
export function OrchestratorScreen(): ReactNode {
  const tab = useTab(TABS);
  return (
    <Page title="Orchestrator">
      <Tabs label="Parts of the orchestrator" tabs={TABS} chosen={tab} />
      {tab === 'services' && <Services />}
      {tab === 'changes' && <ServiceChanges />}
      {tab === 'adapters' && <Adapters />}
      {tab === 'calls' && <Calls />}
      {tab === 'queue' && <Queue />}
    </Page>
  );
}
