import { restQuery } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { memberOf } from '../members.js';
import { useNarrowed } from '../parts/filters.js';
import { List } from '../parts/list.js';
import { Section } from '../parts/page.js';
import { State, Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { Value } from '../parts/value.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import { WithAdapters } from './orchestrator-calls.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/orchestrator.js';

/** Where an orchestrator lists what waits to be sent to its devices. */
const QUEUE_PATH = '/restconf/data/tailf-ncs:devices/commit-queue/queue-item';

/** What waits in the commit queue of an orchestrator. */
export function Queue(): ReactNode {
  return <WithAdapters>{(names) => <QueueOf names={names} />}</WithAdapters>;
}

function QueueOf({ names }: { readonly names: readonly string[] }): ReactNode {
  const by = useNarrowed();
  const adapter = by.get('adapter') ?? names[0];
  if (adapter === undefined) {
    return (
      <State kind="empty" title={texts.noAdapters}>
        <p>{texts.queueNeedsAdapter}</p>
      </State>
    );
  }
  return (
    <>
      <div className="filters">
        <label className="filter">
          <span>{common.adapter}</span>
          <select value={adapter} onChange={({ target }) => by.set('adapter', [target.value])}>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      <Items adapter={adapter} />
    </>
  );
}

function Items({ adapter }: { readonly adapter: string }): ReactNode {
  const by = useNarrowed();
  const reading = useRead(
    'restQuery',
    [adapter, 'queue'],
    (signal) =>
      restQuery({
        client,
        signal,
        path: { adapterId: adapter },
        body: { params: { path: QUEUE_PATH, accept: 'application/yang-data+json' } },
      }),
    { everyMs: REFRESH_MS },
  );
  return (
    <Loaded of={reading}>
      {({ result }) => {
        const items = result.flatMap(itemsIn);
        const chosen = items.find((item) => idOf(item) === by.get('item'));
        return (
          <>
            <List
              label={texts.queueItems}
              rows={items}
              idOf={idOf}
              linkOf={(item) =>
                `/orchestrator?show=queue&adapter=${encodeURIComponent(adapter)}&item=${encodeURIComponent(idOf(item))}`
              }
              columns={[
                { title: texts.item, cell: idOf },
                { title: common.state, cell: (item) => <Status of={wordsAt(item, 'status')} /> },
                { title: common.devices, cell: (item) => wordsAt(item, 'devices'), look: 'wide' },
                { title: texts.waitsFor, cell: (item) => wordsAt(item, 'waiting-for') },
              ]}
              empty={<p>{texts.queueIsEmpty}</p>}
            />
            {chosen !== undefined && (
              <Section title={texts.itemId(idOf(chosen))}>
                <Value label={texts.item} value={chosen} />
              </Section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** The items of an answer: itself a list, or one under the name of the list. */
function itemsIn(answer: unknown): readonly unknown[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const list = Object.values(answer).find((member) => Array.isArray(member));
  const isItem = memberOf(answer, 'id') !== undefined;
  return isItem || list === undefined ? [answer] : (list as readonly unknown[]);
}

function idOf(item: unknown): string {
  return wordsAt(item, 'id');
}

function wordsAt(item: unknown, name: string): string {
  const found = memberOf(item, name);
  if (found === undefined) return '';
  return typeof found === 'string' ? found : JSON.stringify(found);
}
