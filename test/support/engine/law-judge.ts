import { isJsonObject, type JsonObject } from '../../../src/kernel/json.js';
import {
  type Command,
  type Iteration,
  type IterationEnd,
} from '../../../src/cores/engine/commands.js';
import { type JobState } from '../../../src/cores/engine/job-state.js';
import { type Plan, type PlannedTask } from '../../../src/cores/engine/plan.js';
import { type TakenStep } from './simulated-job.js';
import { type SimulatedShell } from './simulated-shell.js';

/** A step that was applied, and what the laws ask of it. */
interface Applied extends TakenStep {
  readonly plan: Plan;
  readonly after: JobState;
  readonly commands: readonly Command[];
  readonly started: readonly Iteration[];
  readonly world: SimulatedShell;
}

type Law = (step: Applied) => readonly string[];

/** The laws that hold of each single step. Answers what breaks one, in words. */
export function judgeStep(taken: TakenStep, world: SimulatedShell): readonly string[] {
  const { result, before, event, isRepeat } = taken;
  if (result.kind !== 'applied') return [];
  const absorbed =
    before.status === 'complete' || before.status === 'canceled'
      ? [`I7: a job that is ${before.status} takes ${event.kind}`]
      : [];
  const repeated = isRepeat ? [`I2: ${event.kind} was applied again`] : [];
  const { state: after, commands } = result;
  const { plan } = taken.job;
  const started = commands.flatMap((command) => startOf(command));
  const step = { ...taken, plan, after, commands, started, world };
  return [...absorbed, ...repeated, ...LAWS.flatMap((law) => law(step))];
}

/** Tasks of which something is under way. */
export function activeOf({ tasks }: JobState): readonly number[] {
  return tasks.flatMap(({ phase }, at) =>
    phase === 'ready' || phase === 'running' || phase === 'waiting' ? [at] : [],
  );
}

const LAWS: readonly Law[] = [
  onlyTheCurrent,
  statusAndTasksAgree,
  nothingStartsInAPause,
  startsAreEarned,
  theDeadStayDead,
  timesAreInOrder,
  childrenAreBounded,
  referencesSeeTheNewest,
];

function startOf(command: Command): readonly Iteration[] {
  const isStart =
    command.kind === 'record' ||
    command.kind === 'run' ||
    command.kind === 'open-manual' ||
    command.kind === 'wait';
  return isStart ? [command.iteration] : [];
}

/** I2: a result counts for the current iteration alone. */
function onlyTheCurrent({ event, before, plan, world }: Applied): readonly string[] {
  if (event.kind !== 'finished') return [];
  const at = plan.places.get(event.task) ?? -1;
  const task = before.tasks[at];
  const number = world.iterations.get(event.iteration)?.iteration.number;
  const isCurrent =
    task !== undefined &&
    (task.phase === 'running' || task.phase === 'waiting') &&
    number === task.iterations;
  return isCurrent
    ? []
    : [`I2: a result of run ${number} of ${event.task} came too late, but counts`];
}

/** I6, and that no job goes on without anything that goes on. */
function statusAndTasksAgree({ after, plan }: Applied): readonly string[] {
  const active = activeOf(after).map((at) => plan.tasks[at]?.id);
  const isEnded = after.tasks[plan.end]?.phase === 'done';
  const { status, hasMore, endedAt, errors } = after;
  const isFinal = status === 'complete' || status === 'canceled';
  const standsStill = active.length === 0;
  const sound = {
    running: !standsStill || hasMore,
    paused: true,
    error: standsStill && !isEnded && errors.length > 0,
    complete: standsStill && isEnded,
    canceled: standsStill,
  }[status];
  const told = `${status}, ended at ${String(endedAt)}, with ${active.join()} active`;
  return [
    ...when(!sound, `I6: ${told}${isEnded ? ', its end reached' : ''}`),
    ...when(isFinal !== (endedAt !== null), `I18: ${told}`),
  ];
}

function when(isBroken: boolean, text: string): readonly string[] {
  return isBroken ? [text] : [];
}

/** I15. */
function nothingStartsInAPause({ before, after, commands, event }: Applied): readonly string[] {
  if (before.status !== 'paused' && event.kind !== 'pause') return [];
  if (after.status !== 'paused') return [];
  return commands
    .filter((command) => startOf(command).length > 0 || command.kind === 'start-child')
    .map(({ kind }) => `I15: ${kind} in a pause, at ${event.kind}`);
}

/**
 * I3: of those that were not reset again within the same step. A task that a step had no fuel for is judged in
 * the step that made it ready.
 */
function startsAreEarned(step: Applied): readonly string[] {
  const { plan, after, before } = step;
  const led = plan.tasks.filter(({ id, at }) => {
    const [was, is] = [before.tasks[at], after.tasks[at]];
    if (was?.phase === 'ready' && was.generation === is?.generation) return false;
    const isNew = step.started.some(
      ({ task, generation }) => task === id && generation === is?.generation,
    );
    return isNew || is?.phase === 'ready';
  });
  return led
    .filter((task) => !isLedTo(task, step) && !isSentTo(task, step) && !isRetried(task, step))
    .map(({ id, at }) => `I3: nothing led to run ${String(after.tasks[at]?.iterations)} of ${id}`);
}

function isLedTo({ at, ins, owner }: PlannedTask, { plan, after }: Applied): boolean {
  const loop = owner === null ? undefined : plan.tasks[owner];
  if (loop?.edges.some(({ to, state }) => to === at && state === 'loop') === true) return true;
  const areSettled = ins.every((one) => {
    const phase = after.tasks[one]?.phase;
    return phase === 'done' || phase === 'dead';
  });
  const isTaken = ins.some((one) => {
    const state = after.tasks[one];
    return plan.tasks[one]?.edges.some(
      (edge) =>
        edge.to === at &&
        edge.type === 'standard' &&
        state?.phase === 'done' &&
        edge.state === stateFollowed(plan.tasks[one], state.finish),
    );
  });
  return areSettled && isTaken;
}

