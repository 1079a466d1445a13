import { call, signIn } from '../../scripts/support/platform.mjs';
import { type CallerName, type Credential, type FuzzCall } from './fuzz-call.js';

const PASSWORD = 'a fuzzing password';

interface Platform {
  readonly url: string;
}
interface Account {
  readonly username: string;
  readonly token: string;
}
interface Who {
  readonly id: string;
  readonly username: string;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}
interface Listed {
  readonly results: readonly {
    readonly _id: string;
    readonly name: string;
    readonly provenance: string;
  }[];
}

/**
 * The accounts in whose names calls are made, one for each role. What is called may sign them out, lock
 * or delete them: they are made again. The first account of the platform does that, and nothing else.
 */
export class Accounts {
  private readonly accounts = new Map<CallerName, Promise<Account>>();
  private made = 0;
  private supervisor: Promise<string> | undefined;

  constructor(
    private readonly platform: Platform,
    private readonly supervisorPassword: string,
  ) {}

  /** The header that presents the credential of a call, or the call with the token in its query. */
  async presented(made: FuzzCall): Promise<{ headers: Record<string, string>; call: FuzzCall }> {
    const { username, token } = await this.accountOf(made.caller);
    const target = `${made.target}${made.target.includes('?') ? '&' : '?'}token=${token}`;
    const call = made.credential === 'query' ? { ...made, target } : made;
    return { headers: headersOf(made.credential, username, token), call };
  }

  /** Who was not let in with a good credential was signed out by another call, or is not there any more. */
  async renew(caller: CallerName): Promise<void> {
    const { token } = await this.accountOf(caller);
    if (await isSignedIn(this.platform, token)) return;
    this.accounts.delete(caller);
  }

  /** The token of the first account; a call may end all sessions, and that one with them. */
  async supervisorToken(): Promise<string> {
    const present = await (this.supervisor ??= signIn(this.platform, this.supervisorPassword));
    if (await isSignedIn(this.platform, present)) return present;
    const renewed = signIn(this.platform, this.supervisorPassword);
    this.supervisor = renewed;
    return renewed;
  }

  /** By what the first account and its groups are named. */
  async supervisorIds(): Promise<readonly string[]> {
    const token = await this.supervisorToken();
    const { id, username, groups } = JSON.parse(
      await call(this.platform, '/whoami', { token }),
    ) as Who;
    return [id, username, ...groups.flatMap((group) => [group.id, group.name])];
  }

  private accountOf(caller: CallerName): Promise<Account> {
    const present = this.accounts.get(caller) ?? this.add(caller);
    this.accounts.set(caller, present);
    return present;
  }

  private async add(caller: CallerName): Promise<Account> {
    this.made += 1;
    const username = `caller-${caller}-${this.made}`;
    const token = await this.supervisorToken();
    const path = '/authorization/roles?limit=1000';
    const { results } = JSON.parse(await call(this.platform, path, { token })) as Listed;
    const role = results.find(
      ({ name, provenance }) => provenance === 'platform' && name === caller,
    );
    const assignedRoles = role ? [role._id] : [];
    const account = { username, password: PASSWORD, assignedRoles };
    await call(this.platform, '/authorization/accounts', { token, body: { account } });
    const body = { user: { username, password: PASSWORD } };
    return { username, token: await call(this.platform, '/login', { body }) };
  }
}

async function isSignedIn(platform: Platform, token: string): Promise<boolean> {
  return call(platform, '/whoami', { token }).then(
    () => true,
    () => false,
  );
}

function headersOf(kind: Credential, name: string, token: string): Record<string, string> {
  switch (kind) {
    case 'bearer':
      return { authorization: `Bearer ${token}` };
    case 'cookie':
      return { cookie: `token=${token}` };
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}` };
    case 'wrong':
      return { authorization: `Bearer ${'A'.repeat(token.length)}` };
    case 'garbled':
      return { authorization: 'Basic %%%' };
    case 'none':
    case 'query':
      return {};
  }
}
