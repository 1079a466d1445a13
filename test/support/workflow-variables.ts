import { listOf, objectOf, textOf } from '../../src/kernel/json-reading.js';
import { isSameSet, textsIn } from './json-view.js';
import { TASK_SIGNATURES } from './task-signatures.js';
import {
  referencesOf,
  type TaskReference,
  writtenBy,
} from '../../src/cores/workflow-graph/task-references.js';
import {
  END,
  START,
  type WorkflowGraph,
  type WorkflowTask,
} from '../../src/cores/workflow-graph/workflow-graph.js';
import { upstreamOf } from './workflow-graph.js';

/** Job variables that every job has; `childJobLoopIndex` only in loops of child jobs. */
const RESERVED = ['_id', 'initiator'];
const REFERENCE = /^\$var\.([^.]+)\.(.+)$/;
/** Incoming variables whose members are references too, one level deeper. */
const MAPS: Readonly<Record<string, string>> = { transformation: 'variableMap' };

/**
 * What is wrong with the variables of a workflow: tasks that the platform does not know in this form,
 * references to outputs that nobody declares or that come later, job variables that nobody sets, and
 * schemas that do not say what is read and written.
 */
export function variableBreaches(workflow: WorkflowGraph): readonly string[] {
  const tasks = workTasks(workflow);
  const breaches = [
    ...tasks.flatMap((task) => signatureBreaches(task)),
    ...tasks.flatMap((task) => referenceBreaches(workflow, task)),
    ...tasks.flatMap((task) => literalBreaches(task)),
    ...schemaBreaches(workflow),
  ];
  return breaches.map((breach) => `${workflow.name}: ${breach}`);
}

/** The tasks of a workflow without its start and end. */
export function workTasks({ tasks }: WorkflowGraph): readonly WorkflowTask[] {
  return [...tasks.values()].filter(({ id }) => id !== START && id !== END);
}

function signatureBreaches(task: WorkflowTask): readonly string[] {
  const { id, name, document, incoming, outgoing } = task;
  const signature = TASK_SIGNATURES[name];
  if (!signature) return [`${id} is of the unknown task ${name}`];
  const rules: readonly (readonly [boolean, string])[] = [
    [document['app'] !== signature.app, `has the app ${textOf(document['app'])}`],
    [document['type'] !== signature.type, `has the type ${textOf(document['type'])}`],
    [document['view'] !== signature.view, `has the view ${textOf(document['view'])}`],
    [!isSameSet(Object.keys(incoming), signature.incoming), 'has other incoming variables'],
    [
      !isSameSet(Object.keys(outgoing), signature.outgoing ?? Object.keys(outgoing)),
      'has other outgoing variables',
    ],
    // The system is the actor where none is named; child jobs run as who started the job.
    [document['actor'] !== (name === 'childJob' ? 'job' : undefined), 'has another actor'],
  ];
  return rules.filter(([broken]) => broken).map(([, text]) => `${id} (${name}) ${text}`);
}

function referenceBreaches(workflow: WorkflowGraph, task: WorkflowTask): readonly string[] {
  const before = upstreamOf(workflow, task.id);
  const inputs = Object.keys(objectOf(workflow.inputSchema['properties']));
  const known = new Set([...RESERVED, ...inputs, ...writtenByAll(workflow, before)]);
  return readsOf(task).flatMap(({ source, name }) => {
    const said = `${task.id} (${task.name}) reads ${source}.${name}, which`;
    if (source === 'job') return known.has(name) ? [] : [`${said} nobody has set by then`];
    const other = workflow.tasks.get(source);
    if (!other) return [`${said} is of an absent task`];
    if (!Object.hasOwn(other.outgoing, name)) return [`${said} the task does not declare`];
    return before.has(source) ? [] : [`${said} does not come before it`];
  });
}

/** What a task takes from elsewhere; a push takes the list that it adds to. */
function readsOf(task: WorkflowTask): readonly Pick<TaskReference, 'source' | 'name'>[] {
  const pushed = task.name === 'push' ? textOf(task.incoming['job_variable']) : '';
  return [...referencesOf(task), ...(pushed === '' ? [] : [{ source: 'job', name: pushed }])];
}

/** Only whole texts at the top are references; `$var` anywhere else stays as it is. */
function literalBreaches({ id, name, incoming }: WorkflowTask): readonly string[] {
  const isReference = (path: readonly string[]): boolean =>
    path.length === 1 || (path.length === 2 && path[0] === MAPS[name]);
  return [...textsIn(incoming)]
    .filter(
      ({ path, text }) => text.includes('$var') && !(isReference(path) && REFERENCE.test(text)),
    )
    .map(({ path }) => `${id} (${name}) has a reference at ${path.join('/')} that stays text`);
}

function writtenByAll({ tasks }: WorkflowGraph, ids: Iterable<string>): readonly string[] {
  return [...ids].flatMap((id) => {
    const task = tasks.get(id);
    return task ? writtenBy(task) : [];
  });
}

function schemaBreaches(workflow: WorkflowGraph): readonly string[] {
  const inputs = Object.keys(objectOf(workflow.inputSchema['properties']));
  const outputs = Object.keys(objectOf(workflow.outputSchema['properties']));
  const required = listOf(workflow.inputSchema['required']).map(textOf);
  const read = new Set(
    workTasks(workflow)
      .flatMap(readsOf)
      .filter(({ source }) => source === 'job')
      .map(({ name }) => name),
  );
  const written = writtenByAll(workflow, workflow.tasks.keys());
  const expected = new Set([...inputs, ...written, ...RESERVED]);
  return [
    ...inputs.filter((name) => !read.has(name)).map((name) => `nobody reads the input ${name}`),
    ...required
      .filter((name) => !inputs.includes(name))
      .map((name) => `the required input ${name} has no schema`),
    ...(isSameSet(outputs, [...expected])
      ? []
      : [`the outputs are not ${[...expected].join(', ')}`]),
  ];
}
