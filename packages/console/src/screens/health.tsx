import {
  getMaintenance,
  getWorkers,
  healthServer,
  healthStatus,
  indexStatus,
  listApplicationHealth,
  type PartAnswer,
  putMaintenance,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Facts } from '../parts/facts.js';
import { type Column, List } from '../parts/list.js';
import { ActButton, FormButton } from '../parts/operation-buttons.js';
import { Page, Section } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { durationText, When } from '../parts/time.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import { Figures } from './health-figures.js';

const MB = 1024 * 1024;
const live = { everyMs: REFRESH_MS };

/** How the platform does, and what it did in numbers. */
export function Health(): ReactNode {
  return (
    <Page title="Health">
      <div className="stack">
        <Figures />
        <div className="columns">
          <Parts />
          <Server />
          <Work />
          <Applications />
        </div>
      </div>
    </Page>
  );
}

const PART_COLUMNS: readonly Column<PartAnswer>[] = [
  { title: 'Part', cell: ({ name }) => name },
  { title: 'State', cell: ({ status }) => <Status of={status} /> },
  { title: 'What was found', cell: ({ detail }) => detail ?? '', look: 'wide' },
  { title: 'Took', cell: ({ durationMs }) => durationText(durationMs), look: 'end' },
];

function Parts(): ReactNode {
  const reading = useRead('healthStatus', [], (signal) => healthStatus({ client, signal }), live);
  return (
    <Section title="Parts of the platform">
      <Loaded of={reading}>
        {({ parts }) => (
          <List
            label="Parts of the platform"
            rows={parts}
            columns={PART_COLUMNS}
            idOf={({ name }) => name}
            empty={null}
          />
        )}
      </Loaded>
    </Section>
  );
}

function Server(): ReactNode {
  const reading = useRead('healthServer', [], (signal) => healthServer({ client, signal }), live);
  const indexes = useRead('indexStatus', [], (signal) => indexStatus({ client, signal }));
  const missing = indexes.query.data?.collections.flatMap((one) => one.missing).length;
  return (
    <Section title="The server that answers">
      <Loaded of={reading}>
        {({ release, version, nodeVersion, startedAt, memory, pid }) => (
          <Facts
            of={{
              ...{ Release: release, Version: version, Node: nodeVersion, Process: pid },
              Started: <When at={startedAt} />,
              Memory: `${Math.round(memory.residentBytes / MB)} MB, of it ${Math.round(memory.heapUsedBytes / MB)} MB heap`,
              'Indexes of the database':
                missing !== undefined && (missing === 0 ? 'all there' : `${missing} missing`),
            }}
          />
        )}
      </Loaded>
    </Section>
  );
}

/** Whether jobs are started and tasks begun, and stopping that for a while. */
function Work(): ReactNode {
  const maintenance = useRead(
    'getMaintenance',
    [],
    (signal) => getMaintenance({ client, signal }),
    live,
  );
  const workers = useRead('getWorkers', [], (signal) => getWorkers({ client, signal }), live);
  return (
    <Section title="Jobs and tasks">
      <Loaded of={maintenance}>
        {({ enabled, reason, since, by }) => (
          <>
            <Facts
              of={{
                'New jobs': enabled ? <Status of="stopped for maintenance" /> : 'started',
                Why: reason,
                Since: enabled && <When at={since} />,
                By: enabled && by,
                'New tasks':
                  workers.query.data?.taskWorker.running === false ? (
                    <Status of="stopped for maintenance" />
                  ) : (
                    'begun'
                  ),
              }}
            />
            <div className="buttons">
              {enabled ? (
                <ActButton
                  operation="putMaintenance"
                  verb="End maintenance"
                  kind="primary"
                  work={() => putMaintenance({ client, body: { enabled: false } })}
                  done="Jobs are started again"
                />
              ) : (
                <FormButton
                  operation="putMaintenance"
                  verb="Begin maintenance"
                  title="Start no job and fire no trigger until further notice"
                  fields={[{ name: 'reason', label: 'Why', kind: 'text', isRequired: true }]}
                  send={({ reason: why }) =>
                    putMaintenance({ client, body: { enabled: true, reason: String(why) } })
                  }
                  done="No job is started any more"
                />
              )}
            </div>
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Applications(): ReactNode {
  const reading = useRead(
    'listApplicationHealth',
    [],
    (signal) => listApplicationHealth({ client, signal, query: { limit: 100 } }),
    live,
  );
  return (
    <Section title="Applications">
      <Loaded of={reading}>
        {({ results }) => (
          <List
            label="Applications"
            rows={results}
            idOf={({ id }) => id}
            columns={[
              { title: 'Application', cell: ({ id }) => id },
              { title: 'What it does', cell: ({ description }) => description, look: 'wide' },
              {
                title: 'State',
                cell: ({ state }) => <Status of={state === 'RUNNING' ? 'up' : 'down'} />,
              },
            ]}
            empty={null}
          />
        )}
      </Loaded>
    </Section>
  );
}
