import { list, secret, whole } from './variable.js';

const MIB = 1024 * 1024;

/** How jobs are run. */
export const ENGINE_VARIABLES = {
  workerConcurrency: whole('WORKER_CONCURRENCY', {
    default: 32,
    min: 0,
    max: 1000,
    note: 'Tasks of jobs that one node works on at a time; 0 leaves them to other nodes.',
  }),
  taskResultLimitBytes: whole('TASK_RESULT_LIMIT_BYTES', {
    default: 16 * MIB,
    min: 1024,
    max: 64 * MIB,
    note: 'Largest result of a task, as JSON; a task with a larger one ends in error.',
  }),
  jobsRunningMax: whole('JOBS_RUNNING_MAX', {
    default: 20_000,
    min: 0,
    max: 10_000_000,
    note: 'Jobs that may be at work at a time: beyond, starts are refused and child jobs wait; 0 = no limit.',
  }),
  jobsPerStarterMax: whole('JOBS_RUNNING_PER_STARTER_MAX', {
    default: 5000,
    min: 0,
    max: 10_000_000,
    note: 'The same for the jobs that one account has started, with all that these start.',
  }),
  jobsRunningPerFamilyMax: whole('JOBS_RUNNING_PER_FAMILY_MAX', {
    default: 500,
    min: 0,
    max: 10_000_000,
    note: 'The same for a job with all that it starts: what is beyond waits for its turn.',
  }),
  familySizeMax: whole('JOBS_PER_FAMILY_MAX', {
    default: 100_000,
    min: 0,
    max: 10_000_000,
    note: 'Jobs that one job may start in all, with those that these start; what is beyond is an error; 0 = no limit.',
  }),
  valuesPerStarterMaxBytes: whole('JOB_VALUES_PER_STARTER_MAX_BYTES', {
    default: 10 * 1024 * MIB,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    note: 'Bytes that the jobs of one account keep in values, with those that these start: beyond, starts are refused and tasks that make large values (more than 64 KB) end in error; 0 = no limit.',
  }),
  jobsPerEventMax: whole('EVENT_JOBS_MAX', {
    default: 1000,
    min: 0,
    max: 1_000_000,
    note: 'Jobs that the triggers of one event may start; the runs of those beyond say so; 0 = no limit.',
  }),
  jobsPerWorkflowMax: whole('JOBS_RUNNING_PER_WORKFLOW_MAX', {
    default: 0,
    min: 0,
    max: 10_000_000,
    note: 'Jobs of one workflow that may run at a time: beyond, starts are refused; 0 = no limit.',
  }),
  retentionDays: whole('JOB_RETENTION_DAYS', {
    default: 90,
    min: 0,
    max: 36_500,
    note: 'Days after which jobs that have ended are deleted with their tasks; 0 = never.',
  }),
  secretNames: list('JOB_SECRET_NAMES', {
    default: ['password', 'passwd', 'passphrase', 'secret'],
    accepts: (entry) => entry.length <= 128,
    rule: 'names of at most 128 characters',
    note: 'Names of job variables, inputs and outputs whose values are sealed and never shown, in any case.',
  }),
  redisUrl: secret('REDIS_URL', {
    pattern: /^rediss?:\/\/.+/,
    rule: 'a redis:// or rediss:// URL',
    note: 'Redis by which nodes tell each other of tasks at once; without it they look every two seconds.',
  }),
} as const;
