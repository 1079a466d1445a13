import { describe, expect, it } from 'vitest';
import { anEngineTask, anEngineWorkflow } from '#test/support/factories/job-workflows.js';
import { type JsonObject } from '../../../kernel/json.js';
import { compilePlan } from '../../../cores/engine/compile-plan.js';
import { type Plan } from '../../../cores/engine/plan.js';
import { type UpgradedTask } from '../../../cores/engine/upgrading/upgrade.js';
import { shownTasks } from './shown-upgraded-tasks.js';

function planOf(incoming: JsonObject): Plan {
  const tasks = {
    a1: anEngineTask('made', incoming),
    b2: anEngineTask('made', incoming),
  };
  const workflow = anEngineWorkflow('W', tasks, ['start a1', 'a1 b2', 'b2 end']);
  return compilePlan(workflow, { isInline: () => undefined });
}

function changed(task: string): UpgradedTask {
  return { task, name: 'made', change: 'changed', then: 'later' };
}

function shown(before: JsonObject, after: JsonObject, tasks = [changed('a1')]) {
  return shownTasks(planOf(before), planOf(after), { tasks, kept: [], blockers: [], state: null });
}

describe('what differs in a task that has changed', () => {
  it('never shows a secret', () => {
    const text = JSON.stringify(
      shown({ password: 'open-sesame-1', a: 1 }, { password: 'open-sesame-2', a: 2 }),
    );
    expect(text).toContain('#/variables/incoming/a');
    expect(text).not.toContain('open-sesame');
  });

  it('shows the beginning of long values', () => {
    const [{ changes } = { changes: [] }] = shown({ a: 'x' }, { a: ['y'.repeat(5000)] });
    expect(changes).toHaveLength(1);
    expect(changes[0]?.before).toBe('x');
    expect(changes[0]?.after).toMatch(/^\["y{900,}…$/);
  });

  it('shows so many places of all tasks together, and counts the others', () => {
    const many = (value: number) =>
      Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`m${at}`, value]));
    const [first, second] = shown(many(1), many(2), [changed('a1'), changed('b2')]);
    expect([first?.changes.length, first?.moreChanges]).toEqual([150, 0]);
    expect([second?.changes.length, second?.moreChanges]).toEqual([50, 100]);
  });
});
