import { type ReactNode } from 'react';
import { Page } from '../parts/page.js';
import { Tabs, useTab } from '../parts/tabs.js';
import { Adapters } from './orchestrator-adapters.js';
import { Calls } from './orchestrator-calls.js';
import { Queue } from './orchestrator-queue.js';
import { ServiceChanges, Services } from './orchestrator-services.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/orchestrator.js';

const TABS = {
  services: texts.serviceInstances,
  changes: texts.changes,
  adapters: common.adapters,
  calls: texts.queriesAndActions,
  queue: texts.commitQueue,
} as const;

/** Network orchestrators: the services on them, and how they are reached. */
export function OrchestratorScreen(): ReactNode {
  const tab = useTab(TABS);
  return (
    <Page title={common.orchestrator}>
      <Tabs label={texts.partsOfOrchestrator} tabs={TABS} chosen={tab} />
      {tab === 'services' && <Services />}
      {tab === 'changes' && <ServiceChanges />}
      {tab === 'adapters' && <Adapters />}
      {tab === 'calls' && <Calls />}
      {tab === 'queue' && <Queue />}
    </Page>
  );
}
