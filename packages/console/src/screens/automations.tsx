import {
  createAutomation,
  listAutomations,
  listNextRuns,
  listTriggers,
  type ShownAutomation,
  type ShownTrigger,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Calendar, type CalendarEntry } from '../parts/calendar.js';
import { Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Field } from '../parts/form-fields.js';
import { type Column, List } from '../parts/list.js';
import { OneLine } from '../parts/one-line.js';
import { FormButton } from '../parts/operation-buttons.js';
import { Page, Section } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import { entryOf } from './trigger-view.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/automations.js';

const LIMIT = 25;
/** So many schedules are in the calendar, so many of them with all that comes. */
const SCHEDULES_MAX = 200;
const DETAILED_MAX = 12;

const COLUMNS: readonly Column<ShownAutomation>[] = [
  { title: texts.automation, cell: ({ name }) => name },
  { title: texts.starts, cell: ({ componentName }) => componentName },
  {
    title: common.whatItIsFor,
    cell: ({ description }) => <OneLine text={description} />,
    look: 'wide',
  },
  { title: common.changed, cell: ({ lastUpdated }) => <When at={lastUpdated} /> },
];

export const AUTOMATION_FIELDS: readonly Field[] = [
  { name: 'name', label: common.name, kind: 'text', isRequired: true },
  { name: 'componentName', label: texts.workflowThatItStarts, kind: 'text', isRequired: true },
  { name: 'description', label: common.whatItIsFor, kind: 'text' },
];

/** All automations that the caller may see, and when their schedules come round. */
export function Automations(): ReactNode {
  const by = useNarrowed();
  const [name, skip] = [by.get('name'), Number(by.get('skip') ?? 0)];
  const query = {
    limit: LIMIT,
    skip,
    sort: 'name',
    ...(name !== undefined && { contains: name, containsField: 'name' }),
  };
  const reading = useRead(
    'listAutomations',
    [query],
    (signal) => listAutomations({ client, signal, query }),
    { everyMs: REFRESH_MS, keepsBefore: true },
  );
  return (
    <Page
      title={common.automations}
      actions={
        <FormButton
          operation="createAutomation"
          verb={texts.addAutomation}
          kind="primary"
          hotkey="n"
          fields={AUTOMATION_FIELDS}
          send={({ name: called, ...more }) =>
            createAutomation({
              client,
              body: { name: String(called), componentType: 'workflows', ...more },
            })
          }
          done={texts.automationIsAdded}
        />
      }
    >
      <div className="filters">
        <TextFilter name="name" label={common.nameContains} isFirst by={by} />
      </div>
      <div className="stack">
        <Loaded of={reading}>
          {({ data, metadata: { total } }) => (
            <List
              label={common.automations}
              rows={data}
              columns={COLUMNS}
              idOf={({ _id }) => _id}
              linkOf={({ _id }) => pathOf('automations', _id)}
              empty={<p>{texts.noAutomationMatches}</p>}
              foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: data.length }} />}
            />
          )}
        </Loaded>
        <NextRuns />
      </div>
    </Page>
  );
}

/** When schedules come round in the next two weeks: often for the first of them, once for all others. */
function NextRuns(): ReactNode {
  const query = { enabled: true, limit: SCHEDULES_MAX, equals: 'schedule', equalsField: 'type' };
  const reading = useRead(
    'listTriggers',
    ['calendar'],
    async (signal) => {
      const { data } = await listTriggers({ client, signal, query });
      const runs = data.slice(0, DETAILED_MAX).map(async ({ _id: id }) => {
        return (await listNextRuns({ client, signal, path: { id } })).data;
      });
      return entriesOf(data, await Promise.all(runs));
    },
    { everyMs: 12 * REFRESH_MS },
  );
  return (
    <Section title={texts.whatComesNext}>
      <Loaded of={reading}>
        {(entries) => <Calendar label={texts.nextRuns} entries={entries} />}
      </Loaded>
    </Section>
  );
}

function entriesOf(
  triggers: readonly ShownTrigger[],
  runs: readonly (readonly number[])[],
): readonly CalendarEntry[] {
  return triggers.flatMap((trigger, place) =>
    (runs[place] ?? [trigger.nextRunAt]).flatMap((atMs) =>
      typeof atMs === 'number' ? entryOf(trigger, atMs) : [],
    ),
  );
}
