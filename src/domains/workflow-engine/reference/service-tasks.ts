import { describeWorkerTasks } from './describe-worker-tasks.js';

const VPN = '/l3vpn:vpn/l3vpn';
const INSTANCES = { [VPN]: [{ name: 'acme', 'as-number': 65000 }] };
const WHERE = ['adapterId|adapter_id?'];
const INTO = ['instance|instances', 'path|servicePath?', 'options?', ...WHERE];
const SAVED = { action: 'create', target: [], xpath: `${VPN}=acme`, success: true, error: null };
const FAILS =
  '`error` where there is no such adapter, it refuses or does not answer, or the roles do not admit';
const ALONE = 'The adapter that is named, else the only one that there is.';

/** Service instances and actions of orchestrators. */
export const SERVICE_TASKS = {
  ...describeWorkerTasks('ServiceManagement', {
    saveInstances: {
      does: `Saves service instances, as \`POST /service_management/saveInstances\` does: in lists under their service paths, or as a list with \`path\` beside. ${ALONE} A task that is tried again saves once.`,
      args: INTO,
      outputs: ['result'],
      types: { instance: 'object, list' },
      incoming: {
        instance: INSTANCES,
        path: '',
        options: { 'commit-queue': { sync: null } },
        adapterId: 'Local NSO',
      },
      answer: [{ ...SAVED, target: ['ce0'], outcome: 'succeeded' }],
      fails: `${FAILS}; where one of the instances was not saved, \`results\` of the error says what became of each.`,
    },
    testInstances: {
      does: `What saving service instances would do, and saves nothing: the same with the option \`dryrun\`. ${ALONE}`,
      args: INTO,
      outputs: ['result'],
      types: { instance: 'object, list' },
      incoming: { instance: INSTANCES, path: '', options: {}, adapterId: 'Local NSO' },
      answer: [
        {
          ...SAVED,
          outcome: 'succeeded',
          dryrun: { native: { device: [{ name: 'ce0', data: 'router bgp 65000' }] } },
          planHash: `native:${'0'.repeat(64)}`,
        },
      ],
      fails: `${FAILS}; where one of the instances is refused, \`results\` of the error says which.`,
    },
    getInstance: {
      does: `A service instance as the orchestrator has it: its configuration, read as \`POST /orchestrator_manager/restQuery\` reads. \`path\` is that of RESTCONF, with the key in it or in \`keys\`. ${ALONE}`,
      args: ['path|servicePath', 'keys?', ...WHERE],
      outputs: ['instance'],
      types: { keys: 'text, list' },
      incoming: { path: VPN, keys: 'acme', adapterId: 'Local NSO' },
      answer: { name: 'acme', 'as-number': 65000 },
      fails: `${FAILS}, and where there is no such instance.`,
    },
  }),
  ...describeWorkerTasks('NSOManager', {
    runAction: {
      does: `Runs an action of an orchestrator and puts out what that puts out; \`input\` is its input. The rights are those of \`restAction\`. ${ALONE}`,
      args: ['path', 'input?', 'accept?', ...WHERE],
      outputs: ['result'],
      incoming: {
        path: '/tailf-ncs:devices/device=ce0/check-sync',
        input: {},
        accept: 'application/yang-data+json',
        adapterId: 'Local NSO',
      },
      answer: { result: 'in-sync' },
      fails: `${FAILS}.`,
    },
  }),
};
