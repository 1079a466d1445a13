import { describe, expect, it } from 'vitest';
import { aWorkflow } from '#test/support/factories/a-workflow.js';
import { TASK_SIGNATURES, type TaskSignature } from '#test/support/task-signatures.js';
import { type JsonObject } from '../../../kernel/json.js';
import { findingsOf } from '../../../cores/workflow-graph/findings-of.js';
import { KNOWN_TASKS } from '../../../cores/workflow-graph/known-tasks.js';
import { readWorkflow } from '../../../cores/workflow-graph/read-workflow.js';
import { pureTaskOf } from '../../../cores/tasks/pure-tasks.js';
import { parameterOf } from '../../../cores/tasks/task-row.js';
import { answerOf, otherNames, taskDocument, taskReference } from './task-reference.js';
import { taskDocuments } from './tasks-document.js';

const TASKS = taskReference().flatMap(({ tasks }) => tasks);
const way = (state: string): JsonObject => ({ type: 'standard', state });

/** A workflow of one task; a loop has a body. */
function around(task: JsonObject) {
  const isLoop = task['name'] === 'forEach';
  const body = { name: 'stub', app: 'WorkFlowEngine', type: 'automatic', location: 'Application' };
  const tasks = {
    workflow_start: { name: 'workflow_start' },
    a1b2: task,
    ...(isLoop && { c3d4: { ...body, actor: 'job', variables: { incoming: {}, outgoing: {} } } }),
    workflow_end: { name: 'workflow_end' },
  };
  const transitions = {
    workflow_start: { a1b2: way('success') },
    a1b2: { workflow_end: way('success'), ...(isLoop && { c3d4: way('loop') }) },
  };
  return findingsOf(readWorkflow(aWorkflow('x', { tasks, transitions })));
}

function signatureOf(name: string): TaskSignature {
  const signature = TASK_SIGNATURES[name];
  if (!signature) throw new Error(`there is no signature of ${name}`);
  return signature;
}

describe('the reference of tasks', () => {
  it('has every task that a workflow may use, and no other', () => {
    const others = otherNames().map(([name]) => `WorkFlowEngine ${name}`);
    const automatic = TASKS.filter(({ type }) => type !== 'manual');
    const named = new Set([...others, ...automatic.map(({ app, name }) => `${app} ${name}`)]);
    const known = Object.entries(KNOWN_TASKS).flatMap(([app, names]) =>
      names.map((name) => `${app} ${name}`),
    );
    expect([...named].sort()).toEqual(known.sort());
  });

  it.each(TASKS)('shows $name as the validator takes it', (task) => {
    expect(around(taskDocument(task))).toEqual({ errors: [], warnings: [] });
    const names = task.args.map((arg) => parameterOf(arg).names[0]);
    expect(Object.keys(task.incoming).sort()).toEqual([...names].sort());
    expect(task.does).toMatch(/\.$/);
  });

  it.each(TASKS.filter(({ app, name }) => pureTaskOf(app, name)))(
    'shows what $name puts out, also without what may be left out',
    (task) => {
      expect(answerOf(task)).toBeDefined();
      if (task.answer !== undefined) return;
      const optional = task.args.map(parameterOf).filter(({ isOptional }) => isOptional);
      for (const { names } of optional) {
        const left = Object.entries(task.incoming).filter(([name]) => name !== names[0]);
        expect(() => answerOf({ ...task, incoming: Object.fromEntries(left) })).not.toThrow();
      }
    },
  );

  it('says of the tasks of shipped workflows what was written down by hand', () => {
    const said = TASKS.filter(
      ({ name }) => Object.hasOwn(TASK_SIGNATURES, name) && name !== 'push',
    );
    for (const { name, app, type, incoming, outputs } of said) {
      const { incoming: takes, outgoing = outputs, ...written } = signatureOf(name);
      expect({ name, app, type, outputs }).toEqual({
        name,
        app: written.app,
        type: written.type,
        outputs: outgoing,
      });
      for (const argument of takes) expect(incoming).toHaveProperty(argument);
    }
    expect(said.length).toBeGreaterThan(15);
  });

  it('is linked from the list to the pages', () => {
    const [list, ...pages] = taskDocuments();
    const links = [...(list?.content ?? '').matchAll(/\]\(tasks\/([a-z]+)\.md#(\w+)\)/g)];
    expect(links).toHaveLength(TASKS.length);
    for (const [, slug, anchor] of links) {
      const page = pages.find(({ path }) => path.endsWith(`/${slug}.md`));
      expect(page?.content.toLowerCase()).toContain(`\n## ${anchor}\n`);
    }
  });
});
