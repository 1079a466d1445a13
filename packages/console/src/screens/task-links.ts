import { memberOf, textIn } from '../members.js';
import { pathOf } from '../navigation.js';
import { type TaskOfJob } from './job-view.js';
import * as common from '../texts/common.js';

/** Something that a task used, and the screen where it is mended. */
export interface TaskLink {
  readonly kind: 'Adapter' | 'Integration' | 'Device' | 'Workflow' | 'Job';
  readonly name: string;
  readonly to: string;
}

type UsingTask = Pick<TaskOfJob, 'app' | 'name' | 'location' | 'childJobs'> & {
  readonly variables: { readonly incoming: unknown };
};

/** A task for many devices names no more than these. */
const DEVICES_MAX = 5;
/** Tasks that send a request through an adapter; other tasks of that location call an integration. */
const ADAPTER_REQUESTS = new Set(['genericAdapterRequest', 'genericAdapterRequestNoBasePath']);
const DEVICE_APPS = new Set(['ConfigurationManager', 'MOP']);
const ORCHESTRATOR_APPS = new Set(['ServiceManagement', 'NSOManager']);
const ADAPTERS = '/orchestrator?show=adapters';

/** Adapters, integrations, devices, workflows and jobs that a task had to do with, by what it was given. */
export function linksOf(task: UsingTask): readonly TaskLink[] {
  return [...systemsOf(task), ...devicesOf(task), ...workflowsOf(task)];
}

function systemsOf({ app, name, location, variables: { incoming } }: UsingTask): TaskLink[] {
  const adapter = textIn(incoming, 'adapter_id') ?? textIn(incoming, 'adapterId');
  if (adapter === undefined) return [];
  const isAdapter = ADAPTER_REQUESTS.has(name) || ORCHESTRATOR_APPS.has(app);
  if (isAdapter) return [{ kind: common.adapter, name: adapter, to: ADAPTERS }];
  if (location !== 'Adapter') return [];
  return [{ kind: common.integration, name: adapter, to: pathOf('integrations', adapter) }];
}

function devicesOf({ app, variables: { incoming } }: UsingTask): TaskLink[] {
  if (!DEVICE_APPS.has(app)) return [];
  const given = ['devices', 'device', 'deviceName', 'name'].map((key) => memberOf(incoming, key));
  return [given.find((one) => one !== undefined && one !== '')]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? one : (textIn(one, 'name') ?? [])))
    .slice(0, DEVICES_MAX)
    .map((name) => ({ kind: common.device, name, to: pathOf('devices', name) }));
}

/** Of one job that it started, the job; of many the list of them says more. */
function workflowsOf({ name, childJobs, variables: { incoming } }: UsingTask): TaskLink[] {
  const [child, ...more] = childJobs;
  if (child && more.length === 0)
    return [{ kind: common.job, name: child.name, to: pathOf('jobs', child._id) }];
  const workflow = name === 'childJob' ? textIn(incoming, 'workflow') : undefined;
  if (workflow === undefined) return [];
  return [{ kind: common.workflow, name: workflow, to: pathOf('workflows', workflow) }];
}
