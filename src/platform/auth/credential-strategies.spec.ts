import passport from 'passport';
import { expect, it } from 'vitest';
import { type CredentialStore } from './credential-store.js';
import { CredentialStrategies } from './credential-strategies.js';
import { BasicStrategy } from './strategies/basic.strategy.js';
import { BearerStrategy } from './strategies/bearer.strategy.js';
import { CookieStrategy } from './strategies/cookie.strategy.js';
import { QueryTokenStrategy } from './strategies/query-token.strategy.js';

const known = (): readonly string[] =>
  Object.keys(Reflect.get(passport, '_strategies') as Record<string, unknown>);

it('strategies leave passport when their application ends, those of others stay', () => {
  const before = known();
  const store = {} as CredentialStore;
  const ofOneApplication = (): CredentialStrategies =>
    new CredentialStrategies(
      new BearerStrategy(store),
      new BasicStrategy(store),
      new CookieStrategy(store),
      new QueryTokenStrategy(store),
    );
  const [ended, other] = [ofOneApplication(), ofOneApplication()];
  ended.onApplicationShutdown();
  expect(known()).toEqual([...before, ...Object.values(other.names)]);
  other.onApplicationShutdown();
  expect(known()).toEqual(before);
});
