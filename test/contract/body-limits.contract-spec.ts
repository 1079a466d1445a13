import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen } from '../../src/api/access/may-call.js';
import { bodyLimitOf } from '../../src/api/operations/body-limits.js';
import { BUILT_OPERATIONS, operationSpec } from '../../src/api/operations/operations.js';
import { eventually } from '../support/eventually.js';
import { problemIn, rawExchange } from '../support/http-app.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';

const KIB = 1024;
/** Larger than what rows take that say nothing, so that it can be told which limit counts. */
const BODY_LIMIT = 96 * KIB;

/** SCIM's failures have no codes: their status says it, as a text. */
const CODES: ReadonlyMap<number, string> = new Map([
  [403, 'forbidden'],
  [413, 'payload-too-large'],
]);

/** Every row, with what it takes and how it is called. */
const ROWS = BUILT_OPERATIONS.map((id) => {
  const spec = operationSpec(id);
  const path = spec.path.replace(/:\w+/g, 'x');
  return { id, spec, call: `${spec.method} ${path}`, limit: bodyLimitOf(spec, BODY_LIMIT) };
});

describe('the bodies that operations take', () => {
  let app: TestApp;
  let port: number;
  let admin: string;
  let stranger: string;

  beforeAll(async () => {
    app = await startApp('body-limits', { env: { BODY_LIMIT_BYTES: String(BODY_LIMIT) } });
    port = Number(new URL(app.url).port);
    admin = await app.tokenOf('admin');
    stranger = await aSignedInCaller(app.app);
  });
  afterAll(() => app.close());

  /** What is answered to a request, as a status and a code. */
  const refusal = async (call: string, token: string, head: string, body: string) => {
    const lines = [
      `${call} HTTP/1.1`,
      'host: x',
      'connection: close',
      'content-type: application/json',
      `authorization: Bearer ${token}`,
      head,
    ];
    const answer = await rawExchange(port, `${lines.join('\r\n')}\r\n\r\n${body}`);
    const { status, code = CODES.get(Number(status)) } = problemIn(answer);
    return [Number(status), code];
  };
  const TOO_LARGE = [413, 'payload-too-large'];

  it('are documented at each of them, and are of few sizes', () => {
    const document = app.document();
    const documented = ROWS.map(({ spec, limit }) => {
      const item = document.paths[spec.path.replace(/:(\w+)/g, '{$1}')];
      const operation = item?.[spec.method.toLowerCase() as 'get'] as object | undefined;
      return { limit, operation };
    });
    for (const { limit, operation } of documented) {
      expect(operation).toMatchObject({
        'x-body-limit-bytes': limit,
        ...(limit > 64 * KIB && { 'x-body-limit-values': 200_000 }),
        responses: { '413': expect.any(Object) },
      });
    }
    expect(new Set(ROWS.map(({ limit }) => limit))).toEqual(new Set([64 * KIB, BODY_LIMIT]));
  });

  it.each(ROWS)('$id: are refused unread when they announce more', async ({ call, limit }) => {
    expect(await refusal(call, admin, `content-length: ${limit + 1}`, '')).toEqual(TOO_LARGE);
  });

  it.each(ROWS)('$id: are refused as soon as more has come', async ({ call, limit }) => {
    // One byte too many, and no end.
    const body = `${(limit + 1).toString(16)}\r\n${' '.repeat(limit + 1)}\r\n`;
    const outcome = await refusal(call, admin, 'transfer-encoding: chunked', body);
    expect(outcome).toEqual(TOO_LARGE);
  });

  const judged = ROWS.filter(({ spec }) => !isOpen(spec) && spec.access !== 'signed-in');

  it.each(judged.filter(({ spec }) => !spec.scraper))(
    '$id: are not read for somebody without a role, however small',
    async ({ call }) => {
      // The byte never comes: only an answer that does not wait for it comes back.
      expect(await refusal(call, stranger, 'content-length: 1', '')).toEqual([403, 'forbidden']);
    },
  );

  it('are few at a time of one caller, and in all', async () => {
    const sockets: Socket[] = [];
    /** Announces as much as may be, and sends none of it. @returns the first answer that comes. */
    const hold = (token: string, times: number): Promise<string> => {
      const head = `POST /admin/artifacts HTTP/1.1\r\nhost: x\r\ncontent-type: application/json`;
      const answers = Array.from({ length: times }, async () => {
        const socket = connect(port, '127.0.0.1');
        sockets.push(socket);
        socket.write(
          `${head}\r\nauthorization: Bearer ${token}\r\ncontent-length: ${BODY_LIMIT}\r\n\r\n`,
        );
        return String(await once(socket, 'data'));
      });
      return Promise.race(answers);
    };
    const writer = await app.tokenOf('apiwrite');
    try {
      for (const token of [admin, writer]) {
        const refused = await hold(token, 3);
        expect(refused).toMatch(/^HTTP\/1.1 429 [^]*\r\nretry-after: 5\r\n/i);
        expect(problemIn(refused)).toMatchObject({ code: 'too-many-large-bodies' });
      }
      const another = await aSignedInCaller(app.app, {
        roles: [{ provenance: 'platform', name: 'admin' }],
      });
      expect(await hold(another, 1)).toMatch(/^HTTP\/1.1 503 [^]*\r\nretry-after: 5\r\n/i);
      // What is small is read all the same.
      const small = await app.call('POST', '/admin/artifacts', { token: admin, body: [] });
      expect(small.status).toBe(400);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    const taken = await eventually(
      () => app.as('admin', 'POST', '/admin/artifacts', { body: [' '.repeat(70 * KIB)] }),
      ({ status }) => status === 400,
    );
    expect(taken.json).toMatchObject({ code: 'invalid-input' });
  });
});
