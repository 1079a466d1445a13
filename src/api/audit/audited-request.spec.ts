import { describe, expect, it } from 'vitest';
import { type RequestContext } from '../../platform/request-context/request-context.js';
import { type AccessRequest } from '../request/access-request.js';
import { operationSpec } from '../operations/operations.js';
import { auditedRequest, leavesNoTrace } from './audited-request.js';

const context = (overrides: Partial<RequestContext> = {}): RequestContext => ({
  requestId: 'r',
  operationId: 'whoami',
  principalId: undefined,
  headers: new Map(),
  changes: [],
  signInName: undefined,
  ...overrides,
});

const request = (overrides: Partial<AccessRequest> = {}): AccessRequest =>
  ({
    ip: '192.0.2.1',
    headers: { 'user-agent': 'curl' },
    protocol: 'https',
    operation: { id: 'whoami', spec: operationSpec('whoami') },
    ...overrides,
  }) as unknown as AccessRequest;

const login = { operation: { id: 'login', spec: operationSpec('login') } } as const;
const endpoint = {
  operation: { id: 'runEndpointTrigger', spec: operationSpec('runEndpointTrigger') },
} as const;
const ownToken = { headers: { 'x-trigger-token': 'x' } };
const bearer = { presentedCredential: { form: 'bearer', token: 'x' } } as const;

const PRINCIPAL = {
  id: 'a1',
  provenance: 'local',
  username: 'ada',
  firstname: '',
  groups: [],
  roles: [],
};

describe('auditedRequest', () => {
  it.each<[string, Partial<AccessRequest>, [string, number], string | undefined]>([
    ['a bad token', bearer, ['unauthenticated', 401], 'unauthenticated'],
    ['no credential', { presentedCredential: null }, ['unauthenticated', 401], undefined],
    ['a missing role', bearer, ['forbidden', 403], undefined],
    ['too many attempts', bearer, ['too-many-attempts', 429], 'too-many-attempts'],
    ['too many requests', bearer, ['too-many-requests', 429], undefined],
    ['a wrong password', login, ['unauthenticated', 401], 'unauthenticated'],
    ['a blocked name', login, ['too-many-attempts', 429], 'too-many-attempts'],
    [
      'a bad token of a trigger',
      { ...endpoint, ...ownToken },
      ['unauthenticated', 401],
      'unauthenticated',
    ],
    ['no token of a trigger', endpoint, ['unauthenticated', 401], undefined],
    ['a token of a trigger elsewhere', ownToken, ['unauthenticated', 401], undefined],
    ['a body that is none', login, ['invalid-input', 400], undefined],
    ['a name of somebody else', login, ['name-taken', 409], 'name-taken'],
  ])('takes %s for a refused sign-in or not', (_, sent, [failure, status], refused) => {
    const { refusedSignIn } = auditedRequest(request(sent), context({ failure }), status);
    expect(refusedSignIn).toBe(refused);
  });

  it('names the caller and the token or session that was presented', () => {
    const authenticated = { principal: PRINCIPAL, sessionId: 's1' };
    const of = (extra: object) =>
      auditedRequest(
        request({ ...bearer, principal: PRINCIPAL, authenticated: { ...authenticated, ...extra } }),
        context(),
        200,
      ).actor;
    expect(of({})).toEqual({
      accountId: 'a1',
      username: 'ada',
      provenance: 'local',
      credential: 'bearer',
      credentialId: 's1',
    });
    expect(of({ sessionId: null, apiTokenId: 't1' })).toMatchObject({ credentialId: 't1' });
  });

  it('names whoever signed in where nobody was known before', () => {
    const account = { id: 'a2', username: 'bob', provenance: 'ldap' };
    const signedIn = { account, credentialId: 's2' };
    const known = context({ signedIn, signInName: 'bob' });
    expect(auditedRequest(request(login), known, 200).actor).toEqual({
      accountId: 'a2',
      username: 'bob',
      provenance: 'ldap',
      credential: 'password',
      credentialId: 's2',
    });
  });

  it.each([
    ['login', 'password'],
    ['openIdCallback', 'openid'],
    ['createAccessToken', 'client-secret'],
  ] as const)('says what %s takes, whatever else the browser held', (id, credential) => {
    const operation = { id, spec: operationSpec(id) };
    const signedIn = {
      account: { id: 'a2', username: 'bob', provenance: 'oidc' },
      credentialId: 's2',
    };
    for (const held of [{}, { presentedCredential: { form: 'cookie', token: 'x' } }] as const) {
      const taken = request({ operation, ...held });
      expect(auditedRequest(taken, context({ signedIn }), 200).actor.credential).toBe(credential);
      const refused = auditedRequest(taken, context({ failure: 'unauthenticated' }), 401);
      expect(refused).toMatchObject({ credential, refusedSignIn: 'unauthenticated' });
    }
  });

  it('takes the name of a Basic credential that nobody noted', () => {
    const basic = { form: 'basic', username: 'eve', password: 'x' } as const;
    const audited = auditedRequest(request({ presentedCredential: basic }), context(), 401);
    expect(audited).toMatchObject({ signInName: 'eve', credential: 'basic' });
  });
});

describe('leavesNoTrace', () => {
  it.each<[Partial<RequestContext>, boolean]>([
    [{}, true],
    [
      { changes: [{ object: { type: 'role', id: 'b', name: 'c' }, before: null, after: {} }] },
      false,
    ],
    [{ failure: 'unauthenticated' }, false],
    [{ signedOut: 's' }, false],
    [
      { signedIn: { account: { id: 'a', username: 'b', provenance: 'c' }, credentialId: 'd' } },
      false,
    ],
  ])('answers for %j', (known, quiet) => {
    expect(leavesNoTrace(context(known))).toBe(quiet);
  });
});
