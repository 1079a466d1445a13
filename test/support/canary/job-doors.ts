import { type JsonObject } from '../../../src/kernel/json.js';
import { anEngineTask, anEngineWorkflow } from '../factories/job-workflows.js';
import { type CanaryWorld, type Door } from './canary-world.js';

const JOBS = '/operations-manager/jobs';
/** Calls its variable `password` secret; made by `startJob`. */
export const CANARY_WORKFLOW = 'Canary of jobs';

const FAILING: JsonObject = { type: 'error', delay: 0, response: '$var.job.louder' };
const secret = (name: string): JsonObject => ({
  type: 'encryption',
  pointer: `/variables/${name}`,
});

/** What is secret goes from task to task, into an error, and waits with a person. */
const WORKFLOW = anEngineWorkflow(
  CANARY_WORKFLOW,
  {
    a1: anEngineTask(
      'stringConcat',
      { str: '$var.job.password', stringN: '!' },
      { outgoing: { combinedStrings: '$var.job.louder' } },
    ),
    b2: anEngineTask('stub', FAILING, {
      variables: { incoming: FAILING, outgoing: { response: null }, error: '$var.job.err' },
    }),
    c3: anEngineTask(
      'ViewData',
      { header: 'Look', message: '$var.job.err', body: '$var.a1.combinedStrings' },
      { type: 'manual', view: '/workflow_engine/task/ViewData' },
    ),
  },
  ['start a1', 'a1 b2', 'b2 error c3', 'c3 end'],
  { decorators: [secret('password')] },
);

/** Secrets below the top level of data, whatever takes them. */
export function deepSecrets(world: CanaryWorld, what: string): JsonObject {
  const plant = (where: string): string =>
    world.canaries.plant(`${where} below the top level of a ${what}`, '');
  const again = plant('secret that reappears');
  return {
    token: plant('token'),
    credentials: { username: 'ada', passphrase: plant('member') },
    list: [{ passwd: plant('item') }, { name: 'X-Api-Key', value: plant('value beside its name') }],
    deep: { er: { secret: again } },
    text: JSON.stringify({ list: [{ password: plant('member of a JSON text') }] }),
    headers: { Authorization: `Bearer ${plant('header')}`, Cookie: `sid=${plant('cookie')}` },
    sessions: { [again]: 'a secret as a name' },
    note: `it is ${again}, ${Buffer.from(`ada:${again}`).toString('base64')}`,
    target: `https://ada:${plant('URL')}@box.invalid/?api_key=${plant('query')}`,
  };
}

/** Variables of jobs that are secret because their workflow says so, or by their names. */
export const JOB_DOORS = {
  startJob: async (world: CanaryWorld) => {
    const made = await world.call('POST', '/automation-studio/automations', {
      body: { automation: WORKFLOW },
    });
    if (made.status !== 200) throw new Error(made.text);
    const password = world.canaries.plant('secret variable of a job');
    const variables = { password, ...deepSecrets(world, 'job') };
    const options = { variables, validateInput: true };
    await world.submit('startJob', { body: { workflow: CANARY_WORKFLOW, options } });
    const list = await world.call<{ data: { _id: string }[] }>('GET', `${JOBS}?limit=100`);
    const [first] = list.json.data;
    const path = `${JOBS}/${first?._id ?? ''}`;
    await world.call('GET', path);
    await world.call('GET', `${path}/iterations`);
    await world.call('POST', `${path}/skip`, { body: { task: 'b2', finishState: 'error' } });
    await world.call('POST', `${path}/revert`, { body: { toTask: 'a1' } });
    await world.call('GET', path);
    await world.call('POST', `${JOBS}/bulk`, {
      body: { action: 'pause', query: { workflow: CANARY_WORKFLOW } },
    });
  },
} as const satisfies Record<string, Door>;
