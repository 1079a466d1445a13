import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import jsonQuery from 'json-query';
import { outputOf } from '../../../test/support/factories/run-task.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { listOf, ownList, ownValue, textOf } from '../../kernel/json-reading.js';
import { readWorkflow } from '../workflow-graph/read-workflow.js';
import { isUnknownTask } from '../workflow-graph/known-tasks.js';
import { type WorkflowTask } from '../workflow-graph/workflow-graph.js';
import { pureTaskOf } from './pure-tasks.js';

const REAL = new URL('../../../../shared/data/workflows/', import.meta.url);
const SHIPPED = new URL('../../../catalogue/', import.meta.url);

function workflowsIn(value: JsonValue): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(workflowsIn);
  if (!isJsonObject(value)) return [];
  const isOne = isJsonObject(value['tasks']) && isJsonObject(value['transitions']);
  return isOne ? [value] : Object.values(value).flatMap(workflowsIn);
}

function tasksBelow(directory: URL): readonly WorkflowTask[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ name, parentPath }) => readFileSync(`${parentPath}/${name}`, 'utf8'))
    .flatMap((text) => workflowsIn(JSON.parse(text) as JsonValue))
    .flatMap((document) => [...readWorkflow(document).tasks.values()]);
}

function queriesOf({ name, incoming }: WorkflowTask): readonly string[] {
  if (name === 'query' || name === 'modify') return [textOf(ownValue(incoming, 'query'))];
  const groups = name === 'evaluation' ? ownList(incoming, 'evaluation_groups') : [];
  return groups
    .flatMap((group) => listOf(isJsonObject(group) ? group['evaluations'] : undefined))
    .flatMap((rule) => (isJsonObject(rule) ? [rule['query'], rule['rightQuery']] : []))
    .map(textOf);
}

/** The package also finds what lists and texts inherit: such names are changed for both. */
function ownNamesIn(query: string): string {
  const inherits = (name: string): boolean =>
    [Array.prototype, String.prototype].some((prototype) => Reflect.has(prototype, name));
  return query.replace(/[A-Za-z]\w*/g, (name) => (inherits(name) ? `${name}_` : name));
}

/** Values with the names that occur in a query. */
function answersTo(query: string): fc.Arbitrary<JsonValue> {
  const names = [...new Set(query.match(/[\w-]+/g) ?? ['a'])];
  return fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom<JsonValue>(null, true, 0, 'x', ...names),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { noNullPrototype: true }),
    ),
  })).value;
}

function theirs(query: string, data: JsonValue): unknown {
  try {
    return jsonQuery(query, { data, allowRegexp: true }).value ?? 'failure';
  } catch {
    return 'error';
  }
}

const tasks = [...tasksBelow(REAL), ...tasksBelow(SHIPPED)];
const isReference = (value: JsonValue): boolean =>
  typeof value === 'string' && value.startsWith('$var.');
/** Tasks whose outcome follows from the document alone. */
const literal = tasks.filter(
  ({ app, name, type, incoming }) =>
    type === 'automatic' &&
    pureTaskOf(app, name) !== undefined &&
    !Object.values(incoming).some(isReference),
);

describe('tasks of real workflows and of those that are shipped', () => {
  it.each(
    [...new Set(tasks.flatMap(queriesOf).map(ownNamesIn))].filter(
      (query) => query !== '' && !isReference(query),
    ),
  )('ask %j as the package does', (query) => {
    fc.assert(
      fc.property(answersTo(query), (obj) => {
        // The package does not tell a key that holds null from one that is not there.
        expect({ obj, found: outputOf('query', { obj, query }) ?? 'failure' }).toEqual({
          obj,
          found: theirs(query, obj),
        });
      }),
      { numRuns: 50 },
    );
  });

  it('come to a good end where nothing but the document decides', () => {
    for (const { app, name, incoming } of literal) {
      expect({ name, incoming, end: outputOf(name, incoming, { app }) }).not.toMatchObject({
        end: expect.stringMatching(/^(?:error|failure)$/) as unknown,
      });
    }
    expect(literal.length).toBeGreaterThan(0);
  });

  it('are those that the engine has, standards of configurations aside', () => {
    const missing = tasks
      .filter(({ app, name, type }) => type !== 'manual' && isUnknownTask(app, name, ''))
      .map(({ app, name }) => `${app}.${name}`);
    const standards = /golden|compliance/i;
    expect(missing.filter((name) => !standards.test(name))).toEqual([]);
  });
});
