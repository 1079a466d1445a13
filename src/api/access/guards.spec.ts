import { describe, expect, it } from 'vitest';
import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Principal } from '../../kernel/principal.js';
import { type Authenticated, CredentialStore } from '../../platform/auth/credential-store.js';
import { CredentialStrategies } from '../../platform/auth/credential-strategies.js';
import { BasicStrategy } from '../../platform/auth/strategies/basic.strategy.js';
import { BearerStrategy } from '../../platform/auth/strategies/bearer.strategy.js';
import { CookieStrategy } from '../../platform/auth/strategies/cookie.strategy.js';
import { QueryTokenStrategy } from '../../platform/auth/strategies/query-token.strategy.js';
import { loadConfig } from '../../platform/config/config.js';
import { OPERATION_ID } from '../operation.decorator.js';
import { type OperationId } from '../operations/operations.js';
import { AuthenticationGuard } from './authentication.guard.js';
import { CredentialReader } from './credential-reader.js';
import { RolesGuard } from './roles.guard.js';

const aPrincipal = (username: string, ...roles: string[]): Principal => ({
  id: username,
  provenance: 'local',
  username,
  firstname: '',
  groups: [],
  roles: roles.map((name) => ({ id: name, provenance: 'platform', name })),
});

/** Knows the token `token-of-ann`, after a while. */
class FakeStore extends CredentialStore {
  constructor(private readonly names: readonly string[]) {
    super();
  }

  override cookieName(): Promise<string> {
    return Promise.resolve('token');
  }

  override async byToken(token: string): Promise<Authenticated | null> {
    await new Promise((resolve) => setImmediate(resolve));
    const name = this.names.find((one) => token === `token-of-${one}`);
    return name === undefined ? null : { principal: aPrincipal(name), sessionId: name };
  }

  override byPassword(): Promise<Authenticated | null> {
    return Promise.reject(new Error('the database is gone'));
  }
}

interface FakeRequest {
  readonly headers: Record<string, string>;
  readonly method?: string;
  readonly url?: string;
  principal?: Principal;
}

function contextOf(request: FakeRequest, id?: OperationId): ExecutionContext {
  const handler = (): void => undefined;
  if (id !== undefined) SetMetadata(OPERATION_ID, id)(handler);
  const http = {
    getRequest: () => Object.assign(request, { url: request.url ?? '/', ip: '127.0.0.1' }),
    getResponse: () => ({}),
  };
  // The guards ask a context for its handler and its request alone.
  return { getHandler: () => handler, switchToHttp: () => http } as unknown as ExecutionContext;
}

function authenticationOver(store: CredentialStore): AuthenticationGuard {
  const config = loadConfig({});
  return new AuthenticationGuard(
    new Reflector(),
    new CredentialReader(store, config),
    config,
    new CredentialStrategies(
      new BearerStrategy(store),
      new BasicStrategy(store),
      new CookieStrategy(store),
      new QueryTokenStrategy(store),
    ),
  );
}

const bearer = (name: string) => ({ headers: { authorization: `Bearer token-of-${name}` } });

describe('AuthenticationGuard', () => {
  const guard = authenticationOver(new FakeStore(['ann', 'bob']));

  it('wants a credential for a route that is no declared operation', async () => {
    const attempt = guard.canActivate(contextOf({ headers: {} }));
    await expect(attempt).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it('looks at no credential of an open operation', async () => {
    const request: FakeRequest = { headers: { authorization: 'Bearer nonsense' } };
    expect(await guard.canActivate(contextOf(request, 'login'))).toBe(true);
    expect(request.principal).toBeUndefined();
  });

  it('never takes one caller for another, however many come at once', async () => {
    const names = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'ann' : 'bob'));
    const requests = names.map((name): FakeRequest => bearer(name));
    await Promise.all(
      requests.map(async (request) => guard.canActivate(contextOf(request, 'whoami'))),
    );
    expect(requests.map(({ principal }) => principal?.username)).toEqual(names);
  });

  it('asks the store of its own application, with a second one in the process', async () => {
    const other = authenticationOver(new FakeStore(['eve']));
    const stranger = guard.canActivate(contextOf(bearer('eve'), 'whoami'));
    await expect(stranger).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(await other.canActivate(contextOf(bearer('eve'), 'whoami'))).toBe(true);
  });

  it('reports a failure of the store as what it is', async () => {
    const basic = `Basic ${Buffer.from('ann:x').toString('base64')}`;
    const attempt = guard.canActivate(contextOf({ headers: { authorization: basic } }, 'whoami'));
    await expect(attempt).rejects.toThrow('the database is gone');
  });
});

describe('RolesGuard', () => {
  const guard = new RolesGuard(new Reflector());
  const refused = expect.objectContaining({ kind: 'forbidden' });
  const asked = (id: OperationId | undefined, principal?: Principal) => () =>
    guard.canActivate(contextOf({ headers: {}, ...(principal && { principal }) }, id));

  it('refuses a route that is no declared operation, to administrators too', () => {
    expect(asked(undefined, aPrincipal('root', 'admin'))).toThrow(refused);
  });

  it('admits and refuses as the row says', () => {
    expect(asked('listInstalledArtifacts', aPrincipal('ann', 'apiread'))()).toBe(true);
    expect(asked('installArtifact', aPrincipal('ann', 'apiread'))).toThrow(refused);
    expect(asked('whoami', aPrincipal('ann'))()).toBe(true);
    expect(asked('live')()).toBe(true);
  });

  it('refuses when nobody has found out who is calling', () => {
    expect(asked('listInstalledArtifacts')).toThrow(refused);
    expect(asked('whoami')).toThrow(refused);
  });
});
