import { createHash } from 'node:crypto';
import { isForEveryone } from '../../../kernel/gbac.js';
import { type EventId, type EventPayload } from '../../../platform/events/event-table.js';
import { type Publication } from '../../../cores/engine/commands.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { type StoredJob } from '../store/stored-job.js';

/** What events say of a job. */
export type PublishedJob = Pick<
  StoredJob,
  | '_id'
  | 'name'
  | 'workflowId'
  | 'gbac'
  | 'ancestors'
  | 'automationId'
  | 'watchers'
  | 'chain'
  | 'startedBy'
>;

/** What events say of a manual task. */
export type PublishedTask = Pick<StoredIteration, '_id' | 'task' | 'manual'>;

/** An event that is to be stored under an id of its own making. */
export type JobEvent = {
  [I in EventId]: { readonly event: I; readonly id: string; readonly payload: EventPayload<I> };
}[Publication['topic'] | 'manualTaskOpened' | 'manualTaskAssigned' | 'manualTaskOverdue'];

const ID_LENGTH = 24;

/** The event of a publication: `place` is its index among those of the step that made `rev`. */
export function publishedEvent(
  job: PublishedJob,
  publication: Publication,
  { rev, place }: { readonly rev: number; readonly place: number },
): JobEvent {
  const id = eventId([job._id, rev, place, publication.topic]);
  const payload = jobPayload(job);
  // The message of an error may quote what a variable holds: the job has it, an event does not.
  if ('task' in publication) {
    return { event: publication.topic, id, payload: { ...payload, task: publication.task } };
  }
  return { event: publication.topic, id, payload };
}

/** A manual task has come to be. */
export function openedEvent(job: PublishedJob, task: PublishedTask): JobEvent {
  const payload = { ...taskPayload(job, task), dueAt: dueOf(task) };
  return { event: 'manualTaskOpened', id: eventId(['opened', task._id]), payload };
}

/** A manual task has gone to somebody. */
export function assignedEvent(
  job: PublishedJob,
  task: PublishedTask,
  owner: string,
  at: Date,
): JobEvent {
  const payload = { ...taskPayload(job, task), dueAt: dueOf(task), owner };
  const id = eventId(['assigned', task._id, owner, at.toISOString()]);
  return { event: 'manualTaskAssigned', id, payload };
}

/** A manual task was not worked in time; another time that it is due makes another event. */
export function overdueEvent(job: PublishedJob, task: PublishedTask): JobEvent {
  const dueAt = dueOf(task);
  const owner = task.manual?.owner?.username ?? null;
  const payload = { ...taskPayload(job, task), dueAt, owner };
  return { event: 'manualTaskOverdue', id: eventId(['overdue', task._id, dueAt]), payload };
}

function jobPayload(job: PublishedJob): EventPayload<'jobStart'> {
  const isHidden = !isForEveryone(job.gbac);
  return {
    jobId: job._id,
    workflowId: isHidden ? null : job.workflowId,
    workflowName: isHidden ? null : job.name,
    rootJobId: job.ancestors[0] ?? job._id,
    automationId: isHidden ? null : job.automationId,
    watchers: [...job.watchers],
    chain: [...job.chain],
  };
}

function taskPayload(
  job: PublishedJob,
  { _id, task, manual }: PublishedTask,
): Omit<EventPayload<'manualTaskOpened'>, 'dueAt'> {
  return { ...jobPayload(job), taskId: _id, task, groups: [...(manual?.groups ?? [])] };
}

function dueOf({ manual }: PublishedTask): string | null {
  return manual?.dueAt?.toISOString() ?? null;
}

function eventId(parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, ID_LENGTH);
}
