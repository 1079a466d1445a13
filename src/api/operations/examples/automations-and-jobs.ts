import { EXAMPLE_ID, type RequestExamples } from './example-id.js';

const CHANGE = {
  change: { reference: 'CHG1002', device: 'edge-1', text: 'new description of the uplink' },
};

/** Automations, triggers, jobs and what people do in them. */
export const AUTOMATION_AND_JOB_EXAMPLES = {
  createAutomation: {
    name: 'Announce on request',
    description: 'Tells the chat what is changed',
    componentType: 'workflows',
    componentName: 'Announce a change',
  },
  updateAutomation: { description: 'Tells the chat of changes' },
  importAutomations: {
    automations: [
      {
        name: 'Announce twice',
        componentName: 'Announce a change',
        triggers: [{ name: 'Announce it twice', type: 'manual' }],
      },
    ],
  },
  createTrigger: {
    name: 'Called by tickets',
    type: 'endpoint',
    actionId: EXAMPLE_ID,
    verb: 'POST',
    routeName: 'tickets',
    schema: { type: 'object' },
  },
  importTriggers: {
    triggers: [{ name: 'Started by hand', type: 'manual', actionId: EXAMPLE_ID }],
  },
  updateTrigger: { description: 'The ticket system calls it' },
  issueTriggerCredential: { kind: 'token' },
  runManualTrigger: { formData: CHANGE },
  runEndpointTrigger: CHANGE,
  startJob: {
    workflow: 'Announce a change',
    options: { description: 'Started by hand', variables: CHANGE },
  },
  searchJobs: {
    options: { limit: 10, sort: { 'metrics.start_time': -1 } },
    query: { status: 'error' },
  },
  pauseJobs: { jobIds: [EXAMPLE_ID] },
  resumeJobs: { jobIds: [EXAMPLE_ID] },
  cancelJobs: { jobIds: [EXAMPLE_ID] },
  controlJobsInBulk: {
    action: 'retry',
    query: { status: ['error'], workflow: 'Open a ticket' },
    dryRun: true,
  },
  continueJob: { taskId: 'a1b2' },
  continueJobFrom: { fromTask: 'a1b2' },
  revertJob: { toTask: 'a1b2' },
  retryJob: { task: 'c3d4' },
  skipJobTask: { task: 'c3d4', finishState: 'success' },
  upgradeJob: { dryRun: true },
  assignManualTask: { assignee: 'admin' },
  finishManualTask: {
    finish_state: 'success',
    variables: { outgoing: { export: { deviceName: 'edge-1', siteCode: 'BER01' } } },
  },
  putMaintenance: { enabled: false },
} as const satisfies RequestExamples;
