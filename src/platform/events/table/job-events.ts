import { CHANGED_OBJECT } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

const source = 'WorkFlowEngine';

// Never the value of a variable: an event is read by many, a job by those who may see it.
const JOB = {
  jobId: { type: 'text', note: 'Id of the job' },
  workflowId: {
    type: 'text',
    nullable: true,
    note: 'Id of its workflow; null where not everybody may see the job, or it was given with the start',
  },
  workflowName: {
    type: 'text',
    nullable: true,
    note: 'Name of its workflow; null where not everybody may see the job',
  },
  rootJobId: {
    type: 'text',
    note: 'Id of the job at the top of it: its own unless it is a child job',
  },
  automationId: {
    type: 'text',
    nullable: true,
    note: 'Id of the automation that started it; null for none',
  },
  watchers: { type: 'texts', note: 'Names of the accounts that want to hear of it' },
  chain: {
    type: 'texts',
    note: 'Ids of the triggers that led here, one after the other; circles end after a few',
  },
} as const;
const TASK = { type: 'text', note: 'Id of the task in the workflow' } as const;
const MANUAL_TASK = {
  ...JOB,
  taskId: { type: 'text', note: 'Id by which the task is claimed and finished' },
  task: TASK,
  groups: { type: 'texts', note: 'Ids of the groups that may work it; none for everybody' },
} as const;
const OWNER = { type: 'text', note: 'Name of the account that has it' } as const;
const DUE = {
  type: 'text',
  nullable: true,
  note: 'When it is to be done; null for no time',
} as const;

/** What happens to jobs and their tasks. */
export const JOB_EVENTS = {
  jobStart: { source, topic: 'jobStart', description: 'A job has begun', payload: JOB },
  jobComplete: {
    source,
    topic: 'jobComplete',
    description: 'A job has come to the end of its workflow',
    payload: JOB,
  },
  jobError: {
    source,
    topic: 'jobError',
    description: 'A job cannot go on by itself; the job itself says why',
    payload: { ...JOB, task: TASK },
  },
  jobFix: {
    source,
    topic: 'jobFix',
    description: 'A job goes on from a task, because somebody said so',
    payload: { ...JOB, task: TASK },
  },
  jobPause: { source, topic: 'jobPause', description: 'A job was paused', payload: JOB },
  jobResume: {
    source,
    topic: 'jobResume',
    description: 'A paused job goes on',
    payload: JOB,
  },
  jobCancel: { source, topic: 'jobCancel', description: 'A job was canceled', payload: JOB },
  jobUpgrade: {
    source,
    topic: 'jobUpgrade',
    description: 'A job was moved to the present version of its workflow',
    payload: JOB,
  },
  jobSlaBreach: {
    source,
    topic: 'jobSlaBreach',
    description: 'A job takes longer than its workflow allows; told once',
    payload: JOB,
  },
  taskSlaBreach: {
    source,
    topic: 'taskSlaBreach',
    description: 'A task takes longer than its workflow allows; told once for each run of it',
    payload: { ...JOB, task: TASK },
  },
  manualTaskOpened: {
    source,
    topic: 'manualTaskOpened',
    description: 'A task waits for somebody to work it',
    payload: { ...MANUAL_TASK, dueAt: DUE },
  },
  manualTaskAssigned: {
    source,
    topic: 'manualTaskAssigned',
    description: 'A task was handed to somebody by somebody else',
    payload: { ...MANUAL_TASK, dueAt: DUE, owner: OWNER },
  },
  manualTaskOverdue: {
    source,
    topic: 'manualTaskOverdue',
    description: 'A task was not worked until it was due; told once for each time that it is due',
    payload: { ...MANUAL_TASK, dueAt: DUE, owner: { ...OWNER, nullable: true } },
  },
  jobControlled: {
    source,
    topic: 'jobControlled',
    description: 'Somebody started, paused, resumed, canceled or mended a job',
    payload: CHANGED_OBJECT,
  },
  manualTaskWorked: {
    source,
    topic: 'manualTaskWorked',
    description: 'Somebody claimed, released, handed on or finished a manual task',
    payload: CHANGED_OBJECT,
  },
  maintenanceSwitched: {
    source,
    topic: 'maintenanceSwitched',
    description: 'Starts of jobs were stopped for maintenance, or allowed again',
    payload: CHANGED_OBJECT,
  },
} as const satisfies EventDeclarations;
