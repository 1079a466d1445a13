import { type JsonObject } from '../../../kernel/json.js';
import { textOf } from '../../../kernel/json-reading.js';
import { type Command, type Iteration, type IterationEnd } from '../../../cores/engine/commands.js';
import { type ValueRef, type ValueRefs } from '../../../cores/engine/value-ref.js';
import { type Plan, type PlannedTask } from '../../../cores/engine/plan.js';
import { groupIdsOf } from '../../../kernel/document-groups.js';
import { type StoredJob } from './stored-job.js';
import { newManualWork } from './new-manual-work.js';
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
  readonly job: Pick<StoredJob, '_id' | 'name' | 'rootStarter' | 'rootId' | 'gbac' | 'readers'>;
  readonly plan: Plan;
  readonly serverId: string;
  /** By the database's clock; undefined while it is not known. */
  readonly now: Date | undefined;
  readonly encode: (values: ValueRefs) => string;
  readonly encodeOne: (held: ValueRef) => string;
}

/** An iteration as it is stored. @param lease of the node that works on it at once; undefined for none. */
export function newIteration(
  command: MakingCommand,
  making: IterationMaking,
  lease?: WorkLease,
): StoredIteration {
  const { iteration } = command;
  const { job, serverId, encode } = making;
  const planned = plannedOf(iteration, making);
  // One literal with every member: put together from parts it takes several times the memory.
  const unworked: StoredIteration = {
    _id: iteration.id,
    jobId: job._id,
    starter: job.rootStarter,
    family: job.rootId,
    gbac: job.gbac,
    readers: job.readers,
    task: iteration.task,
    name: planned?.name ?? '',
    app: planned?.app ?? '',
    kind: kindOf(command.kind, planned),
    number: iteration.number,
    generation: iteration.generation,
    loopIndex: iteration.loops.at(-1)?.index ?? null,
    status: 'running',
    finish: null,
    startedAt: new Date(iteration.startedAt),
    endedAt: null,
    serverId,
    input: encode(iteration.input),
    output: null,
    error: null,
    attempt: 1,
    lease: null,
    outcome: null,
    outcomeAt: null,
    delivered: true,
    claimableAt: null,
    manual: null,
    listener: null,
    listensTo: null,
    mocked: false,
  };
  return Object.assign(unworked, workOf(command, making, lease));
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
    ...(end.mocked && { mocked: true }),
  };
}

/** A node whose clock is ahead must not keep others waiting until theirs have come so far: `now` is the database's. */
function leasedBy(lease: WorkLease | undefined, now: Date): Partial<StoredIteration> {
  return { lease: lease ?? null, claimableAt: lease?.until ?? now };
}

/** What becomes of it next: it has ended, or somebody or something works on it. */
function workOf(
  command: MakingCommand,
  making: IterationMaking,
  lease: WorkLease | undefined,
): Partial<StoredIteration> {
  const { iteration } = command;
  switch (command.kind) {
    case 'record':
      return endingOf(iteration.id, command.end, making);
    case 'run':
      return leasedBy(lease, making.now ?? new Date(iteration.startedAt));
    case 'open-manual':
      return { manual: manualWork(iteration, plannedOf(iteration, making), making.job.name) };
    case 'wait':
      return listening(command.listener);
  }
}

function plannedOf({ task }: Iteration, { plan }: IterationMaking): PlannedTask | undefined {
  return plan.tasks[plan.places.get(task) ?? -1];
}

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

/** The hold on a manual task that a step opens. */
export function manualWork(
  { startedAt }: Pick<Iteration, 'startedAt'>,
  planned: Pick<PlannedTask, 'document'> | undefined,
  workflow: string,
): NonNullable<StoredIteration['manual']> {
  const document = planned?.document ?? {};
  const groups = groupIdsOf(document['groups']);
  return newManualWork(document, { workflow, groups, startedAt: new Date(startedAt) });
}

function listening(
  listener: JsonObject | undefined,
): Pick<StoredIteration, 'listener' | 'listensTo'> {
  if (!listener) return { listener: null, listensTo: null };
  const [source, topic] = [textOf(listener['source']), textOf(listener['topic'])];
  return { listener: JSON.stringify(listener), listensTo: listenerKey(source, topic) };
}
