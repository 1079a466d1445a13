import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aStoredJob } from '#test/support/factories/a-stored-job.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { objectOf, ownObject, textOf } from '../../../kernel/json-reading.js';
import { compilePlan } from '../../../cores/engine/compile-plan.js';
import { type JobState } from '../../../cores/engine/job-state.js';
import { type Plan } from '../../../cores/engine/plan.js';
import { initialState } from '../../../cores/engine/step.js';
import { type StoredJob } from '../store/stored-job.js';
import { toJobAnswer } from './to-job-answer.js';

const REAL = new URL('../../../../../shared/data/jobs/', import.meta.url);
const FILES = existsSync(REAL) ? readdirSync(REAL) : [];
/** What the interface knows no field for, and what follows from runs, of which these files say less. */
const APART =
  'tasks metrics variables errorHandler createdVersion encodingVersion migrationVersion tags';
const TASK_APART =
  'taskId owner serverId start_time end_time finish_state transitions endTasks locationType _id job actor metrics iterations variables x y view';
/** What a document may leave out, and an answer never does. */
const DEFAULTS = { canvasVersion: 3, preAutomationTime: 0, sla: 0 };

/** All tasks have run once, and succeeded: so they did in these files. */
function finished(plan: Plan, description: string): JobState {
  const fresh = initialState(plan, {}, description);
  const tasks = fresh.tasks.map((one, at) => ({
    ...one,
    phase: 'done' as const,
    finish: 'success' as const,
    iterations: at === plan.start || at === plan.end ? 0 : 1,
  }));
  return { ...fresh, status: 'complete', tasks };
}

function recordOf(real: JsonObject): StoredJob {
  const { start_time: start, end_time: end } = ownObject(real, 'metrics');
  return aStoredJob({
    _id: textOf(real['_id']),
    name: textOf(real['name']),
    ancestors: real['ancestors'] as string[],
    watchers: real['watchers'] as string[],
    startedAt: new Date(Number(start)),
    endedAt: new Date(Number(end)),
    updatedAt: new Date(textOf(real['last_updated'])),
  });
}

function without(document: JsonObject, keys: string): JsonObject {
  const left = keys.split(' ');
  return Object.fromEntries(Object.entries(document).filter(([key]) => !left.includes(key)));
}

/** The word for the platform is the one thing that is translated. */
function actorOf(actor: JsonValue | undefined): string {
  return actor === 'job' ? 'job' : 'platform';
}

// Files of others that not every copy of the project has beside it.
(FILES.length > 0 ? describe : describe.skip)('a real job (../shared/data/jobs)', () => {
  it.each(FILES)('%s is answered as it was answered elsewhere', (file) => {
    const real = JSON.parse(readFileSync(new URL(file, REAL), 'utf8')) as JsonObject;
    const plan = compilePlan(real, { isInline: () => undefined });
    const variables = ownObject(real, 'variables');
    const { tasks, ...answer } = toJobAnswer({
      job: recordOf(real),
      document: real,
      plan,
      state: finished(plan, textOf(real['description'])),
      variables,
      iterations: new Map(),
      children: [],
      queued: null,
      version: '1.0.0',
    });
    expect(answer).toMatchObject({ ...DEFAULTS, ...without(real, APART), variables });
    expect(answer.metrics).toMatchObject(without(ownObject(real, 'metrics'), 'user'));
    const documents = ownObject(real, 'tasks');
    expect(Object.keys(tasks).sort()).toEqual(Object.keys(documents).sort());
    for (const [id, document] of Object.entries(documents)) {
      const said = objectOf(document);
      expect(tasks[id]).toMatchObject({
        ...without(said, TASK_APART),
        actor: actorOf(said['actor']),
      });
    }
  });
});
