import { type JsonValue } from '../../kernel/json.js';
import { listOf, objectOf, ownValue, textOf } from '../../kernel/json-reading.js';
import { type Finding, finding, shown } from './finding.js';
import { didYouMean } from './nearest-name.js';
import { isOperator, OPERATORS } from './operators.js';
import { isReference, textReferencesOf } from './task-references.js';
import { type WorkflowGraph, type WorkflowTask } from './workflow-graph.js';

type Path = readonly (string | number)[];

/** Arguments that a task of the engine cannot use as they are written. */
export function argumentFindings({ tasks }: WorkflowGraph): readonly Finding[] {
  return [...tasks.values()].flatMap((task) => {
    const path = ['tasks', task.id, 'variables', 'incoming'];
    return [
      ...(task.name === 'evaluation' ? operatorFindings(task, path) : []),
      ...(task.name === 'merge' ? keyFindings(task, path) : []),
      ...textReferencesOf(task).map((below) =>
        finding(
          'reference-stays-text',
          [...path, ...below],
          `${shown(task.id)} gets this as a text: references are only read in an argument itself; a task 'merge' before it makes an object of several values, which can be referred to as a whole`,
        ),
      ),
    ];
  });
}

function operatorFindings({ incoming }: WorkflowTask, path: Path): readonly Finding[] {
  return listOf(ownValue(incoming, 'evaluation_groups')).flatMap((group, groupAt) =>
    listOf(ownValue(objectOf(group), 'evaluations')).flatMap((evaluation, at) => {
      const operator = ownValue(objectOf(evaluation), 'operator');
      if (operator === undefined || isKnown(operator)) return [];
      const where = [...path, 'evaluation_groups', groupAt, 'evaluations', at, 'operator'];
      const said = `${shown(textOf(operator))} is no operator, so that this never holds`;
      return [
        finding(
          'operator-unknown',
          where,
          said + didYouMean(textOf(operator).slice(0, 12), OPERATORS),
        ),
      ];
    }),
  );
}

function isKnown(operator: JsonValue): boolean {
  return isOperator(operator) || isReference(operator);
}

function keyFindings({ id, incoming }: WorkflowTask, path: Path): readonly Finding[] {
  const entries = listOf(ownValue(incoming, 'data_to_merge')).map(objectOf);
  const keyed = entries.filter((entry) => textOf(ownValue(entry, 'key')) !== '').length;
  if (keyed === 0 || keyed === entries.length) return [];
  const message = `${shown(id)} ends in an error: all values need a key, or none of them`;
  return [finding('merge-keys', [...path, 'data_to_merge'], message)];
}
