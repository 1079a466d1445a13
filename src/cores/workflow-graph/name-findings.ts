import { cutText } from '../../kernel/cut-text.js';
import { objectOf, ownValue } from '../../kernel/json-reading.js';
import { type Finding, finding, shown } from './finding.js';
import { didYouMean } from './nearest-name.js';
import { referencesOf, type TaskReference, writesAnything, writtenBy } from './task-references.js';
import { type WorkflowGraph, type WorkflowTask } from './workflow-graph.js';

/** What every job, and every child of a loop, has. */
const GIVEN = ['_id', 'initiator', 'childJobLoopIndex'];

const SHOWN_MAX = 100;
/** Every task has its error. */
const ERROR = 'error';

/** Names that lead to nothing: variables that nobody sets, outputs that a task does not list. */
export function nameFindings(graph: WorkflowGraph): readonly Finding[] {
  const known = knownVariables(graph);
  const found: Finding[] = [];
  for (const task of graph.tasks.values()) {
    for (const reference of referencesOf(task)) {
      // Looking for the nearest name costs: nobody reads more of them.
      if (found.length >= SHOWN_MAX) return found;
      const isOfJob = reference.source === 'job';
      if (isOfJob) found.push(...variableFinding(task, reference, known));
      else found.push(...outputFinding(task, reference, graph));
    }
  }
  return found;
}

/**
 * Variables that the caller gives or a task writes; undefined where that cannot be known. A document without an
 * input schema takes whatever it reads.
 */
function knownVariables({ tasks, inputSchema }: WorkflowGraph): ReadonlySet<string> | undefined {
  const inputs = Object.keys(objectOf(ownValue(inputSchema, 'properties')));
  const all = [...tasks.values()];
  const isOpen = Object.keys(inputSchema).length === 0 || all.some(writesAnything);
  return isOpen ? undefined : new Set([...GIVEN, ...inputs, ...all.flatMap(writtenBy)]);
}

function variableFinding(
  { id }: WorkflowTask,
  { path, name }: TaskReference,
  known: ReadonlySet<string> | undefined,
): readonly Finding[] {
  const [variable = ''] = name.split('#');
  if (!known || variable === '' || known.has(variable) || known.has(name)) return [];
  const message = `nothing sets the variable ${shown(variable)}: no task writes it, and it is no input`;
  return [
    finding('variable-unwritten', ['tasks', id, ...path], message + didYouMean(variable, known)),
  ];
}

function outputFinding(
  { id }: WorkflowTask,
  { path, source, name }: TaskReference,
  { tasks }: WorkflowGraph,
): readonly Finding[] {
  const outputs = Object.keys(tasks.get(source)?.outgoing ?? {});
  const [output = ''] = name.split('#');
  const isKnown = [output, name].some((one) => one === ERROR || outputs.includes(one));
  if (outputs.length === 0 || isKnown) return [];
  const message = `${shown(source)} does not put out ${shown(output)}, but ${cutText(outputs.join(', '), 200)}`;
  return [finding('output-unknown', ['tasks', id, ...path], message + didYouMean(output, outputs))];
}
