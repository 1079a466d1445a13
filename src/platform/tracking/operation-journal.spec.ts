import { describe, expect, it } from 'vitest';
import { NOBODY, NOWHERE } from '../audit/audit-entry.js';
import { type AuditedChange } from '../request-context/audited-change.js';
import { noteChange } from '../audit/request-notes.js';
import { type RequestContext, withRequestContext } from '../request-context/request-context.js';
import { OperationJournal } from './operation-journal.js';

const context = (): RequestContext => ({
  requestId: 'r',
  operationId: 'importContent',
  principalId: 'p',
  headers: new Map(),
  changes: [],
  signInName: undefined,
});
const change = (at: number): AuditedChange => ({
  object: { type: 'form', id: String(at), name: 'f' },
  before: null,
  after: {},
});

/** A journal with what came out of it. */
function aJournal() {
  const entries: object[] = [];
  const told: AuditedChange[] = [];
  const failures: unknown[] = [];
  const state = { isAway: false };
  const ports = {
    trail: {
      record: (entry: object) => {
        if (state.isAway) return Promise.reject(new Error('away'));
        entries.push(entry);
        return Promise.resolve();
      },
    },
    events: {
      publishChanges: (changes: readonly AuditedChange[]) => {
        told.push(...changes);
        return Promise.resolve();
      },
    },
    log: { error: (failure: unknown) => failures.push(failure) },
  };
  const origin = { actor: { ...NOBODY, username: 'ada' }, origin: NOWHERE };
  const journal = new OperationJournal(ports, origin, context());
  return { journal, entries, told, failures, state };
}

describe('OperationJournal', () => {
  it('writes one entry of what the work notes, and nothing into the request that began it', async () => {
    const { journal, entries, told } = aJournal();
    const request = context();
    await withRequestContext(request, () =>
      journal.during(() => {
        noteChange(change(1));
        return Promise.resolve();
      }),
    );
    await journal.close(undefined);
    expect(request.changes).toEqual([]);
    expect(entries).toMatchObject([
      { kind: 'change', outcome: 'done', actor: { username: 'ada' }, changes: [change(1)] },
    ]);
    expect(told).toEqual([change(1)]);
  });

  it('says why work ended that has changed something', async () => {
    const { journal, entries } = aJournal();
    await journal.during(() => {
      noteChange(change(1));
      return Promise.resolve();
    });
    await journal.close('cancelled');
    expect(entries).toMatchObject([{ outcome: 'failed', reason: 'cancelled' }]);
  });

  it('writes nothing for work that changed nothing', async () => {
    const { journal, entries } = aJournal();
    await journal.close('failed');
    expect(entries).toEqual([]);
  });

  it('does not wait for the end with many changes', async () => {
    const { journal, entries } = aJournal();
    await journal.during(async () => {
      for (let at = 0; at < 250; at += 1) {
        noteChange(change(at));
        journal.flushIfMany();
      }
      while (entries.length < 2) await new Promise(setImmediate);
    });
    await journal.close(undefined);
    const sizes = entries.map((entry) => (entry as { changes: object[] }).changes.length);
    expect(sizes).toEqual([100, 100, 50]);
  });

  it('does not fail the work when an entry cannot be stored now', async () => {
    const { journal, failures, state } = aJournal();
    state.isAway = true;
    await journal.during(() => {
      noteChange(change(1));
      return Promise.resolve();
    });
    await journal.close(undefined);
    expect(failures).toHaveLength(1);
  });
});
