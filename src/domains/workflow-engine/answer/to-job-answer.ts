import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { listOf, ownObject, ownValue } from '../../../kernel/json-reading.js';
import {
  decoratorsOf,
  groupIdsOf,
  ownCount,
  ownNumber,
  ownText,
  userOf,
} from './document-reading.js';
import { type JobOwnMetrics, type JobShape } from './job.dto.js';
import { type JobTaskShape } from './job-task.dto.js';
import { type JobView } from './job-view.js';
import { progressOf } from './progress.js';
import { starterName } from './task-metrics.js';
import { toTaskAnswer } from './to-task-answer.js';

const FONT_SIZE_DEFAULT = 12;
const CANVAS_DEFAULT = 3;
const TYPE_DEFAULT = 'automation';

/**
 * A job as the interface shows it (operation 20): every field of it, made of the workflow as it was at the
 * start, of where the job stands, and of the last run of each task.
 */
export function toJobAnswer(view: JobView): JobShape {
  const { job, document, state } = view;
  return {
    _id: job._id,
    name: job.name,
    description: state.description,
    status: state.status,
    tasks: tasksOf(view),
    transitions: transitionsOf(document),
    variables: view.variables,
    font_size: ownNumber(document, 'font_size') ?? FONT_SIZE_DEFAULT,
    created: timeOf(ownValue(document, 'created'), job.startedAt),
    created_by: userOf(ownValue(document, 'created_by')),
    last_updated: job.updatedAt.toISOString(),
    last_updated_by: userOf(ownValue(document, 'last_updated_by')),
    groups: groupIdsOf(document),
    type: typeOf(ownValue(document, 'type')),
    watchers: job.watchers,
    metrics: metricsOf(view),
    lastUpdatedVersion: ownText(document, 'lastUpdatedVersion'),
    canvasVersion: Math.trunc(ownNumber(document, 'canvasVersion') ?? CANVAS_DEFAULT),
    decorators: decoratorsOf(document),
    ancestors: job.ancestors,
    preAutomationTime: ownCount(document, 'preAutomationTime'),
    sla: ownCount(document, 'sla'),
    error: state.errors.map(({ task, message, timestamp }) => ({ task, message, timestamp })),
    queued: view.queued,
    mocked: mockedOf(view),
  };
}

function tasksOf(view: JobView): Record<string, JobTaskShape> {
  const shown = view.plan.tasks.flatMap((task) => {
    const state = view.state.tasks[task.at];
    return state ? [[task.id, toTaskAnswer(view, task, state)] as const] : [];
  });
  return Object.fromEntries(shown);
}

function transitionsOf(document: JsonObject): Record<string, JsonObject> {
  const edges = Object.entries(ownObject(document, 'transitions'));
  return Object.fromEntries(edges.map(([from, to]) => [from, isJsonObject(to) ? to : {}]));
}

function metricsOf({ job, plan, state, version }: JobView): JobOwnMetrics {
  const [start, end] = [job.startedAt.getTime(), job.endedAt?.getTime() ?? null];
  const user = starterName(job);
  return {
    owner: user,
    user,
    start_time: start,
    end_time: end,
    run_time: end === null ? null : Math.max(0, end - start),
    claim_time: null,
    finish_state: end === null ? null : state.status === 'complete' ? 'success' : 'canceled',
    server_id: '',
    app: { id: 'WorkFlowEngine', version },
    progress: progressOf(plan, state),
  };
}

function typeOf(type: JsonValue | undefined): string {
  const [first] = [type, ...listOf(type)].filter((one) => typeof one === 'string');
  return first ?? TYPE_DEFAULT;
}

/** The time that the document says, be it in milliseconds. */
function timeOf(said: JsonValue | undefined, otherwise: Date): string {
  const time = typeof said === 'string' || typeof said === 'number' ? new Date(said) : otherwise;
  return (Number.isNaN(time.getTime()) ? otherwise : time).toISOString();
}

/** In the order of the workflow: iterations come in none. */
function mockedOf({ job, plan, iterations }: JobView): readonly string[] | null {
  if (job.mocks === null) return null;
  return plan.tasks.map(({ id }) => id).filter((id) => iterations.get(id)?.stored.mocked === true);
}
