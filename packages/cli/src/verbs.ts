/** A verb: an operation under a name that people use. */
export interface Verb {
  /** `job list`, for example. */
  readonly verb: string;
  readonly operation: string;
  /** What is given by its place, by the names of the operation: in its path when absent. */
  readonly places?: readonly string[];
  /** Members of the body that are always the same. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Columns of its table. */
  readonly columns?: readonly string[];
}

const JOBS = ['_id', 'name', 'status', 'progress', 'metrics.start_time', 'description'];

/** Every option of the operation is one of the verb: `netadmin job list --help`. */
export const VERBS: readonly Verb[] = [
  { verb: 'whoami', operation: 'whoami' },
  { verb: 'status', operation: 'healthStatus' },
  { verb: 'explain', operation: 'explainAccess', places: ['operation'] },
  { verb: 'audit', operation: 'listAuditEntries' },
  { verb: 'token list', operation: 'listApiTokens' },
  { verb: 'token create', operation: 'createApiToken', places: ['name'] },
  { verb: 'token revoke', operation: 'revokeApiToken' },
  { verb: 'events list', operation: 'listEvents', columns: ['seq', 'time', 'source', 'topic'] },
  { verb: 'job list', operation: 'listJobs', columns: JOBS },
  { verb: 'job show', operation: 'getJob' },
  { verb: 'job continue', operation: 'continueJobFrom', places: ['id', 'fromTask'] },
  { verb: 'job retry', operation: 'retryJob' },
  { verb: 'job revert', operation: 'revertJob', places: ['id', 'toTask'] },
  { verb: 'job skip', operation: 'skipJobTask', places: ['id', 'task'] },
  { verb: 'job upgrade', operation: 'upgradeJob' },
  { verb: 'job cancel', operation: 'cancelJobs', places: ['jobIds'] },
  { verb: 'job pause', operation: 'pauseJobs', places: ['jobIds'] },
  { verb: 'job resume', operation: 'resumeJobs', places: ['jobIds'] },
  { verb: 'job graph', operation: 'getJobGraph' },
  { verb: 'task list', operation: 'listManualTasks' },
  { verb: 'task show', operation: 'getManualTask' },
  { verb: 'task claim', operation: 'claimManualTask' },
  { verb: 'task release', operation: 'releaseManualTask' },
  { verb: 'task answer', operation: 'finishManualTask', places: ['id', 'finish_state'] },
  { verb: 'workflow list', operation: 'searchWorkflows', columns: ['_id', 'name', 'description'] },
  { verb: 'workflow show', operation: 'getWorkflow' },
  { verb: 'workflow validate', operation: 'validateWorkflow', places: ['workflow'] },
  { verb: 'workflow versions', operation: 'listWorkflowVersions' },
  { verb: 'workflow diff', operation: 'diffWorkflow', places: ['id', 'from'] },
  { verb: 'package list', operation: 'listInstalledArtifacts' },
  { verb: 'package available', operation: 'listAvailableArtifacts' },
  { verb: 'package plan', operation: 'planArtifact', places: ['name'] },
  { verb: 'package install', operation: 'installArtifact', places: ['name'] },
  { verb: 'package build', operation: 'buildArtifact', places: ['name', 'version'] },
  { verb: 'package verify', operation: 'verifyArtifact' },
  { verb: 'package rollback', operation: 'rollbackArtifact' },
  { verb: 'package remove', operation: 'uninstallArtifact' },
  { verb: 'backup now', operation: 'takeBackups', places: ['devices'] },
  { verb: 'backup list', operation: 'searchBackups', body: { options: {} } },
  { verb: 'backup show', operation: 'getBackup' },
  { verb: 'backup diff', operation: 'diffBackups' },
  { verb: 'backup search', operation: 'searchBackupTexts', places: ['pattern'] },
  { verb: 'service list', operation: 'listServiceInstances' },
  {
    verb: 'service plan',
    operation: 'saveInstances',
    places: ['instance'],
    body: { options: { dryrun: { outformat: 'native' } } },
  },
  { verb: 'service commit', operation: 'saveInstances', places: ['instance', 'options'] },
  { verb: 'device list', operation: 'listDevices', body: {} },
  { verb: 'device show', operation: 'getDevice' },
  { verb: 'device check', operation: 'checkDevice' },
  {
    verb: 'device change plan',
    operation: 'changeDevice',
    places: ['name', 'config'],
    body: { dryRun: true },
  },
  {
    verb: 'device change push',
    operation: 'changeDevice',
    places: ['name', 'config', 'planHash'],
    body: { dryRun: false },
  },
];
