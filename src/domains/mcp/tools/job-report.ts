import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { pickFields } from './answer-parts.js';

/** Tasks of which a report says more than how many there are. */
const TOLD: ReadonlySet<unknown> = new Set(['running', 'error']);
const TOLD_MAX = 30;
const OF_JOB = ['_id', 'name', 'description', 'status', 'queued', 'metrics', 'error'];
const OF_TASK = ['status', 'name', 'summary', 'type', 'iterations'];
const OF_FAILED = [...OF_TASK, 'variables.incoming', 'variables.outgoing', 'variables.error'];

/** What somebody wants to know of a job first: how far it is, what failed, who is waited for. */
export function jobReport(job: JsonValue): JsonValue {
  if (!isJsonObject(job)) return job;
  const tasks = Object.entries(isJsonObject(job['tasks']) ? job['tasks'] : {});
  const told = tasks.filter(([, task]) => isFailed(task) || TOLD.has(statusOf(task)));
  return {
    ...(pickFields(job, OF_JOB) as JsonObject),
    taskCounts: counted(tasks.map(([, task]) => statusOf(task))),
    tasks: told.slice(0, TOLD_MAX).map(([id, task]) => toldOf(id, task)),
  };
}

function toldOf(id: string, task: JsonValue): JsonObject {
  return { id, ...(pickFields(task, isFailed(task) ? OF_FAILED : OF_TASK) as JsonObject) };
}

function statusOf(task: JsonValue): string {
  const status = isJsonObject(task) ? task['status'] : '';
  return typeof status === 'string' ? status : '';
}

function isFailed(task: JsonValue): boolean {
  const metrics = isJsonObject(task) ? task['metrics'] : null;
  const failed = isJsonObject(metrics) && metrics['finish_state'] === 'failure';
  return failed || statusOf(task) === 'error';
}

function counted(statuses: readonly string[]): JsonObject {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
