import { type JsonObject, type JsonValue } from '../../kernel/json.js';

/** The task that every job begins with. */
export const START = 'workflow_start';
/** The task whose reaching completes a job. */
export const END = 'workflow_end';

/** How an edge leads: on, or back to what is done again. */
export const EDGE_TYPES = ['standard', 'revert'] as const;
/** The finish states of a task that edges follow; `loop` is one more element of a forEach. */
export const EDGE_STATES = ['success', 'failure', 'error', 'loop'] as const;

/** A task as the document says it; what is missing there is empty, never an error. */
export interface WorkflowTask {
  readonly id: string;
  readonly name: string;
  /** The application or the type of adapter that knows the task. */
  readonly app: string;
  /** `operation`, `automatic` or `manual`; empty for start and end. */
  readonly type: string;
  /** On whose behalf it runs: verbatim, because what is no text is a finding. */
  readonly actor: JsonValue | undefined;
  readonly incoming: JsonObject;
  readonly outgoing: JsonObject;
  /** Where the error object goes (`$var.job.x`), or nothing. */
  readonly error: string;
  readonly document: JsonObject;
}

/** What follows a task. Type and state are verbatim, so they may be none of ours. */
export interface WorkflowEdge {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly state: string;
}

/** A part of the document that is not of the kind that it must be. */
export interface Unreadable {
  readonly path: readonly string[];
  readonly message: string;
}

/** A workflow document as a graph of tasks. */
export interface WorkflowGraph {
  readonly name: string;
  readonly tasks: ReadonlyMap<string, WorkflowTask>;
  /** The keys of `transitions`; empty entries of absent tasks occur and mean nothing. */
  readonly origins: readonly string[];
  /** In the order of the document; at most one leads from one task to another. */
  readonly edges: readonly WorkflowEdge[];
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly unreadable: readonly Unreadable[];
  readonly document: JsonObject;
}

/** Whether the edge leads on. */
export function isStandard({ type }: WorkflowEdge): boolean {
  return type === 'standard';
}

/** Whether the edge leads into the body of a loop. */
export function isLoop(edge: WorkflowEdge): boolean {
  return isStandard(edge) && edge.state === 'loop';
}

/** The edges between tasks that exist, by the task that they leave. */
export function edgesByOrigin(
  { tasks, edges }: WorkflowGraph,
  wanted: (edge: WorkflowEdge) => boolean,
): ReadonlyMap<string, readonly WorkflowEdge[]> {
  const byOrigin = new Map<string, WorkflowEdge[]>();
  for (const edge of edges) {
    if (!wanted(edge) || !tasks.has(edge.from) || !tasks.has(edge.to)) continue;
    const present = byOrigin.get(edge.from);
    if (present) present.push(edge);
    else byOrigin.set(edge.from, [edge]);
  }
  return byOrigin;
}
