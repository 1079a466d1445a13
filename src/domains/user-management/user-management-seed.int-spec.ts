import { afterEach, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { testDatabase, type TestDatabase } from '../../../test/support/database.js';
import { startDomain } from '../../../test/support/domain-app.js';
import { anAccount } from '../../../test/support/sign-in.js';
import { UsersDomain } from '../../../test/support/users-domain.js';
import { ProfilesSeed } from '../profiles/profiles.seed.js';
import { type Account } from './stored/account.js';
import { ACCOUNT_MODEL } from './stored/account.schema.js';
import { FirstAdmin } from './accounts/first-admin.js';
import { IdentitiesService } from './identities/identities.service.js';
import { type Role } from './stored/role.js';
import { ROLE_MODEL } from './stored/role.schema.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { UserManagementSeed } from './user-management.seed.js';

const CALLER = { address: '127.0.0.1', userAgent: 'test', secure: false };

describe('UserManagementSeed', () => {
  let closers: (() => Promise<void>)[] = [];

  const start = async (database: TestDatabase, env: Record<string, string> = {}) => {
    const app = await startDomain({
      uri: database.uri,
      module: UsersDomain,
      env,
      seeds: [ProfilesSeed, UserManagementSeed],
    });
    closers.push(() => app.close());
    return app;
  };
  const setup = () => {
    const database = testDatabase('first-admin');
    closers.push(() => database.drop());
    return database;
  };
  const accounts = (app: TestingModule) => app.get<Model<Account>>(getModelToken(ACCOUNT_MODEL));
  /** The password that a start shows, if it shows one. */
  const shown = async (app: TestingModule): Promise<string | undefined> => {
    let password: string | undefined;
    await app.get(FirstAdmin).showGeneratedPassword((made) => {
      password = made?.reveal();
    });
    return password;
  };
  const canSignIn = (app: TestingModule, password: string) =>
    app
      .get(SignInService)
      .signIn({ username: 'admin', password }, CALLER)
      .then(
        () => true,
        () => false,
      );

  afterEach(async () => {
    for (const close of closers.reverse()) await close();
    closers = [];
  });

  it('makes the nine roles of the interface, for the whole platform', async () => {
    const app = await start(setup());
    const roles = await app.get<Model<Role>>(getModelToken(ROLE_MODEL)).find().lean<Role[]>();
    const names = 'admin apiread apiwrite engineering operations operator other readonly support';
    expect(roles.map(({ name }) => name).sort()).toEqual(names.split(' '));
    expect(roles.every(({ provenance }) => provenance === 'platform')).toBe(true);
  });

  it('makes a first administrator whose made-up password is told once', async () => {
    const app = await start(setup());
    const password = await shown(app);
    expect(password).toMatch(/^[A-Za-z0-9_-]{20}$/);
    expect(await shown(app)).toBeUndefined();
    expect(await canSignIn(app, password ?? '')).toBe(true);
    const account = await accounts(app).findOne({ usernameFolded: 'admin' }).lean<Account>();
    expect(account?.passwordHash).toMatch(/^\$argon2id\$/);
    const identity = await app.get(IdentitiesService).find(account?._id ?? '');
    expect(identity?.principal).toMatchObject({
      username: 'admin',
      groups: [{ provenance: 'local', name: 'admins' }],
      roles: [{ provenance: 'platform', name: 'admin' }],
    });
  });

  it('takes the password of ADMIN_PASSWORD and tells it nobody', async () => {
    const app = await start(setup(), { ADMIN_PASSWORD: 'given by the operator' });
    expect(await shown(app)).toBeUndefined();
    expect(await canSignIn(app, 'given by the operator')).toBe(true);
  });

  it('makes up another password when a start ended before anybody saw the first', async () => {
    const database = setup();
    await start(database);
    const second = await start(database);
    const password = await shown(second);
    expect(await canSignIn(second, password ?? '')).toBe(true);
    expect(await accounts(second).countDocuments()).toBe(1);
    const third = await start(database);
    expect(await shown(third)).toBeUndefined();
    expect(await canSignIn(third, password ?? '')).toBe(true);
  });

  it('makes up another password when a start ended in the middle of showing the first', async () => {
    const database = setup();
    const first = await start(database);
    const crash = first.get(FirstAdmin).showGeneratedPassword(() => {
      throw new Error('nobody sees it');
    });
    await expect(crash).rejects.toThrow('nobody sees it');
    const second = await start(database);
    const password = await shown(second);
    expect(await canSignIn(second, password ?? '')).toBe(true);
  });

  it('tells only the password that counts when two nodes start together', async () => {
    const database = setup();
    const first = await start(database);
    const second = await start(database);
    expect(await shown(first)).toBeUndefined();
    const password = await shown(second);
    expect(await canSignIn(first, password ?? '')).toBe(true);
  });

  it('takes ADMIN_PASSWORD for one that nobody saw', async () => {
    const database = setup();
    await start(database);
    const second = await start(database, { ADMIN_PASSWORD: 'given by the operator' });
    expect(await shown(second)).toBeUndefined();
    expect(await canSignIn(second, 'given by the operator')).toBe(true);
    const third = await start(database);
    expect(await canSignIn(third, 'given by the operator')).toBe(true);
  });

  it('changes nothing at a later start: neither the password nor who there is', async () => {
    const database = setup();
    const first = await start(database, { ADMIN_PASSWORD: 'the first password' });
    await anAccount(first, { username: 'ann', groups: ['admins'] });
    const second = await start(database, { ADMIN_PASSWORD: 'another password' });
    expect(await canSignIn(second, 'the first password')).toBe(true);
    await accounts(second).deleteOne({ usernameFolded: 'admin' });
    const third = await start(database);
    expect(await shown(third)).toBeUndefined();
    expect(await accounts(third).countDocuments()).toBe(1);
    expect(await third.get<Model<Role>>(getModelToken(ROLE_MODEL)).countDocuments()).toBe(9);
  });
});
