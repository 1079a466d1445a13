import { ownValue, textOf } from '../../kernel/json-reading.js';
import { type Finding, finding, shown } from './finding.js';
import { insteadOf, isUnknownTask } from './known-tasks.js';
import { isSystemActor } from './system-actor.js';
import { referencesOf } from './task-references.js';
import { END, START, type WorkflowGraph, type WorkflowTask } from './workflow-graph.js';

/** Configuration standards are no part of this platform, so the tasks about them cannot run. */
const UNSUPPORTED_APPS = new Set(['GoldenConfig', 'GoldenConfiguration']);

/** What is wrong with tasks, each by itself and with what it refers to. */
export function taskFindings(graph: WorkflowGraph): readonly Finding[] {
  const missing = [START, END]
    .filter((id) => !graph.tasks.has(id))
    .map((id) => finding('task-missing', ['tasks'], `there is no task ${shown(id)}`));
  return [
    ...missing,
    ...[...graph.tasks.values()]
      .filter(({ id }) => id !== START && id !== END)
      .flatMap((task) => [...ownFindings(graph, task), ...referenceFindings(graph, task)]),
  ];
}

function ownFindings(graph: WorkflowGraph, task: WorkflowTask): readonly Finding[] {
  const { id, name, incoming } = task;
  const found: Finding[] = [];
  if (name === '') {
    found.push(finding('task-unnamed', ['tasks', id, 'name'], `${shown(id)} says no task to run`));
  }
  if (!isActor(graph, task)) {
    const message = 'must be job, the id of a manual task, or absent for the system';
    found.push(finding('actor-unknown', ['tasks', id, 'actor'], message));
  }
  if (name === 'childJob' && isBlank(ownValue(incoming, 'workflow'))) {
    const path = ['tasks', id, 'variables', 'incoming', 'workflow'];
    found.push(finding('child-unnamed', path, `${shown(id)} names no workflow to run`));
  }
  if (isUnsupported(task)) {
    found.push(finding('task-unsupported', ['tasks', id, 'name'], unsupported(task)));
  }
  return found;
}

function isActor({ tasks }: WorkflowGraph, { actor }: WorkflowTask): boolean {
  if (actor === 'job' || isSystemActor(actor)) return true;
  return typeof actor === 'string' && tasks.get(actor)?.type === 'manual';
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/** What people work at needs nobody else, and an adapter may call its methods as it likes. */
function isUnsupported({ app, name, type, document }: WorkflowTask): boolean {
  if (UNSUPPORTED_APPS.has(app)) return true;
  const location = textOf(ownValue(document, 'location'));
  if (name === '' || type === 'manual' || location === 'Adapter') return false;
  return isUnknownTask(app, name, location);
}

function unsupported({ name, app }: WorkflowTask): string {
  const instead = insteadOf(name);
  const use = instead === undefined ? '' : `; use ${instead}`;
  return `this platform has no task ${shown(name)} of ${shown(app)}${use}`;
}

function referenceFindings({ tasks }: WorkflowGraph, task: WorkflowTask): readonly Finding[] {
  return referencesOf(task)
    .filter(({ source }) => source !== 'job' && !tasks.has(source))
    .map(({ path, source }) =>
      finding(
        'reference-to-absent-task',
        ['tasks', task.id, ...path],
        `${shown(task.id)} takes a value from ${shown(source)}, which does not exist`,
      ),
    );
}
