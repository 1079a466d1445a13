import { readFileSync, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SteppedJob } from '../../../test/support/engine/stepped-job.js';
import { type JsonObject } from '../../kernel/json.js';
import { ownObject } from '../../kernel/json-reading.js';
import { pureTaskOf } from '../tasks/pure-tasks.js';

const DATA = '../shared/data';
const WORKFLOW = `${DATA}/workflows/Color_Timer_Workflow.json`;
const JOB = `${DATA}/jobs/Color_Timer_Workflow_bb1e045c5caa4822a8dd1059.json`;
const areThere = existsSync(WORKFLOW) && existsSync(JOB);

const read = (file: string): JsonObject => JSON.parse(readFileSync(file, 'utf8')) as JsonObject;

// Real documents are not ours to ship: this is skipped where they do not lie beside the project.
(areThere ? describe : describe.skip)('a real job, run again', () => {
  it('ends with the variables and the description that the original ended with', () => {
    const real = read(JOB);
    const { favColorString, ...given } = ownObject(real, 'variables');
    const tasks = Object.fromEntries(
      ['stringConcat', 'updateJobDescription'].map((name) => {
        const task = pureTaskOf('WorkFlowEngine', name);
        if (!task) throw new Error(`no task ${name}`);
        return [name, task];
      }),
    );
    const variables = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, { kind: 'here' as const, value }]),
    );
    const job = new SteppedJob(read(WORKFLOW), { tasks, variables });
    expect(job.state.status).toBe('running');
    job.pass(30_000);
    expect([job.state.status, job.state.description]).toEqual([
      real['status'],
      real['description'],
    ]);
    expect(Object.keys(job.state.variables).map((name) => [name, job.variable(name)])).toEqual(
      Object.entries(ownObject(real, 'variables')),
    );
    expect(favColorString).toBe(job.variable('favColorString'));
  });
});
