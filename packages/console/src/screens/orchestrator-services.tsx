import {
  deleteServiceInstance,
  getServiceChange,
  getServiceInstance,
  listServiceChanges,
  listServiceInstances,
  type ServiceChange,
  type ServiceInstance,
} from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { ChoiceFilter, Pages, useNarrowed } from '../parts/filters.js';
import { useHotkeys } from '../parts/keys.js';
import { type Column, List } from '../parts/list.js';
import { ActButton } from '../parts/operation-buttons.js';
import { Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { Value } from '../parts/value.js';
import { Action, useRefusal } from '../permissions.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import { SaveDialog, SavedItems } from './orchestrator-save.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/orchestrator.js';

const LIMIT = 25;

const COLUMNS: readonly Column<ServiceInstance>[] = [
  { title: texts.instance, cell: ({ xpath }) => xpath },
  { title: common.adapter, cell: ({ adapter }) => adapter },
  { title: common.devices, cell: ({ target }) => target.join(', '), look: 'wide' },
  { title: common.by, cell: ({ updatedBy }) => updatedBy },
  { title: common.saved, cell: ({ updated }) => <When at={updated} /> },
];

/** Service instances that were saved; one that is chosen is shown below. */
export function Services(): ReactNode {
  const by = useNarrowed();
  const [isSaving, setSaving] = useState(false);
  const refusal = useRefusal('saveInstances');
  const [skip, chosen] = [Number(by.get('skip') ?? 0), by.get('instance')];
  const query = { limit: LIMIT, skip };
  const reading = useRead(
    'listServiceInstances',
    [query],
    (signal) => listServiceInstances({ client, signal, query }),
    { everyMs: REFRESH_MS, keepsBefore: true },
  );
  useHotkeys([
    { keys: 'n', what: texts.saveInstance, act: () => refusal === undefined && setSaving(true) },
  ]);
  return (
    <>
      <div className="filters">
        <Action operation="saveInstances" kind="primary" hotkey="n" onAct={() => setSaving(true)}>
          {texts.saveInstanceEllipsis}
        </Action>
      </div>
      <div className="stack">
        <Loaded of={reading}>
          {({ results, total }) => (
            <List
              label={texts.serviceInstances}
              rows={results}
              columns={COLUMNS}
              idOf={({ id }) => id}
              linkOf={({ id }) => `/orchestrator?instance=${encodeURIComponent(id)}`}
              empty={<p>{texts.noInstances}</p>}
              foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
            />
          )}
        </Loaded>
        {chosen !== undefined && <Instance key={chosen} id={chosen} />}
      </div>
      {isSaving && <SaveDialog onClose={() => setSaving(false)} />}
    </>
  );
}

function Instance({ id }: { readonly id: string }): ReactNode {
  const by = useNarrowed();
  const [isSaving, setSaving] = useState(false);
  const reading = useRead('getServiceInstance', [id], (signal) =>
    getServiceInstance({ client, signal, path: { id } }),
  );
  return (
    <Loaded of={reading}>
      {(instance) => (
        <Section
          title={written(instance.xpath)}
          aside={
            <div className="buttons">
              <Action operation="saveInstances" onAct={() => setSaving(true)}>
                {texts.changeEllipsis}
              </Action>
              <ActButton
                operation="deleteServiceInstance"
                verb={common.deleteIt}
                kind="danger"
                question={texts.askDeleteInstance}
                readBy="getServiceInstance"
                read={(reader) => getServiceInstance({ client: reader, path: { id } })}
                work={async (headers) => {
                  await deleteServiceInstance({ client, headers, path: { id } });
                  by.set('instance', []);
                }}
                done={texts.instanceIsDeleted}
              />
            </div>
          }
        >
          <Value label={texts.asItWasSent} value={instance.instance} />
          {isSaving && <SaveDialog instance={instance} onClose={() => setSaving(false)} />}
        </Section>
      )}
    </Loaded>
  );
}

const KINDS = ['save', 'dry-run', 'delete'] as const;
const CHANGE_COLUMNS: readonly Column<ServiceChange>[] = [
  { title: common.when, cell: ({ created }) => <When at={created} /> },
  { title: common.what, cell: ({ kind }) => kind },
  { title: common.adapter, cell: ({ adapter }) => adapter },
  { title: common.state, cell: (change) => <Status of={stateOf(change)} /> },
  {
    title: texts.instances,
    cell: ({ total, succeeded }) => texts.succeededOf(succeeded, total),
    look: 'wide',
  },
  { title: common.by, cell: (change) => change.by },
];

function stateOf({ status, failed, unknown }: ServiceChange): string {
  if (status !== 'finished') return status;
  return failed + unknown > 0 ? 'failed' : 'succeeded';
}

/** What was sent to orchestrators, and what came of it. */
export function ServiceChanges(): ReactNode {
  const by = useNarrowed();
  const skip = Number(by.get('skip') ?? 0);
  const kind = KINDS.find((one) => by.all('kind').includes(one));
  const query = { limit: LIMIT, skip, ...(kind && { kind }) };
  const reading = useRead(
    'listServiceChanges',
    [query],
    (signal) => listServiceChanges({ client, signal, query }),
    { everyMs: REFRESH_MS, keepsBefore: true },
  );
  const chosen = by.get('change');
  return (
    <>
      <div className="filters">
        <ChoiceFilter name="kind" label={common.only} choices={KINDS} by={by} />
      </div>
      <div className="stack">
        <Loaded of={reading}>
          {({ results, total }) => (
            <List
              label={texts.changes}
              rows={results}
              columns={CHANGE_COLUMNS}
              idOf={({ id }) => id}
              linkOf={({ id }) => `/orchestrator?show=changes&change=${encodeURIComponent(id)}`}
              empty={<p>{texts.noChanges}</p>}
              foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
            />
          )}
        </Loaded>
        {chosen !== undefined && <Change id={chosen} />}
      </div>
    </>
  );
}

function Change({ id }: { readonly id: string }): ReactNode {
  const reading = useRead('getServiceChange', [id], (signal) =>
    getServiceChange({ client, signal, path: { id } }),
  );
  return (
    <Loaded of={reading}>
      {({ items, options }) => (
        <Section title={texts.chosenChange}>
          <div className="inspector">
            <SavedItems items={items} />
            <Value label={texts.options} value={options} />
            <Value label={texts.rollback} value={items.flatMap(({ reverse }) => reverse ?? [])} />
          </div>
        </Section>
      )}
    </Loaded>
  );
}
