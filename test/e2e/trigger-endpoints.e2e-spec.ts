import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type StoredJobStart } from '../../src/domains/automations/starting/job-start-request.js';
import { JOB_START_REQUEST_MODEL } from '../../src/domains/automations/starting/job-start-request.schema.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { aTransformation } from '../support/factories/a-transformation.js';
import { FiringApp, type Refused, type StartedJob, TRIGGERS } from '../support/firing-app.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type Answer, type CallOptions } from '../support/start-app.js';

interface Issued {
  readonly triggerId: string;
  readonly kind: string;
  readonly secret: string;
  readonly usage: string;
  readonly created: string;
}

/** What the audit trail says of a refused sign-in. */
interface Refusal {
  readonly credential: string | null;
  readonly reason: string;
}

describe('triggers that are called', () => {
  let node: FiringApp;
  let routes = 0;

  const endpoint = async (fields: JsonObject = {}): Promise<{ id: string; route: string }> => {
    const route = `route-${String(++routes)}`;
    return {
      id: await node.trigger('endpoint', { verb: 'POST', routeName: route, ...fields }),
      route,
    };
  };
  const call = <T = StartedJob>(route: string, options: CallOptions = {}) =>
    node.call<T>('POST', `${TRIGGERS}/endpoint/${route}`, { body: {}, ...options });
  /** A call by somebody who has no account here. */
  const stranger = <T = StartedJob>(route: string, options: CallOptions = {}) =>
    node.platform.call<T>('POST', `${TRIGGERS}/endpoint/${route}`, { body: {}, ...options });
  const issue = async (id: string, kind: string): Promise<Issued> =>
    (await node.call<Issued>('POST', `${TRIGGERS}/${id}/credential`, { body: { kind } })).json;
  const token = (secret: string) => ({ headers: { 'x-trigger-token': secret } });
  /** A call signed as its sender does it. */
  const signed = (secret: string, raw: string, at = node.clock.now()): CallOptions => {
    const seconds = String(Math.floor(at.getTime() / 1000));
    const hex = createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-trigger-signature': `t=${seconds},v1=${hex}`,
    };
    return { body: undefined, raw, headers };
  };
  const requests = (): Model<StoredJobStart> =>
    node.app.get(getModelToken(JOB_START_REQUEST_MODEL), { strict: false });
  const jobsOf = (triggerId: string) => requests().find({ triggerId }).lean();
  const variablesOf = async (triggerId: string) =>
    Promise.all((await jobsOf(triggerId)).map(({ _id }) => node.variablesOf(_id)));

  /** Asks until the answer is no 401 any more. */
  const untilRefusedOtherwise = async (ask: () => Promise<Answer<Refused>>) => {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const answer = await ask();
      if (answer.status !== 401) return answer;
    }
    throw new Error('nothing but 401');
  };

  beforeAll(async () => {
    node = await FiringApp.start('endpoint-triggers');
    await node.document('transformation', aTransformation());
  });
  afterAll(() => node.close());

  describe('with a credential of the platform', () => {
    it('start a job with the payload, in the name of their last editor', async () => {
      const { id, route } = await endpoint();
      const { status, json } = await stranger(route, {
        body: { port: 'eth0', nested: { a: [1] } },
        token: await node.platform.tokenOf('operations'),
      });
      expect([status, json.message]).toEqual([200, 'Successfully created the requested item']);
      expect(json.data).toMatchObject({ triggerId: id, createdBy: 'engineer' });
      expect(json.data).toMatchObject({ tasks: expect.any(Object), metrics: { user: 'engineer' } });
      expect(await jobsOf(id)).toMatchObject([{ startedBy: node.engineerId }]);
      expect(await variablesOf(id)).toEqual([{ port: 'eth0', nested: { a: [1] } }]);
    });

    it('hold the payload to their schema', async () => {
      const schema = {
        type: 'object',
        required: ['port'],
        properties: { port: { type: 'string' } },
      };
      const { id, route } = await endpoint({ schema });
      expect((await call(route, { body: { port: 'eth0' } })).status).toBe(200);
      const { status, json } = await call<Refused>(route, { body: { port: 1 } });
      expect([status, json.errors?.map(({ pointer }) => pointer)]).toEqual([400, ['#/port']]);
      expect(await node.outcomesOf(id)).toEqual(expect.arrayContaining(['started', 'refused']));
    });

    it('make the variables by their transformation', async () => {
      const { id, route } = await endpoint({ jst: 'Greeting' });
      expect((await call(route, { body: { who: 'Ada' } })).status).toBe(200);
      expect(await variablesOf(id)).toEqual([{ greeting: 'Hello Ada!' }]);
      const missing = await endpoint({ jst: 'Absent' });
      const { status, json } = await call<Refused>(missing.route);
      expect([status, json.detail]).toEqual([409, "Transformation 'Absent' not found"]);
      expect(await node.outcomesOf(missing.id)).toEqual(['refused']);
    });

    it('start one job for one key', async () => {
      const { id, route } = await endpoint();
      const headers = { 'idempotency-key': 'once' };
      const [one, ...others] = await Promise.all([1, 2, 3, 4].map(() => call(route, { headers })));
      expect(new Set(others.map(({ json }) => json.data._id))).toEqual(
        new Set([one?.json.data._id]),
      );
      expect(await jobsOf(id)).toHaveLength(1);
      const other = await call<Refused>(route, { headers, body: { other: true } });
      expect([other.status, other.json.code]).toEqual([422, 'idempotency-key-reused']);
      const bad = await call<Refused>(route, { headers: { 'idempotency-key': 'no good key' } });
      expect(bad.status).toBe(400);
    });

    it('are found by their route alone, if their automation may be seen', async () => {
      const hidden = await node.hiddenAutomation();
      await node.triggerOf(hidden, 'endpoint', { routeName: 'hidden-route' });
      for (const route of ['no-such-route', 'hidden-route']) {
        const { status, json } = await call<Refused>(route);
        // Nothing of it tells that there is one, nor the id of it.
        expect([status, json.detail]).toEqual([404, `Endpoint trigger '${route}' not found`]);
      }
    });

    it('start nothing while they are switched off', async () => {
      const { route } = await endpoint({ enabled: false });
      expect((await call<Refused>(route)).json.code).toBe('trigger-disabled');
    });

    it('need a role', async () => {
      const { route } = await endpoint();
      expect((await call(route, { token: await node.platform.tokenOf('apiread') })).status).toBe(
        403,
      );
      expect((await stranger(route)).status).toBe(401);
    });

    it('take more than strangers may send, and nothing that is no object', async () => {
      const { route } = await endpoint();
      expect((await call(route, { body: { text: 'x'.repeat(100_000) } })).status).toBe(200);
      expect((await call(route, { body: [1] })).status).toBe(400);
    });
  });

  describe('with a token of their own', () => {
    it('know who holds it, and show it once', async () => {
      const { id, route } = await endpoint();
      const before = await node.call('GET', `${TRIGGERS}/${id}`);
      const issued = await issue(id, 'token');
      expect(issued).toEqual({
        triggerId: id,
        kind: 'token',
        secret: expect.stringMatching(/^ntr_[A-Za-z0-9_-]{43}$/),
        usage: 'x-trigger-token: <secret>',
        created: expect.any(String),
      });
      const { status, json } = await stranger(route, { body: { a: 1 }, ...token(issued.secret) });
      expect([status, json.data['createdBy']]).toEqual([200, 'engineer']);
      const { text, headers } = await node.call('GET', `${TRIGGERS}/${id}`);
      expect(headers.get('etag')).not.toBe(before.headers.get('etag'));
      expect(text).not.toContain(issued.secret.slice(4));
      expect(JSON.parse(text)).toMatchObject({ data: { credential: 'token' } });
      const stored = await node.app
        .get<Model<JsonObject>>(getModelToken('Trigger'), { strict: false })
        .findById(id)
        .lean();
      expect(JSON.stringify(stored)).not.toContain(issued.secret.slice(4));
    });

    it('answer a wrong token as an unknown route', async () => {
      const { id, route } = await endpoint();
      const without = await endpoint();
      const { secret } = await issue(id, 'token');
      const answers = await Promise.all([
        stranger<Refused>(route, token(`${secret}x`)),
        stranger<Refused>(without.route, token(secret)),
        stranger<Refused>('no-such-route', token(secret)),
        stranger<Refused>(route, {
          headers: { ...token(secret).headers, 'x-trigger-signature': 'x' },
        }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
      expect(new Set(answers.map(({ json }) => json.detail)).size).toBe(1);
    });

    it('slow down who presents wrong ones, and nobody who presents a good one', async () => {
      const { id, route } = await endpoint();
      const { secret } = await issue(id, 'token');
      const guess = () => stranger<Refused>(route, token('guessed'));
      const refused = await untilRefusedOtherwise(guess);
      expect([refused.status, refused.json.code]).toEqual([429, 'too-many-attempts']);
      expect(refused.headers.get('retry-after')).toBe('1');
      // Neither a good token nor signing in suffers from it.
      expect((await stranger(route, token(secret))).status).toBe(200);
      const login = { body: { username: 'nobody', password: 'wrong' } };
      expect((await node.platform.call('POST', '/login', login)).status).toBe(401);
      await node.later({ seconds: 2 });
      expect((await guess()).status).toBe(401);
      const path = '/audit?kind=refused-sign-in&operation=runEndpointTrigger';
      const { json } = await node.platform.as<{ results: Refusal[] }>('admin', 'GET', path);
      const recorded = json.results.filter(({ credential }) => credential === 'trigger-token');
      expect(recorded.map(({ reason }) => reason)).toEqual(
        expect.arrayContaining(['unauthenticated', 'too-many-attempts']),
      );
      // Other tests call from the same address.
      await node.later({ minutes: 20 });
    });

    it('tell who holds it that they are switched off', async () => {
      const { id, route } = await endpoint({ enabled: false });
      const { secret } = await issue(id, 'token');
      expect((await stranger<Refused>(route, token(secret))).json.code).toBe('trigger-disabled');
    });

    it('take it nowhere else, and no platform credential falls through to it', async () => {
      const { id, route } = await endpoint();
      const { secret } = await issue(id, 'token');
      const runs = await node.platform.call('GET', `${TRIGGERS}/${id}/runs`, token(secret));
      expect(runs.status).toBe(401);
      expect((await stranger(route, { token: 'nobody', ...token(secret) })).status).toBe(401);
    });

    it('read no more of strangers than anywhere', async () => {
      const { id, route } = await endpoint();
      const { secret } = await issue(id, 'token');
      const large = await stranger(route, { body: { text: 'x'.repeat(70_000) }, ...token(secret) });
      expect(large.status).toBe(413);
    });

    it('forget the one before with the next, and the last when it is taken away', async () => {
      const { id, route } = await endpoint();
      const first = await issue(id, 'token');
      const second = await issue(id, 'token');
      expect((await stranger(route, token(first.secret))).status).toBe(401);
      expect((await stranger(route, token(second.secret))).status).toBe(200);
      const revoke = () => node.call('DELETE', `${TRIGGERS}/${id}/credential`);
      expect((await revoke()).status).toBe(200);
      expect((await stranger(route, token(second.secret))).status).toBe(401);
      expect((await revoke()).status).toBe(404);
    });

    it('keep it when somebody edits them', async () => {
      const { id, route } = await endpoint();
      const { secret } = await issue(id, 'token');
      const update = { body: { description: 'Edited' } };
      expect((await node.call('PATCH', `${TRIGGERS}/${id}`, update)).status).toBe(200);
      expect((await stranger(route, token(secret))).status).toBe(200);
    });

    it('give it to writers alone, for endpoints alone', async () => {
      const { id } = await endpoint();
      const path = `${TRIGGERS}/${id}/credential`;
      const body = { kind: 'token' };
      const reader = await aSignedInCaller(node.app, {
        roles: [{ provenance: 'platform', name: 'operations' }],
      });
      expect((await node.call('POST', path, { body, token: reader })).status).toBe(403);
      expect((await node.call('DELETE', path, { token: reader })).status).toBe(403);
      expect((await node.platform.call('POST', path, { body })).status).toBe(401);
      expect((await node.platform.call('DELETE', path)).status).toBe(401);
      expect((await node.call('POST', path, { body: { kind: 'odd' } })).status).toBe(400);
      const nowhere = `${TRIGGERS}/nowhere/credential`;
      expect((await node.call('POST', nowhere, { body })).status).toBe(404);
      const manual = await node.trigger('manual');
      const refused = await node.call<Refused>('POST', `${TRIGGERS}/${manual}/credential`, {
        body,
      });
      expect([refused.status, refused.json.code]).toEqual([409, 'no-endpoint']);
    });
  });

  describe('with a signature', () => {
    it('know who made it, and start one job for it, whatever comes with it', async () => {
      const { id, route } = await endpoint();
      const { secret, usage } = await issue(id, 'hmac');
      expect(usage).toMatch(/^x-trigger-signature: /);
      const options = signed(secret, '{ "port" : "eth0" }');
      const first = await stranger(route, options);
      expect([first.status, await variablesOf(id)]).toEqual([200, [{ port: 'eth0' }]]);
      const headers = {
        ...options.headers,
        'idempotency-key': 'another',
        'x-request-id': 'another',
      };
      const replayed = await stranger(route, { ...options, headers });
      expect(replayed.json.data._id).toBe(first.json.data._id);
      expect(await jobsOf(id)).toHaveLength(1);
    });

    it('know nobody by that of another body, time or trigger', async () => {
      const { id, route } = await endpoint();
      const other = await endpoint();
      const { secret } = await issue(id, 'hmac');
      await issue(other.id, 'hmac');
      const good = signed(secret, '{}');
      const old = new Date(node.clock.now().getTime() - 301_000);
      const answers = await Promise.all([
        stranger(route, { ...good, raw: '{ }' }),
        stranger(route, signed(secret, '{}', old)),
        stranger(other.route, good),
        stranger(route, signed('ntr_of-somebody-else', '{}')),
        stranger(route, { ...good, headers: { ...good.headers, 'x-trigger-signature': 'odd' } }),
        stranger(route, token(secret)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
      expect((await stranger(route, good)).status).toBe(200);
    });

    it('are not deceived by a body that cannot be read', async () => {
      const { id, route } = await endpoint();
      const { secret } = await issue(id, 'hmac');
      expect((await stranger(route, signed('no key', '{'))).status).toBe(401);
      expect((await stranger(route, signed(secret, '{'))).status).toBe(400);
    });
  });
});
