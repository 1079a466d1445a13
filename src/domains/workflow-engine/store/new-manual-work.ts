import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type ManualWork } from './stored-iteration.js';

/** How long a task may take for its due time to be a time at all: a thousand years. */
const SLA_MAX_MS = 31_536_000_000_000;

/**
 * The hold on a manual task that has come to be: nobody has it yet.
 * @param task as the workflow says it.
 * @param groups ids of the groups that it names, as far as they are known here.
 */
export function newManualWork(
  task: JsonObject,
  { workflow, groups, startedAt }: Pick<ManualWork, 'workflow' | 'groups'> & { startedAt: Date },
): ManualWork {
  return {
    workflow,
    title: textOf(task['summary']) || textOf(task['displayName']) || textOf(task['name']),
    groups,
    owner: null,
    claimedAt: null,
    dueAt: dueAt(task['sla'], startedAt),
    overdueTold: false,
    finishedBy: null,
  };
}

/** A task with a service level is due when that ends. */
function dueAt(sla: JsonValue | undefined, startedAt: Date): Date | null {
  if (typeof sla !== 'number' || !(sla > 0) || sla > SLA_MAX_MS) return null;
  return new Date(startedAt.getTime() + sla);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
