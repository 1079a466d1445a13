import { type Command, type Iteration, type IterationEnd } from '../engine/commands.js';
import { type HeldValue, type HeldValues } from '../engine/held-value.js';
import { type Plan, type PlannedTask } from '../engine/plan.js';
import { groupIdsOf } from '../jobs/group-ids.js';
import { type StoredJob } from '../jobs/stored-job.js';
import { newManualWork } from '../manual/new-manual-work.js';
import { type IterationEnding } from './iterations.repository.js';
import {
  type IterationStatus,
  listenerKey,
  type StoredIteration,
  type WorkLease,
} from './stored-iteration.js';

/** A command that makes an iteration. */
export type MakingCommand = Extract<
  Command,
  { readonly kind: 'record' | 'run' | 'open-manual' | 'wait' }
>;

/** What iterations are made with. */
export interface IterationMaking {
  readonly job: Pick<StoredJob, '_id' | 'name' | 'gbac' | 'readers'>;
  readonly plan: Plan;
  readonly serverId: string;
  readonly encode: (values: HeldValues) => string;
  readonly encodeOne: (held: HeldValue) => string;
}

/** An iteration as it is stored. @param lease of the node that works on it at once; undefined for none. */
export function newIteration(
  command: MakingCommand,
  making: IterationMaking,
  lease?: WorkLease,
): StoredIteration {
  const { iteration } = command;
  const { job, plan, serverId, encode } = making;
  const planned = plan.tasks[plan.places.get(iteration.task) ?? -1];
  const startedAt = new Date(iteration.startedAt);
  const ending = command.kind === 'record' ? endingOf(iteration.id, command.end, making) : RUNNING;
  return {
    jobId: job._id,
    gbac: job.gbac,
    readers: job.readers,
    task: iteration.task,
    name: planned?.name ?? '',
    app: planned?.app ?? '',
    kind: kindOf(command.kind, planned),
    number: iteration.number,
    generation: iteration.generation,
    loopIndex: iteration.loops.at(-1)?.index ?? null,
    startedAt,
    serverId,
    input: encode(iteration.input),
    attempt: 1,
    lease: lease ?? null,
    outcome: null,
    outcomeAt: null,
    delivered: true,
    claimableAt: command.kind === 'run' ? (lease?.until ?? startedAt) : null,
    manual: command.kind === 'open-manual' ? manualWork(iteration, planned, job.name) : null,
    ...listening(command),
    mocked: false,
    ...ending,
    _id: iteration.id,
  };
}

/** How an iteration ended, as it is stored. */
export function endingOf(
  _id: string,
  end: IterationEnd,
  { encode, encodeOne }: Pick<IterationMaking, 'encode' | 'encodeOne'>,
): IterationEnding {
  return {
    _id,
    status: statusOf(end.finish),
    finish: end.finish,
    output: encode(end.output),
    error: end.error && encodeOne(end.error),
    endedAt: new Date(end.endedAt),
  };
}

const RUNNING = {
  status: 'running',
  finish: null,
  output: null,
  error: null,
  endedAt: null,
} as const;

function statusOf(finish: IterationEnd['finish']): IterationStatus {
  if (finish === 'canceled') return 'canceled';
  return finish === 'error' ? 'error' : 'complete';
}

function kindOf(
  command: MakingCommand['kind'],
  planned: PlannedTask | undefined,
): StoredIteration['kind'] {
  if (command === 'run') return 'dispatched';
  if (command === 'open-manual') return 'manual';
  if (command === 'wait') return 'wait';
  const kind = planned?.kind;
  return kind === 'wait' || kind === 'dispatched' || kind === 'manual' ? kind : 'inline';
}

/** The hold on a manual task that has come to be. */
export function manualWork(
  { startedAt }: Iteration,
  planned: PlannedTask | undefined,
  workflow: string,
): StoredIteration['manual'] {
  const document = planned?.document ?? {};
  const groups = groupIdsOf(document['groups']);
  return newManualWork(document, { workflow, groups, startedAt: new Date(startedAt) });
}

function listening(command: MakingCommand): Pick<StoredIteration, 'listener' | 'listensTo'> {
  const listener = command.kind === 'wait' ? command.listener : undefined;
  if (!listener) return { listener: null, listensTo: null };
  const { source, topic } = listener;
  const key = listenerKey(textOf(source), textOf(topic));
  return { listener: JSON.stringify(listener), listensTo: key };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
