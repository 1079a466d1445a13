import { describe, expect, it } from 'vitest';
import { type AuditEvent } from '../../../platform/audit/audit-entry.js';
import { callerLimits } from '../../../platform/auth/caller-limits.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { OperationJournalsService } from '../../../platform/tracking/operation-journals.service.js';
import { aPrincipal } from '#test/support/factories/a-principal.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { JobSecrets } from '../store/values/job-secrets.js';
import { TaskJournalsService } from './task-journals.service.js';
import { type TaskCall, type TaskExecutor } from './task-executor.js';

const DONE: TaskOutcome = { finish: 'success', output: null };
const SECRET = 'correct horse battery';
const SENT = { path: '/restconf', body: { note: `with ${SECRET} within` } };

function tried(name: string, isSecret: boolean, outcome: TaskOutcome = DONE) {
  const recorded: AuditEvent[] = [];
  const limits: (readonly string[] | null)[] = [];
  const trail = { record: (event: AuditEvent) => Promise.resolve(void recorded.push(event)) };
  const events = { publishChanges: () => Promise.resolve() };
  const log = { error: () => undefined };
  const journals = new OperationJournalsService(trail as never, events as never, log as never);
  const executor = {
    deadlineMs: 1000,
    run: () => {
      limits.push(callerLimits());
      const object = { type: 'orchestrator-action', id: '1', name: 'NSO' } as const;
      noteChange({ object, before: null, after: SENT });
      return Promise.resolve(outcome);
    },
  };
  const call = {
    app: 'OrchestratorManager',
    name,
    location: 'Application',
    iterationId: 'i1',
    users: { actor: aPrincipal(), others: [], limits: ['role'] },
    signal: new AbortController().signal,
  };
  const run = new TaskJournalsService(journals, log as never).run(
    executor as unknown as TaskExecutor,
    call as unknown as TaskCall,
    { isSecret, secrets: new JobSecrets([SECRET]) },
  );
  return run.then(() => ({ recorded, limits }));
}

describe('the journal of a task', () => {
  it('tells what it changed under the operation that does the same, secrets left out', async () => {
    const { recorded, limits } = await tried('restAction', false);
    expect(recorded).toMatchObject([
      {
        kind: 'change',
        outcome: 'done',
        actor: { username: aPrincipal().username },
        origin: { operation: 'restAction', requestId: 'i1' },
        changes: [{ before: null, after: { path: '/restconf' } }],
      },
    ]);
    expect(JSON.stringify(recorded)).not.toContain(SECRET);
    expect(limits).toEqual([['role']]);
  });

  it('tells nothing of what was done with a secret', async () => {
    const { recorded } = await tried('restAction', true);
    expect(recorded[0]?.changes).toEqual([
      { object: { type: 'orchestrator-action', id: '1', name: 'NSO' }, before: null, after: {} },
    ]);
  });

  it('says that it failed', async () => {
    const failed = { finish: 'error', error: { message: 'no', code: 'no' } } as const;
    expect((await tried('restAction', false, failed)).recorded[0]).toMatchObject({
      outcome: 'failed',
      reason: 'task-failed',
    });
  });

  it('is none for tasks that do what no operation does', async () => {
    const { recorded, limits } = await tried('other', false);
    expect([recorded, limits]).toEqual([[], [null]]);
  });
});
