import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { existsSync, readFileSync } from 'node:fs';
import { aSignedInCaller } from '../support/sign-in.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';
import { type ClientCall, filledIn, type Kept, textAt } from '../support/clients/client-call.js';
import { CLIENT_CALLS, ELSEWHERE, OPEN } from '../support/clients/client-calls.js';

/** Calls of public clients as they were observed; no part of the project. */
const OBSERVED = '../shared/data/client-calls.json';
const observed = existsSync(OBSERVED)
  ? (JSON.parse(readFileSync(OBSERVED, 'utf8')) as { method: string; path: string }[])
  : undefined;

describe('public clients', () => {
  let platform: TestApp;
  let token: string;
  const kept: Kept = new Map([
    ['username', 'admin'],
    ['password', 'first-admin-password'],
  ]);

  beforeAll(async () => {
    platform = await startApp('e2e-clients', { env: { RESPONSE_ENVELOPE: 'bare' } });
    token = await aSignedInCaller(platform.app, {
      roles: [{ provenance: 'platform', name: 'admin' }],
    });
    const made = await platform.call<Record<string, unknown>>('POST', '/oauth/serviceAccounts', {
      token,
      body: { name: 'a client' },
    });
    kept.set('clientId', textAt(made.json, 'clientId'));
    kept.set('clientSecret', textAt(made.json, 'clientSecret'));
  });
  afterAll(() => platform.close());

  const send = ({ call, at, body, signsIn }: ClientCall): Promise<Answer> => {
    const [method = '', path = ''] = call.split(' ');
    const sent = body === undefined ? {} : { body: filledIn(body, kept) };
    return platform.call(method, filledIn(at ?? path, kept), {
      ...sent,
      ...(signsIn ? {} : { token }),
    });
  };
  const bodyOf = (answer: Answer): unknown =>
    answer.headers.get('content-type')?.includes('json') === true ? answer.json : answer.text;
  const keep = ({ keeps = {} }: ClientCall, answer: Answer): void => {
    for (const [key, place] of Object.entries(keeps)) kept.set(key, textAt(answer.json, place));
  };

  it('find what they call, and read what they need of the answers', async () => {
    // One conversation: a call that fails is told, and those behind it are made.
    for (const one of CLIENT_CALLS) {
      const { call, at, status = 200, reads = expect.anything() } = one;
      const answer = await send(one);
      const text = answer.status === status ? '' : answer.text;
      const said = [answer.status, text, bodyOf(answer)];
      expect.soft(said, `${call} at ${at ?? 'its path'}`).toMatchObject([status, '', reads]);
      if (answer.status === status) keep(one, answer);
    }
  });

  const describeObserved = observed ? describe : describe.skip;
  describeObserved(
    `as observed${observed ? '' : ' (the file of observed calls is absent)'}`,
    () => {
      it('make no calls but these, those that are open and those of other areas', () => {
        const known = new Set(CLIENT_CALLS.map(({ call }) => call));
        const others = (observed ?? [])
          .map(({ method, path }) => `${method} ${path}`)
          .filter((call) => !known.has(call) && !ELSEWHERE.some(([pattern]) => pattern.test(call)));
        expect([...new Set(others)].sort()).toEqual([...OPEN].sort());
      });
    },
  );
});
