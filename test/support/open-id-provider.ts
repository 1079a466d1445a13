import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What the provider tells of a user, by subject. */
export type ProviderUsers = Readonly<
  Record<
    string,
    {
      readonly preferred_username?: string;
      readonly given_name?: string;
      readonly groups?: readonly string[];
    }
  >
>;

/** How the platform is known to the provider. */
export const OPEN_ID_CLIENT = {
  clientId: 'netadmin',
  clientSecret: 'the-secret-of-the-client-at-the-provider',
  // Nobody listens there: the test carries the browser's requests to the platform itself.
  redirectUri: 'http://127.0.0.1:1/login/oidc/callback',
} as const;

const HOPS_MAX = 10;

/** How the provider differs from that of the tests. */
export interface OpenIdProviderOptions {
  readonly redirectUri?: string;
  /** A free one when absent. */
  readonly port?: number;
  /** Shows its users as links to whoever comes without `login_hint`, in the place of a refusal. */
  readonly canChoose?: boolean;
}

/** `oidc-provider` on a loopback port. */
export class TestOpenIdProvider {
  private constructor(
    private readonly process: ChildProcess,
    private readonly redirectUri: string,
    readonly issuer: string,
  ) {}

  static async start(options: OpenIdProviderOptions = {}): Promise<TestOpenIdProvider> {
    const script = fileURLToPath(new URL('./open-id-provider-process.mjs', import.meta.url));
    const settings = { ...OPEN_ID_CLIENT, ...options };
    const process = fork(script, [JSON.stringify(settings)], { stdio: 'ignore' });
    const [{ issuer }] = (await once(process, 'message')) as [{ issuer: string }];
    return new TestOpenIdProvider(process, settings.redirectUri, issuer);
  }

  async setUsers(users: ProviderUsers): Promise<void> {
    this.process.send({ users });
    await once(this.process, 'message');
  }

  /** What the platform needs to know of it. */
  get env(): Readonly<Record<string, string>> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: OPEN_ID_CLIENT.clientId,
      OIDC_CLIENT_SECRET: OPEN_ID_CLIENT.clientSecret,
      OIDC_REDIRECT_URI: this.redirectUri,
    };
  }

  /**
   * What a browser does that was sent there, with this user before it.
   * @returns path and query string with which it comes back to the platform.
   */
  async visit(signInUrl: string, subject: string): Promise<string> {
    const cookies = new Map<string, string>();
    let url = new URL(signInUrl);
    url.searchParams.set('login_hint', subject);
    for (let hop = 0; hop < HOPS_MAX; hop += 1) {
      if (url.href.startsWith(this.redirectUri)) return url.pathname + url.search;
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the provider says: ${await answer.text()}`);
      url = new URL(location, url);
    }
    throw new Error('the provider sends the browser in circles');
  }

  /** Once stopped, it stays so. */
  async stop(): Promise<void> {
    if (this.process.signalCode !== null || this.process.exitCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
  }
}
