import { type INestApplicationContext } from '@nestjs/common';
import { PasswordHasher } from '../../src/platform/auth/password-hasher.js';
import { type Account } from '../../src/domains/user-management/stored/account.js';
import { AccountsRepository } from '../../src/domains/user-management/stored/accounts.repository.js';
import { SessionsService } from '../../src/domains/user-management/sessions/sessions.service.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';

/** Who an account of a test is; what is left out does not matter to the test. */
export interface TestAccount {
  readonly username?: string;
  /** Without one nobody can sign in by password. */
  readonly password?: string;
  readonly roles?: readonly { readonly provenance: string; readonly name: string }[];
  /** Names of local groups, added where they are missing. */
  readonly groups?: readonly string[];
}

let names = 0;
function aName(): string {
  names += 1;
  return `caller-${String(names)}`;
}

/** Adds an account with these roles and groups. */
export async function anAccount(
  app: INestApplicationContext,
  { username = aName(), password, roles = [], groups = [] }: TestAccount = {},
): Promise<Account> {
  const records = app.get(UserRecordsService, { strict: false });
  const held = await records.ensureRoles(roles.map((role) => ({ ...role, description: '' })));
  const memberOf = await Promise.all(
    groups.map(async (name) => (await records.ensureGroup({ provenance: 'local', name }))._id),
  );
  const hasher = app.get(PasswordHasher, { strict: false });
  return records.addAccount({
    username,
    passwordHash: password === undefined ? null : await hasher.hash(password),
    assignedRoles: held.map(({ _id }) => _id),
    memberOf,
  });
}

/** Adds an account and begins a session for it, without the cost of a password. Returns the token. */
export async function aSignedInCaller(
  app: INestApplicationContext,
  account: TestAccount = {},
): Promise<string> {
  return aSessionOf(app, await anAccount(app, account));
}

/** Begins a session for an account that exists. Returns the token. */
export async function aSessionOf(app: INestApplicationContext, account: Account): Promise<string> {
  const now = new Date('2026-01-01T00:00:00Z');
  const numbered = await app.get(AccountsRepository, { strict: false }).recordSignIn(account, now);
  if (!numbered) throw new Error('the account is not there, or not active');
  const caller = { address: '127.0.0.1', userAgent: 'test', secure: false };
  return app.get(SessionsService, { strict: false }).begin(numbered, caller);
}
