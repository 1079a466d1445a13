import { describe, expect, it } from 'vitest';
import { type ExecutionContext } from '@nestjs/common';
import {
  type ResourceCredentialCheck,
  ResourceCredentials,
} from '../../platform/auth/resource-credentials.js';
import { type OperationSpec } from '../operations/operation-spec.js';
import {
  assertAnonymousBody,
  resourceCredentialClaim,
  resourceCredentialForm,
  presentsResourceCredential,
  takesResourceCredential,
} from './resource-credential.js';
import { ResourceCredentialGuard } from './resource-credential.guard.js';
import { SMALL_BODY_MAX_BYTES } from '../operations/body-limits.js';

const row = (access: OperationSpec['access']): OperationSpec => ({
  method: 'POST',
  path: '/x/:name',
  state: 'built',
  application: 'OperationsManager',
  access,
  basis: 'extension',
  tag: 'X',
  summary: 'X',
});
const OWN = row({ roles: ['admin'], orOwn: 'the x checks its own token' });
const BODY = Buffer.from('{}');

describe('takesResourceCredential', () => {
  it('is true of rows that say so, and of no others', () => {
    expect(takesResourceCredential(OWN)).toBe(true);
    expect(takesResourceCredential(row({ roles: ['admin'] }))).toBe(false);
    expect(takesResourceCredential(row('signed-in'))).toBe(false);
    expect(takesResourceCredential(row({ open: 'for all' }))).toBe(false);
  });
});

describe('resourceCredentialClaim', () => {
  it('takes a token, or a signature with the body as it was sent', () => {
    expect(resourceCredentialClaim({ 'x-trigger-token': 't' }, BODY)).toEqual({
      form: 'token',
      token: 't',
    });
    expect(resourceCredentialClaim({ 'x-trigger-signature': 's' }, BODY)).toEqual({
      form: 'signature',
      signature: 's',
      body: BODY,
    });
  });

  it('is named in audit entries by its form', () => {
    expect(resourceCredentialForm({ 'x-trigger-token': 't' })).toBe('trigger-token');
    expect(resourceCredentialForm({ 'x-trigger-signature': 's' })).toBe('trigger-signature');
    expect(resourceCredentialForm({})).toBeNull();
  });

  it('takes none of two, and nothing that is no text', () => {
    const both = { 'x-trigger-token': 't', 'x-trigger-signature': 's' };
    expect(presentsResourceCredential(both)).toBe(true);
    expect(resourceCredentialClaim(both, BODY)).toBeUndefined();
    expect(resourceCredentialClaim({ 'x-trigger-token': ['t', 't'] }, BODY)).toBeUndefined();
    expect(resourceCredentialClaim({}, BODY)).toBeUndefined();
  });
});

describe('assertAnonymousBody', () => {
  it('refuses what is too long, and what does not say how long it is', () => {
    const tooLarge = expect.objectContaining({ kind: 'payload-too-large' });
    const sized = (bytes: number) => () => {
      assertAnonymousBody({ 'content-length': String(bytes) });
    };
    expect(sized(SMALL_BODY_MAX_BYTES)).not.toThrow();
    expect(sized(SMALL_BODY_MAX_BYTES + 1)).toThrow(tooLarge);
    expect(() => {
      assertAnonymousBody({ 'transfer-encoding': 'chunked' });
    }).toThrow(tooLarge);
  });
});

describe('ResourceCredentialGuard', () => {
  const knows: ResourceCredentialCheck = (claim, { name }) =>
    Promise.resolve(
      claim.form === 'token' && claim.token === 'good' ? { objectId: String(name), claim } : null,
    );

  /** What the guard makes of a request to the operation `x`. */
  const judged = async (
    given: { spec?: OperationSpec; token?: string; principal?: object },
    check?: ResourceCredentialCheck,
  ): Promise<unknown> => {
    const checks = new ResourceCredentials();
    if (check) checks.register('x', check);
    const request = {
      operation: { id: 'x', spec: given.spec ?? OWN },
      headers: given.token === undefined ? {} : { 'x-trigger-token': given.token },
      params: { name: 'one' },
      ip: '192.0.2.1',
      protocol: 'https',
      bodyBytes: null,
      principal: given.principal,
      ownCredential: undefined as unknown,
    };
    const context = { switchToHttp: () => ({ getRequest: () => request }) };
    // The guard asks a context for its request alone.
    await new ResourceCredentialGuard(checks).canActivate(context as unknown as ExecutionContext);
    return request.ownCredential;
  };
  const refused = { kind: 'unauthenticated' };

  it('admits who presents what the object takes', async () => {
    expect(await judged({ token: 'good' }, knows)).toMatchObject({ objectId: 'one' });
  });

  it('refuses everything else', async () => {
    await expect(judged({ token: 'bad' }, knows)).rejects.toMatchObject(refused);
    await expect(judged({}, knows)).rejects.toMatchObject(refused);
  });

  it('refuses everybody where nobody has registered a check', async () => {
    await expect(judged({ token: 'good' })).rejects.toMatchObject(refused);
  });

  it('has no say about rows that take no such credential, and callers who are known', async () => {
    expect(await judged({ spec: row({ roles: ['admin'] }), token: 'good' }, knows)).toBeUndefined();
    expect(await judged({ principal: {}, token: 'bad' }, knows)).toBeUndefined();
  });
});
