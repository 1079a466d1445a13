import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import {
  OPERATIONS,
  type OperationId,
  operationSpec,
} from '../../src/api/operations/operations.js';
import { type Account } from '../../src/domains/user-management/stored/account.js';
import { ACCOUNT_MODEL } from '../../src/domains/user-management/stored/account.schema.js';
import { IdentitiesService } from '../../src/domains/user-management/identities/identities.service.js';
import { ApiTokenIssuerService } from '../../src/domains/user-management/tokens/api-token-issuer.service.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { type HeldRole, ROLE_NAMES } from '../../src/kernel/principal.js';
import { someOf } from '../support/some-of.js';
import { aSessionOf, aSignedInCaller, anAccount } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { EXPECTED_ACCESS, EXPECTED_ROLES, type ExpectedAccess } from './roles-matrix.expected.js';

/** What the hand-written page says of the roles, in the words of the table. */
function declared({ admits, own }: ExpectedAccess): unknown {
  if (admits === 'signed in') return 'signed-in';
  if (admits === 'everyone') return { open: expect.any(String) };
  return { roles: admits.split(' '), ...(own && { orOwn: expect.any(String) }) };
}

/** Roles in one order, without the reason for them: access-rule.contract-spec asks for that. */
const sorted = (access: unknown): unknown =>
  typeof access === 'object' && access !== null && 'roles' in access
    ? { ...access, roles: [...(access.roles as string[])].sort(), widerBecause: undefined }
    : access;

describe('the operations table', () => {
  it('has exactly the rows of the hand-written page', () => {
    expect(Object.keys(OPERATIONS).sort()).toEqual(EXPECTED_ACCESS.map(({ id }) => id).sort());
    expect(ROLE_NAMES).toEqual(EXPECTED_ROLES);
  });

  it.each(EXPECTED_ACCESS)('admits to $id whom the page names', (expected) => {
    const { access, application, state } = operationSpec(expected.id as OperationId);
    expect(sorted(access)).toEqual(sorted(declared(expected)));
    expect(application).toBe(expected.application);
    expect(state).toBe(expected.planned ? 'planned' : 'built');
  });
});

/** Registries prove to their webhook that they know its secret. */
const PROVEN_OTHERWISE = new Set(['POST /prebuilts-repository/configs/x/webhook']);

/** Behind these some operations answer 503 to everybody, until the other one is called. */
const UNDONE_BY: Readonly<Record<string, string>> = {
  'POST /workflow_engine/jobWorker/deactivate': '/workflow_engine/jobWorker/activate',
};

