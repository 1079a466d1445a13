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
import * as common from '../texts/common.js';
import * as texts from '../texts/health.js';

const MB = 1024 * 1024;
const live = { everyMs: REFRESH_MS };

/** How the platform does, and what it did in numbers. */
export function Health(): ReactNode {
  return (
    <Page title={common.health}>
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
  { title: texts.part, cell: ({ name }) => name },
  { title: common.state, cell: ({ status }) => <Status of={status} /> },
  { title: common.whatWasFound, cell: ({ detail }) => detail ?? '', look: 'wide' },
  { title: common.took, cell: ({ durationMs }) => durationText(durationMs), look: 'end' },
];

function Parts(): ReactNode {
  const reading = useRead('healthStatus', [], (signal) => healthStatus({ client, signal }), live);
  return (
    <Section title={texts.partsOfPlatform}>
      <Loaded of={reading}>
        {({ parts }) => (
          <List
            label={texts.partsOfPlatform}
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
    <Section title={texts.serverThatAnswers}>
      <Loaded of={reading}>
        {({ release, version, nodeVersion, startedAt, memory, pid }) => (
          <Facts
            of={{
              [texts.release]: release,
              [common.version]: version,
              [texts.node]: nodeVersion,
              [texts.process]: pid,
              [common.started]: <When at={startedAt} />,
              [texts.memory]: texts.memoryUsed(
                Math.round(memory.residentBytes / MB),
                Math.round(memory.heapUsedBytes / MB),
              ),
              [texts.indexesOfDatabase]:
                missing !== undefined && (missing === 0 ? texts.allThere : texts.missing(missing)),
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
    <Section title={texts.jobsAndTasks}>
      <Loaded of={maintenance}>
        {({ enabled, reason, since, by }) => (
          <>
            <Facts
              of={{
                [texts.newJobs]: enabled ? (
                  <Status of={common.stoppedForMaintenance} />
                ) : (
                  texts.startedNow
                ),
                [common.why]: reason,
                [common.since]: enabled && <When at={since} />,
                [common.by]: enabled && by,
                [texts.newTasks]:
                  workers.query.data?.taskWorker.running === false ? (
                    <Status of={common.stoppedForMaintenance} />
                  ) : (
                    texts.begunNow
                  ),
              }}
            />
            <div className="buttons">
              {enabled ? (
                <ActButton
                  operation="putMaintenance"
                  verb={texts.endMaintenance}
                  kind="primary"
                  work={() => putMaintenance({ client, body: { enabled: false } })}
                  done={texts.maintenanceHasEnded}
                />
              ) : (
                <FormButton
                  operation="putMaintenance"
                  verb={texts.beginMaintenance}
                  title={texts.maintenanceTitle}
                  fields={[{ name: 'reason', label: common.why, kind: 'text', isRequired: true }]}
                  send={({ reason: why }) =>
                    putMaintenance({ client, body: { enabled: true, reason: String(why) } })
                  }
                  done={texts.maintenanceHasBegun}
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
    <Section title={texts.applications}>
      <Loaded of={reading}>
        {({ results }) => (
          <List
            label={texts.applications}
            rows={results}
            idOf={({ id }) => id}
            columns={[
              { title: texts.application, cell: ({ id }) => id },
              { title: common.whatItDoes, cell: ({ description }) => description, look: 'wide' },
              {
                title: common.state,
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
