import { afterEach, describe, expect, it } from 'vitest';
import Fastify, { type FastifyInstance } from 'fastify';
import { AppError } from '../../kernel/app-error.js';
import { noteChange } from '../../platform/audit/request-notes.js';
import { openRequest } from '../http/open-request.js';
import { decorateRequests, type HttpHookDeps } from '../request/request-decorations.js';
import { auditAnswer } from './audit-answer.js';
import { type AuditedRequest } from './audited-request.js';
import { type RequestAuditService } from './request-audit.service.js';

const FLOOR = {
  log: { writes: () => false },
  metrics: { observe: () => undefined },
} as unknown as HttpHookDeps;

const CHANGE = {
  object: { type: 'form' as const, id: 'f', name: 'A form' },
  before: null,
  after: { a: 1 },
};

/** Audit that the test looks into, and makes wait or fail. */
class WatchedAudit {
  readonly seen: AuditedRequest[] = [];
  outcome: () => Promise<void> = () => Promise.resolve();

  answered(request: AuditedRequest): Promise<void> {
    this.seen.push(request);
    return this.outcome();
  }
}

describe('auditAnswer', () => {
  let server: FastifyInstance;
  let audit: WatchedAudit;

  const start = (handler: () => Promise<unknown>): FastifyInstance => {
    audit = new WatchedAudit();
    server = Fastify();
    server.addHook('onSend', auditAnswer(audit as unknown as RequestAuditService));
    decorateRequests(server, FLOOR);
    server.addHook('onRequest', openRequest);
    server.get('/', handler);
    return server;
  };
  const changing = () => {
    noteChange(CHANGE);
    return Promise.resolve({ done: true });
  };

  afterEach(() => server.close());

  it('lets answers pass that left nothing to record', async () => {
    const answer = await start(() => Promise.resolve({ a: 1 })).inject('/');
    expect(answer.json()).toEqual({ a: 1 });
    expect(audit.seen).toEqual([]);
  });

  it('tells of a change before the answer is there', async () => {
    start(changing);
    let release: () => void = () => undefined;
    audit.outcome = () => new Promise((resolve) => (release = resolve));
    let isAnswered = false;
    const answer = server.inject('/').then((given) => {
      isAnswered = true;
      return given;
    });
    while (audit.seen.length === 0) await new Promise(setImmediate);
    expect(isAnswered).toBe(false);
    release();
    expect((await answer).json()).toEqual({ done: true });
    expect(audit.seen[0]?.context.changes).toEqual([CHANGE]);
  });

  it('tells of a change that was made before the operation failed', async () => {
    start(() => {
      noteChange(CHANGE);
      return Promise.reject(new Error('too late'));
    });
    expect((await server.inject('/')).statusCode).toBe(500);
    expect(audit.seen).toMatchObject([{ status: 500, context: { changes: [CHANGE] } }]);
  });

  it('answers that the entry is missing when it could not be stored', async () => {
    start(changing);
    audit.outcome = () =>
      Promise.reject(new AppError('unavailable', 'not stored', { code: 'audit-not-written' }));
    const answer = await server.inject('/');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({ code: 'audit-not-written', detail: 'not stored' });
  });

  it('says nothing of a defect but that there is one', async () => {
    start(changing);
    audit.outcome = () => Promise.reject(new TypeError('secret detail'));
    const answer = await server.inject('/');
    expect(answer.statusCode).toBe(500);
    expect(answer.payload).not.toContain('secret detail');
  });

  it('tells of a change whose caller has gone away', async () => {
    let go: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      start(async () => {
        resolve();
        await new Promise<void>((proceed) => (go = proceed));
        return changing();
      });
    });
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const caller = new AbortController();
    const call = fetch(url, { signal: caller.signal }).catch(() => 'gone');
    await begun;
    caller.abort();
    expect(await call).toBe('gone');
    go();
    while (audit.seen.length === 0) await new Promise(setImmediate);
    expect(audit.seen[0]?.context.changes).toEqual([CHANGE]);
  });
});
