import { type JsonObject } from '#kernel/json.js';
import { DEVICES } from '../network/devices.js';
import { ticketWorkflow } from '../network/workflows.js';
import { type PlatformApi } from './platform-api.js';

interface Job {
  readonly data: { readonly _id: string; readonly status: string };
}

/** What is said of the job that fails, where it is shown. */
export const MENDING_HINT =
  'The integration tickets is stopped. Start it, then retry this job: docs/tour.md, "Mend a job"';

/** Makes automations, and jobs that completed, failed and wait for somebody. */
export async function seedWork(api: PlatformApi): Promise<void> {
  await api.post('/automation-studio/automations', { automation: ticketWorkflow() });
  await api.put('/operations-manager/automations', { automations: AUTOMATIONS });
  const start = (workflow: string, description: string, variables: JsonObject): Promise<Job> =>
    api.post<Job>('/operations-manager/jobs/start', {
      workflow,
      options: { description, variables },
    });
  const change = { reference: 'CHG1001', device: 'edge-1', text: 'new description of the uplink' };
  const swept = await start('Backup Sweep', 'Backups of all devices', {
    devices: DEVICES.map(({ name }) => ({ deviceName: name })),
    backupDescription: 'Taken by a job',
    secondTry: false,
    pauseSeconds: 1,
  });
  const announced = await start('Announce a change', 'Told in the chat', { change });
  const failed = await start('Open a ticket', MENDING_HINT, { change });
  const waiting = await start('Device Onboarding', 'Waits for somebody who checks a record', {
    deviceName: 'edge-1',
    siteCode: 'BER01',
    deviceRole: 'edge',
    owner: 'Network operations',
    pollMinutes: 1,
    pollAttempts: 1,
    confirmRecord: true,
  });
  await reaches(api, swept, 'complete');
  await reaches(api, announced, 'complete');
  await reaches(api, failed, 'error');
  await api.until<{ readonly metadata: { readonly total: number } }>(
    `/operations-manager/tasks?job=${waiting.data._id}`,
    ({ metadata }) => metadata.total > 0,
  );
}

const AUTOMATIONS = [
  {
    name: 'Announce a change',
    description: 'Tells the chat what is changed',
    componentName: 'Announce a change',
    triggers: [
      { name: 'Announce by hand', type: 'manual' },
      {
        name: 'Announce by a call',
        type: 'endpoint',
        verb: 'POST',
        routeName: 'announce',
        schema: {
          type: 'object',
          required: ['change'],
          properties: { change: { type: 'object' } },
        },
      },
    ],
  },
  {
    name: 'Expiry report on Mondays',
    description: 'What ends soon, every Monday at 7',
    componentName: 'Expiry Report',
    triggers: [
      { name: 'Mondays', type: 'schedule', cron: '0 7 * * 1', timeZone: 'UTC', formData: {} },
    ],
  },
];

async function reaches(api: PlatformApi, { data }: Job, status: string): Promise<void> {
  const { data: job } = await api.until<Job>(
    `/operations-manager/jobs/${data._id}`,
    ({ data: { status: now } }) => now !== 'running',
  );
  if (job.status !== status) throw new Error(`the job ${data._id} is ${job.status}, not ${status}`);
}
