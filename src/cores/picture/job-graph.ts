import { type FinishState } from '../engine/finish-state.js';
import { type JobState, type JobStatus, type TaskState } from '../engine/job-state.js';
import { type PlannedTask, type Plan } from '../engine/plan.js';
import { textOf } from '../../kernel/json-reading.js';

/** How a task is drawn: where it stands, in one word. */
export type Look =
  | 'pending'
  | 'ready'
  | 'running'
  | 'waiting'
  | 'manual'
  | 'success'
  | 'failure'
  | 'error'
  | 'canceled'
  | 'dead'
  | 'terminal';

/** A task as the picture shows it. */
export interface GraphNode {
  readonly at: number;
  readonly id: string;
  /** What its author calls it. */
  readonly title: string;
  /** The kind of task. */
  readonly kind: string;
  readonly look: Look;
  /** Where it stands, in words. */
  readonly words: string;
  /** The innermost loop in whose body it lies; null for none. */
  readonly owner: number | null;
}

/** A way from one task to another. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly state: FinishState | 'loop';
  readonly isRevert: boolean;
  /** The job has gone this way. */
  readonly isTaken: boolean;
}

/** A workflow with where a job stands in it. */
export interface JobGraph {
  readonly name: string;
  readonly status: JobStatus;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** What a job is drawn from. */
export function jobGraph(plan: Plan, state: JobState): JobGraph {
  const cutOff = cutOffTasks(plan, state);
  const nodes = plan.tasks.map((task) => nodeOf(task, state, cutOff));
  const edges = plan.tasks.flatMap((task) =>
    task.edges.map((edge): GraphEdge => {
      const { to, state: when } = edge;
      const isRevert = edge.type === 'revert';
      return { from: task.at, to, state: when, isRevert, isTaken: isTaken(task, when, state) };
    }),
  );
  return { name: plan.name, status: state.status, nodes, edges };
}

/** The tasks of a workflow, without its start and its end. */
export function tasksOf({ nodes }: JobGraph): readonly GraphNode[] {
  return nodes.filter(({ kind }) => kind !== '');
}

/**
 * The places behind what stopped a job that can be mended. No way leads to them as it stands, and yet they may
 * be reached: other than those on ways that the job has decided against.
 */
function cutOffTasks({ tasks }: Plan, { status, tasks: states }: JobState): ReadonlySet<number> {
  const stopped = (finish: FinishState): readonly PlannedTask[] =>
    tasks.filter((task) => {
      const stands = states[task.at];
      return stands?.phase === 'done' && stands.finish === finish && !hasWay(task, finish);
    });
  if (status !== 'error') return new Set();
  const errors = stopped('error');
  const behind = new Set<number>();
  const open = errors.length > 0 ? [...errors] : [...stopped('failure')];
  for (let task = open.pop(); task; task = open.pop()) {
    for (const { to } of task.edges.filter(({ type }) => type === 'standard')) {
      const next = tasks[to];
      if (!next || behind.has(to)) continue;
      behind.add(to);
      open.push(next);
    }
  }
  return behind;
}

function hasWay({ edges }: PlannedTask, finish: FinishState): boolean {
  return edges.some(({ state }) => state === finish);
}

function isTaken({ at, kind }: PlannedTask, when: FinishState | 'loop', state: JobState): boolean {
  const task = state.tasks[at];
  if (!task) return false;
  if (when === 'loop') return task.iterations > 0;
  return task.phase === 'done' && (kind === 'start' ? when === 'success' : task.finish === when);
}

function nodeOf(task: PlannedTask, state: JobState, cutOff: ReadonlySet<number>): GraphNode {
  const { at, id, name, kind, owner } = task;
  const stands = state.tasks[at];
  const own = stands ? lookOf(task, stands, state.status) : 'pending';
  const look = own === 'dead' && cutOff.has(at) ? 'pending' : own;
  const words = stands ? wordsOf(task, stands, look, state) : '';
  const shownKind = TERMINALS.has(kind) ? '' : name;
  return { at, id, title: titleOf(task), kind: shownKind, look, words, owner };
}

function titleOf({ name, kind, document }: PlannedTask): string {
  if (TERMINALS.has(kind)) return kind === 'start' ? 'Start' : 'End';
  return textOf(document['summary']).trim() || name;
}

const TERMINALS: ReadonlySet<PlannedTask['kind']> = new Set(['start', 'end']);
const LIVE: ReadonlySet<Look> = new Set(['ready', 'running', 'waiting', 'manual']);

function lookOf({ kind }: PlannedTask, { phase, finish }: TaskState, status: JobStatus): Look {
  // Without a finish it was under way when the whole job was canceled.
  if (phase === 'done') return TERMINALS.has(kind) ? 'terminal' : (finish ?? 'canceled');
  const look = kind === 'manual' && phase === 'running' ? 'manual' : phase;
  return status === 'canceled' && LIVE.has(look) ? 'canceled' : look;
}

const WORDS: Readonly<Record<Look, string>> = {
  pending: 'not reached yet',
  ready: 'about to run',
  running: 'running',
  waiting: 'waiting',
  manual: 'open for a person',
  success: 'success',
  failure: 'failure',
  error: 'error',
  canceled: 'canceled',
  dead: 'not taken',
  terminal: '',
};

/** Every look with its words, for the legend. */
export const LOOK_WORDS = WORDS;

function wordsOf({ at }: PlannedTask, task: TaskState, look: Look, state: JobState): string {
  const loop = state.loops[at];
  const children = state.children[at];
  const parts = [wordOf(look, state.status)];
  if (loop && LIVE.has(look)) parts.push(`element ${loop.index + 1} of ${loop.length}`);
  if (children?.isLoop && LIVE.has(look))
    parts.push(`${children.next} of ${children.length} started`);
  if (task.iterations > 1) parts.push(`${task.iterations} runs`);
  return parts.filter((part) => part !== '').join(' · ');
}

/** Nothing of a canceled job will be reached any more. */
function wordOf(look: Look, status: JobStatus): string {
  return look === 'pending' && status === 'canceled' ? 'not reached' : WORDS[look];
}