describe('the running platform', () => {
  let platform: TestApp;
  /** Calls an operation and tells whether the caller was let through to it. */
  let outcome: (expected: ExpectedAccess, token?: string) => Promise<string>;
  type Role = Omit<HeldRole, 'id'>;
  /** Promises: calls that come at once share them too. */
  const accounts = new Map<string, Promise<Account>>();
  const tokens = new Map<string, Promise<string>>();

  const accountWith = (roles: readonly Role[], use = ''): Promise<Account> => {
    const key = `${use} ${roles.map(({ provenance, name }) => `${provenance}/${name}`).join()}`;
    const account = accounts.get(key) ?? anAccount(platform.app, { roles });
    accounts.set(key, account);
    return account;
  };

  /**
   * A token of an account with these roles: the same for all operations that need a role. Of the
   * others some end the sessions of their caller: each is called in a session of its own, of accounts
   * that call nothing else.
   */
  const tokenFor = async ({ admits }: ExpectedAccess, ...roles: Role[]): Promise<string> => {
    if (admits === 'signed in')
      return aSessionOf(platform.app, await accountWith(roles, 'signed in'));
    const account = await accountWith(roles);
    const token = tokens.get(account._id) ?? aSessionOf(platform.app, account);
    tokens.set(account._id, token);
    return token;
  };

  const ALL_ROLES = EXPECTED_ROLES.map((name) => ({ provenance: 'platform', name }));
  /** Tokens of callers who hold every role and can use none. */
  let inactiveAccount: string;
  let inactiveGroup: string;
  const restrictedTokens = new Map<string, string>();

  /** An API token, restricted to these, of an account that holds all nine roles. */
  const restrictedTo = async (roles: readonly string[]): Promise<string> => {
    const name = roles.join(' ');
    const known = restrictedTokens.get(name);
    if (known !== undefined) return known;
    const { _id } = await accountWith(ALL_ROLES);
    const identity = await platform.app.get(IdentitiesService, { strict: false }).find(_id);
    if (!identity) throw new Error('the account is there');
    const { token } = await platform.app
      .get(ApiTokenIssuerService, { strict: false })
      .issue({ name, roles }, { principal: identity.principal, sessionId: null });
    restrictedTokens.set(name, token);
    return token;
  };

  const undo = async (call: string, status: number): Promise<void> => {
    const path = status < 300 ? UNDONE_BY[call] : undefined;
    if (path !== undefined) await platform.as('admin', 'POST', path);
  };

  const anInactiveAccount = async (): Promise<string> => {
    const account = await anAccount(platform.app, { roles: ALL_ROLES });
    const token = await aSessionOf(platform.app, account);
    await platform.app
      .get<Model<Account>>(getModelToken(ACCOUNT_MODEL), { strict: false })
      .updateOne({ _id: account._id }, { inactive: true });
    return token;
  };

  const aMemberOfAnInactiveGroup = async (): Promise<string> => {
    const records = platform.app.get(UserRecordsService, { strict: false });
    const roles = await records.ensureRoles(
      ALL_ROLES.map((role) => ({ ...role, description: '' })),
    );
    const assignedRoles = roles.map(({ _id }) => _id);
    const group = { provenance: 'local', name: 'closed', inactive: true, assignedRoles };
    await records.ensureGroup(group);
    return aSignedInCaller(platform.app, { groups: ['closed'] });
  };

  beforeAll(async () => {
    platform = await startApp('roles-matrix');
    inactiveAccount = await anInactiveAccount();
    inactiveGroup = await aMemberOfAnInactiveGroup();
    outcome = async ({ call }, token) => {
      const [method = '', path = ''] = call.split(' ');
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      const { status } = await platform.call(method, path, { ...body, ...(token && { token }) });
      await undo(call, status);
      const words: Record<number, string> = { 401: 'unknown', 403: 'refused' };
      return words[status] ?? (status < 500 ? 'let through' : `failed with ${String(status)}`);
    };
  });
  afterAll(() => platform.close());

  const built = EXPECTED_ACCESS.filter(({ planned }) => !planned);
  const restricted = built.filter(({ admits }) => admits !== 'everyone');
  const byRole = restricted.filter(({ admits }) => admits !== 'signed in');

  it.each(restricted)('knows nobody without a credential at $call', async (expected) => {
    expect(await outcome(expected)).toBe('unknown');
  });

  it.each(restricted)('knows nobody whose account is inactive at $call', async (expected) => {
    expect(await outcome(expected, inactiveAccount)).toBe('unknown');
  });

  it.each(byRole)('refuses who has all roles by an inactive group at $call', async (expected) => {
    expect(await outcome(expected, inactiveGroup)).toBe('refused');
  });

  it.each(byRole)(
    'takes of a restricted token the roles that it has at $call',
    async (expected) => {
      const admitted = expected.admits.split(' ');
      const others = EXPECTED_ROLES.filter((name) => !admitted.includes(name));
      expect(await outcome(expected, await restrictedTo(others))).toBe('refused');
      expect(await outcome(expected, await restrictedTo(admitted.slice(-1)))).toBe('let through');
    },
  );

  it.each(restricted)('lets exactly the named roles through to $call', async (expected) => {
    const { admits } = expected;
    const outcomes = await Promise.all(
      EXPECTED_ROLES.map(async (name) => {
        const token = await tokenFor(expected, { provenance: 'platform', name });
        return `${name}: ${await outcome(expected, token)}`;
      }),
    );
    const admitted = admits === 'signed in' ? EXPECTED_ROLES : admits.split(' ');
    expect(outcomes).toEqual(
      EXPECTED_ROLES.map(
        (name) =>
          `${name}: ${(admitted as readonly string[]).includes(name) ? 'let through' : 'refused'}`,
      ),
    );
  });

  it.each(byRole)('refuses all nine roles of another application at $call', async (expected) => {
    const provenance = expected.application === 'MOP' ? 'FormBuilder' : 'MOP';
    const roles = EXPECTED_ROLES.map((name) => ({ provenance, name }));
    expect(await outcome(expected, await tokenFor(expected, ...roles))).toBe('refused');
  });

  const placed = byRole.map((expected, place) => ({ ...expected, place }));
  it.each(placed)('takes roles of its own application at $call', async (expected) => {
    const { application: provenance, admits, place } = expected;
    // That all roles of the row count is known by now: of which application they are is asked alike.
    for (const name of new Set(someOf(admits.split(' '), place, 2))) {
      const token = await tokenFor(expected, { provenance, name });
      expect(await outcome(expected, token)).toBe('let through');
    }
    const others = EXPECTED_ROLES.filter((name) => !admits.split(' ').includes(name));
    const token = await tokenFor(expected, ...others.map((name) => ({ provenance, name })));
    expect(await outcome(expected, token)).toBe('refused');
  });

  it.each(built.filter(({ admits }) => admits === 'everyone'))(
    'asks nobody for a credential at $call, not even for a good one',
    async (expected) => {
      // What proves itself by a header of its own says no to who does not, whoever that is.
      const said = PROVEN_OTHERWISE.has(expected.call) ? 'unknown' : 'let through';
      expect(await outcome(expected)).toBe(said);
      expect(await outcome(expected, 'not a token')).toBe(said);
    },
  );

  it('lets a caller without any role through to what needs none, and to nothing else', async () => {
    const outcomes: string[] = [];
    // One after the other: some end all sessions of their caller.
    for (const expected of restricted)
      outcomes.push(await outcome(expected, await tokenFor(expected)));
    expect(outcomes).toEqual(
      restricted.map(({ admits }) => (admits === 'signed in' ? 'let through' : 'refused')),
    );
  });
});
