import {
  getBackupRun,
  listAdapterHealth,
  listBackupRuns,
  listIntegrations,
  listTriggers,
  type RunItemShown,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { nowMs } from '../clock.js';
import { pathOf } from '../navigation.js';
import { OneLine } from '../parts/one-line.js';
import { When } from '../parts/time.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import { HomeList } from './home-list.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/home.js';

const SHOWN = 5;
/** So many runs are looked through for devices that failed, and so many of those that had some are read. */
const RUNS = 25;
const FAILED_RUNS = 3;
const INTEGRATIONS = 25;
/** A run that did not start is told of for a week. */
const MISSED_MS = 7 * 86_400_000;
const live = { everyMs: REFRESH_MS };
const slow = { everyMs: 12 * REFRESH_MS };

/** Devices that failed in the last runs of backups, the latest first, each once. */
async function failedDevices(signal: AbortSignal): Promise<readonly RunItemShown[]> {
  const { list } = await listBackupRuns({ client, signal, query: { limit: RUNS } });
  const failed = list.filter(({ counts }) => counts.failed > 0).slice(0, FAILED_RUNS);
  const runs = await Promise.all(
    failed.map(({ _id: id }) =>
      getBackupRun({ client, signal, path: { id }, query: { status: 'failed', limit: SHOWN } }),
    ),
  );
  const devices = new Map<string, RunItemShown>();
  for (const item of runs.flatMap((run) => run.devices))
    if (!devices.has(item.device)) devices.set(item.device, item);
  return [...devices.values()].slice(0, SHOWN);
}

export function FailedBackups(): ReactNode {
  const reading = useRead('listBackupRuns', ['home'], failedDevices, live);
  return (
    <HomeList
      title={texts.backupsThatFailed}
      all={{ href: '/devices', label: common.devices }}
      of={reading}
      rowsOf={(devices) => devices}
      idOf={({ device }) => device}
      linkOf={({ device }) => pathOf('devices', device)}
      columns={[
        { title: common.device, cell: ({ device }) => device },
        {
          title: texts.whatWentWrong,
          cell: ({ error }) => <OneLine text={error} />,
          look: 'wide',
        },
        { title: common.when, cell: ({ started }) => <When at={started} /> },
      ]}
      empty={texts.noDeviceFailed}
    />
  );
}

export function AdaptersInTrouble(): ReactNode {
  const reading = useRead(
    'listAdapterHealth',
    ['home'],
    (signal) => listAdapterHealth({ client, signal }),
    live,
  );
  return (
    <HomeList
      title={texts.adaptersInTrouble}
      all={{ href: '/orchestrator?show=adapters', label: common.adapters }}
      of={reading}
      rowsOf={({ results }) =>
        results.filter(({ health, enabled }) => enabled && health === 'down')
      }
      idOf={({ id }) => id}
      linkOf={() => '/orchestrator?show=adapters'}
      columns={[
        { title: common.adapter, cell: ({ name }) => name },
        {
          title: common.whatWasFound,
          cell: ({ detail }) => <OneLine text={detail} />,
          look: 'wide',
        },
        { title: common.since, cell: ({ since }) => <When at={since} /> },
      ]}
      empty={texts.everyAdapterAnswers}
    />
  );
}

export function IntegrationsInTrouble(): ReactNode {
  const query = { limit: INTEGRATIONS, equals: 'false', equalsField: 'metadata.isActive' };
  const reading = useRead(
    'listIntegrations',
    ['home'],
    (signal) => listIntegrations({ client, signal, query }),
    slow,
  );
  return (
    <HomeList
      title={texts.integrationsInTrouble}
      all={{ href: '/integrations', label: common.integrations }}
      of={reading}
      rowsOf={({ results }) =>
        results.filter(({ metadata }) => metadata.enabled && metadata.checked !== null)
      }
      idOf={({ data }) => data.name}
      linkOf={({ data }) => pathOf('integrations', data.name)}
      columns={[
        { title: common.integration, cell: ({ data }) => data.name },
        {
          title: common.whatWasFound,
          cell: ({ metadata }) => <OneLine text={metadata.detail} />,
          look: 'wide',
        },
        { title: common.lookedAt, cell: ({ metadata }) => <When at={metadata.checked} /> },
      ]}
      empty={texts.everyIntegrationAnswers}
    />
  );
}

export function MissedSchedules(): ReactNode {
  const reading = useRead(
    'listTriggers',
    ['home'],
    (signal) => {
      const missedSince = new Date(nowMs() - MISSED_MS).toISOString();
      return listTriggers({ client, signal, query: { enabled: true, missedSince, limit: SHOWN } });
    },
    slow,
  );
  return (
    <HomeList
      title={texts.runsNotStarted}
      all={{ href: '/automations', label: common.automations }}
      of={reading}
      rowsOf={({ data }) => data}
      totalOf={({ metadata }) => metadata.total}
      idOf={({ _id }) => _id}
      linkOf={({ _id, actionId }) => `${pathOf('automations', actionId)}?trigger=${_id}`}
      columns={[
        { title: common.schedule, cell: ({ name }) => name },
        { title: texts.wasDue, cell: ({ lastMissedAt }) => <When at={lastMissedAt} /> },
        { title: texts.comesNext, cell: ({ nextRunAt }) => <When at={nextRunAt} /> },
      ]}
      empty={texts.everyRunStarted}
    />
  );
}
