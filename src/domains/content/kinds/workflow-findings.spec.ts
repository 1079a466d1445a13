import { describe, expect, it } from 'vitest';
import { turnsOfOthers } from '#test/support/turns-of-others.js';
import { findingsOf } from '../../../cores/workflow-graph/findings-of.js';
import { readWorkflow } from '../../../cores/workflow-graph/read-workflow.js';
import { findingsInTurns, knownFindings } from './workflow-findings.js';

/** A chain of so many tasks, of which the last one leads nowhere. */
function chain(length: number) {
  const ids = Array.from({ length }, (_, at) => at.toString(16));
  const task = { name: 'stub', app: 'WorkFlowEngine', type: 'automatic', groups: [] };
  const to = (id: string) => ({ [id]: { state: 'success', type: 'standard' } });
  return {
    name: 'Chain',
    tasks: {
      workflow_start: { name: 'workflow_start' },
      workflow_end: { name: 'workflow_end' },
      ...Object.fromEntries(ids.map((id) => [id, { ...task }])),
    },
    transitions: Object.fromEntries([
      ['workflow_start', to('0')],
      ...ids.slice(1).map((id, at) => [at.toString(16), to(id)]),
    ]),
  };
}

describe('findings of a workflow', () => {
  it('are looked for while others have their turn, and once', async () => {
    const large = chain(12_000);
    const first = await turnsOfOthers(() => findingsInTurns(large));
    expect(first.turns).toBeGreaterThan(1);
    expect(first.value).toEqual(findingsOf(readWorkflow(large)));
    expect(await findingsInTurns(large)).toBe(first.value);
  });

  it('are there at once, known or not', async () => {
    const one = chain(2);
    const known = await findingsInTurns(one);
    expect(knownFindings(one)).toBe(known);
    expect(knownFindings({ ...one })).toEqual(known);
  });
});