/** A `reattempt` that is used up follows its failure edges where it has none for its error. */
function stateFollowed(task: PlannedTask | undefined, finish: string | null): string | null {
  const isOld = task?.name === 'reattempt' && !task.edges.some(({ state }) => state === 'error');
  return isOld && finish === 'error' ? 'failure' : finish;
}

function isSentTo({ at, id }: PlannedTask, { plan, commands, event }: Applied): boolean {
  if (event.kind === 'revert' && event.to === id) return true;
  if ((event.kind === 'retry' || event.kind === 'skip') && event.task === id) return true;
  if (event.kind === 'continue') return true;
  return commands.some((command) => {
    const ended = endOf(command);
    const edges = ended && plan.tasks[plan.places.get(ended.task) ?? -1]?.edges;
    return (
      edges?.some(
        ({ to, type, state }) => to === at && type === 'revert' && state === ended?.end.finish,
      ) === true
    );
  });
}

function endOf(
  command: Command,
): { readonly task: string; readonly end: IterationEnd } | undefined {
  if (command.kind === 'close') return command;
  if (command.kind === 'record') return { task: command.iteration.task, end: command.end };
  return undefined;
}

function isRetried({ id, retry }: PlannedTask, { world, job }: Applied): boolean {
  if (retry === null) return false;
  const ends = [
    ...world.iterationsOf(job.id, id).map(({ end }) => end?.finish),
    ...job.outbox.flatMap(({ command }) => {
      const ended = endOf(command);
      return ended?.task === id ? [ended.end.finish] : [];
    }),
  ];
  return ends.some((finish) => retry.states.some((state) => state === finish));
}

/** All iterations of the job: those that are stored, and those that the outbox still holds. */
function allOf({ world, job }: Applied): readonly Iteration[] {
  const stored = world.iterationsOf(job.id).map(({ iteration }) => iteration);
  return [...stored, ...job.outbox.flatMap(({ command }) => startOf(command))];
}

/** I5. */
function theDeadStayDead(step: Applied): readonly string[] {
  const { after, plan } = step;
  // What a cancel cuts off is dead as well, however far it had come.
  if (after.status === 'canceled') return [];
  return allOf(step)
    .filter(({ task, generation }) => {
      const state = after.tasks[plan.places.get(task) ?? -1];
      return state?.phase === 'dead' && state.generation === generation;
    })
    .map(({ task }) => `I5: ${task} is dead and has run in the same generation`);
}

/** I18. */
function timesAreInOrder({ commands, now }: Applied): readonly string[] {
  return commands.flatMap((command) => {
    if (command.kind !== 'record') return [];
    const { iteration, end } = command;
    const isInOrder = iteration.startedAt <= end.endedAt && end.endedAt <= now;
    return isInOrder ? [] : [`I18: ${iteration.task} ended before it began`];
  });
}

/** I12: the first half. */
function childrenAreBounded({ after, plan }: Applied): readonly string[] {
  return Object.entries(after.children).flatMap(([at, { live, sequential }]) => {
    const most = sequential ? 1 : LIVE_CHILDREN;
    const many = Object.keys(live).length;
    const { id } = plan.tasks[Number(at)] ?? {};
    return many > most ? [`I12: ${many} children of ${String(id)} at a time`] : [];
  });
}

/** Children of one loop that may live at a time in these trials. */
export const LIVE_CHILDREN = 3;

/** I13, for tasks that are told what another one put out (`seen`). */
function referencesSeeTheNewest(step: Applied): readonly string[] {
  return step.started.flatMap((iteration) => {
    const source = seenBy(step, iteration);
    return source ? misreading(step, iteration, source) : [];
  });
}

/** The task whose output this one reads, where outputs tell whose they are. */
function seenBy(
  { plan, after }: Applied,
  { task, generation }: Iteration,
): PlannedTask | undefined {
  const reader = plannedBy(plan, task);
  if (!reader || after.tasks[reader.at]?.generation !== generation) return undefined;
  const source = plan.tasks[placeRead(reader)];
  return source && ['Outside', 'Laws'].includes(source.app) ? source : undefined;
}

function placeRead({ inputs }: PlannedTask): number {
  const seen = inputs.find(([name]) => name === 'seen')?.[1];
  return seen?.kind === 'output' ? seen.task : -1;
}

function misreading(
  step: Applied,
  iteration: Iteration,
  { at, id }: PlannedTask,
): readonly string[] {
  const [was, is] = [step.before.tasks[at], step.after.tasks[at]];
  // A source that was reset in this very step may have been read before that.
  if (!was || was.generation !== is?.generation) return [];
  const given = iteration.input['seen'];
  const value = given && step.world.read(given);
  if (isJsonObject(value)) return oldOutput(step, iteration, [id, is.generation], value);
  const isSame = is.iterations === was.iterations && was.phase === 'done';
  return when(
    isSame && was.finish !== 'error',
    `I13: ${iteration.task} misses the output of ${id}`,
  );
}

function plannedBy({ tasks, places }: Plan, id: string): PlannedTask | undefined {
  return tasks[places.get(id) ?? -1];
}

function oldOutput(
  step: Applied,
  { task }: Iteration,
  [id, generation]: readonly [string, number],
  value: JsonObject,
): readonly string[] {
  const source = allOf(step).find((one) => one.task === id && one.number === value['number']);
  const isRight = value['task'] === id && source?.generation === generation;
  return isRight ? [] : [`I13: ${task} reads an old output of ${id}`];
}
