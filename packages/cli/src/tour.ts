import { type Client } from '../../client/src/generated/client/index.js';
import {
  changeDevice,
  getManualTask,
  listJobs,
  listManualTasks,
} from '../../client/src/generated/sdk.gen.js';

/** A step of the tour: what is shown, and the command that shows it; none where it was done before. */
export interface TourStep {
  readonly title: string;
  readonly wordsOf: (client: Client) => Promise<readonly string[] | undefined> | readonly string[];
}

const CHANGE = 'interface GigabitEthernet0/2\n description shown by the tour\n no shutdown';
const PACKAGE = [
  ...['@acme/change-announcements', '--version', '2.0.0', '--options', '{"overwrite":true}'],
];
const VARIABLES = JSON.stringify({
  change: { reference: 'CHG2002', device: 'leaf-1', text: 'new uplink' },
});

/** What docs/tour.md does by hand, in commands: on the network of the demo. */
export const TOUR: readonly TourStep[] = [
  { title: 'Who you are', wordsOf: () => ['whoami', '--query', 'groups.*.name'] },
  { title: 'The devices of the demo', wordsOf: () => ['device', 'list', '-o', 'table'] },
  { title: 'Take the configuration of one', wordsOf: () => ['backup', 'now', 'edge-1'] },
  { title: 'Find lines in all configurations', wordsOf: () => ['backup', 'search', 'uplink'] },
  {
    title: 'Show what lines would change',
    wordsOf: () => ['device', 'change', 'plan', 'edge-1', CHANGE, '--query', 'diff', '-o', 'yaml'],
  },
  { title: 'Push them as they were shown', wordsOf: pushing },
  {
    title: 'Show what an upgrade of a package would do',
    wordsOf: () => ['package', 'plan', ...PACKAGE, '--query', 'packages'],
  },
  {
    title: 'Start a job, and see how it goes',
    wordsOf: () => ['job', 'run', 'Announce a change', '--variables', VARIABLES, '--follow'],
  },
  {
    title: 'One job has failed, because an integration is stopped',
    wordsOf: () => ['job', 'list', '--status', 'error', '-o', 'table'],
  },
  {
    title: 'Start the integration',
    wordsOf: () => ['api', 'call', 'startIntegration', '--name', 'tickets'],
  },
  {
    title: 'Let the job try again',
    wordsOf: async (client) => withJob(client, ['job', 'retry'], ['--query', 'data.status']),
  },
  { title: 'One job waits for a person', wordsOf: () => ['task', 'list', '-o', 'table'] },
  { title: 'Answer its form with what it begins with', wordsOf: answering },
  { title: 'What happened', wordsOf: () => ['events', 'list', '--limit', '5', '-o', 'table'] },
  {
    title: 'Who did it',
    wordsOf: () => ['audit', '--limit', '5', '--query', 'results.*.operation'],
  },
];

async function pushing(client: Client): Promise<readonly string[] | undefined> {
  const body = { config: CHANGE, dryRun: true };
  const plan = await changeDevice({ client, path: { name: 'edge-1' }, body });
  return plan.diff === ''
    ? undefined
    : ['device', 'change', 'push', 'edge-1', CHANGE, plan.planHash];
}

async function withJob(
  client: Client,
  before: readonly string[],
  after: readonly string[],
): Promise<readonly string[] | undefined> {
  const { data } = await listJobs({ client, query: { status: ['error'], limit: 1 } });
  return data[0] && [...before, data[0]._id, ...after];
}

async function answering(client: Client): Promise<readonly string[] | undefined> {
  const { data } = await listManualTasks({ client, query: { workflow: 'Device Onboarding' } });
  if (!data[0]) return undefined;
  const { data: task } = await getManualTask({ client, path: { id: data[0]._id } });
  const { view } = task as { readonly view: { readonly form?: { readonly formData?: unknown } } };
  const variables = JSON.stringify({ outgoing: { export: view.form?.formData } });
  return ['task', 'answer', data[0]._id, 'success', '--variables', variables];
}
