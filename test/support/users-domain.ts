import { Module } from '@nestjs/common';
import { type TestingModule } from '@nestjs/testing';
import { IdempotencyModule } from '../../src/api/idempotency/idempotency.module.js';
import { ProfilesSeed } from '../../src/domains/profiles/profiles.seed.js';
import { UserManagementModule } from '../../src/domains/user-management/user-management.module.js';
import { UserManagementSeed } from '../../src/domains/user-management/user-management.seed.js';
import { Clock } from '../../src/kernel/clock.js';
import { type DomainAppOptions, startDomain } from './domain-app.js';
import { type HandClock } from './hand-clock.js';

/** User management without HTTP. Its controllers take keys of idempotency, whose module is the application's. */
@Module({ imports: [IdempotencyModule, UserManagementModule] })
export class UsersDomain {}

/** It, as a first start leaves it, in a time that the test keeps. */
export function startUsers(
  { uri, env = {} }: Pick<DomainAppOptions, 'uri' | 'env'>,
  clock: HandClock,
): Promise<TestingModule> {
  return startDomain({
    uri,
    module: UsersDomain,
    env,
    seeds: [ProfilesSeed, UserManagementSeed],
    override: (builder) => builder.overrideProvider(Clock).useValue(clock),
  });
}
