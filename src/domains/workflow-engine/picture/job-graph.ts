import { type FinishState } from '../engine/finish-state.js';
import { type JobState, type JobStatus, type TaskState } from '../engine/job-state.js';
import { type PlannedTask, type Plan } from '../engine/plan.js';
import { textOf } from '../../../kernel/json-reading.js';

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
  const nodes = plan.tasks.map((task) => nodeOf(task, state));
  const edges = plan.tasks.flatMap((task) =>
    task.edges.map((edge): GraphEdge => {
      const { to, state: when } = edge;
      const isRevert = edge.type === 'revert';
      return { from: task.at, to, state: when, isRevert, isTaken: isTaken(task, when, state) };
    }),
  );
  return { name: plan.name, status: state.status, nodes, edges };
}

function isTaken({ at, kind }: PlannedTask, when: FinishState | 'loop', state: JobState): boolean {
  const task = state.tasks[at];
  if (!task) return false;
  if (when === 'loop') return task.iterations > 0;
  return task.phase === 'done' && (kind === 'start' ? when === 'success' : task.finish === when);
}

function nodeOf(task: PlannedTask, state: JobState): GraphNode {
  const { at, id, name, kind, document, owner } = task;
  const summary = textOf(document['summary']).trim();
  const isTerminal = kind === 'start' || kind === 'end';
  const title = isTerminal ? (kind === 'start' ? 'Start' : 'End') : summary || name;
  const stands = state.tasks[at];
  const look = stands ? lookOf(task, stands, state.status) : 'pending';
  const words = stands ? wordsOf(task, stands, look, state) : '';
  return { at, id, title, kind: isTerminal ? '' : name, look, words, owner };
}

const TERMINALS: ReadonlySet<PlannedTask['kind']> = new Set(['start', 'end']);
const LIVE: ReadonlySet<Look> = new Set(['ready', 'running', 'waiting', 'manual']);

function lookOf({ kind }: PlannedTask, { phase, finish }: TaskState, status: JobStatus): Look {
  if (phase === 'done') return TERMINALS.has(kind) ? 'terminal' : (finish ?? 'success');
  const look = kind === 'manual' && phase === 'running' ? 'manual' : phase;
  return status === 'canceled' && LIVE.has(look) ? 'canceled' : look;
}

const WORDS: Readonly<Record<Look, string>> = {
  pending: 'not yet',
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
  const parts = [WORDS[look]];
  if (loop && LIVE.has(look)) parts.push(`element ${loop.index + 1} of ${loop.length}`);
  if (children?.isLoop && LIVE.has(look))
    parts.push(`${children.next} of ${children.length} started`);
  if (task.iterations > 1) parts.push(`${task.iterations} runs`);
  return parts.filter((part) => part !== '').join(' · ');
}
