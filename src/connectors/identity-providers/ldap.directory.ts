import { type Client, type Entry } from 'ldapts';
import { type Clock } from '../../kernel/clock.js';
import { invariant } from '../../kernel/invariant.js';
import { type Config } from '../../platform/config/config.js';
import { type AppLogger } from '../../platform/logging/app-logger.js';
import { resolveBySystem } from '../../platform/outbound/checked-lookup.js';
import { Deadline } from '../../platform/outbound/deadline.js';
import { Directory } from './directory.js';
import { type ExternalIdentity, IDENTITY_BOUNDS, usableName } from './external-identity.js';
import { identityFromEntry } from './identity-from-entry.js';
import { LdapConnections } from './ldap-connections.js';
import { directoryUnavailable, isRefusedBind } from './ldap-failure.js';
import { filledFilter } from './ldap-filter.js';

/** After a time-out nobody waits for the next one: sign-ins of one address run one after the other. */
const REST_MS = 10_000;
/** Active Directory keeps its lasting id as bytes. */
const BYTES = /^objectGUID$/i;

/**
 * A directory by way of `ldapts` (docs/accounts.md): finds the user's entry, finds its groups, and then binds
 * as the user. Referrals are not followed: they would carry passwords to hosts that nobody chose.
 */
export class LdapDirectory extends Directory {
  readonly isConfigured: boolean;
  readonly #connections: LdapConnections | undefined;
  #restsUntil = 0;

  constructor(
    private readonly settings: Config['ldap'],
    outbound: Pick<Config['outbound'], 'extraCaFile'>,
    private readonly log: AppLogger,
    private readonly clock: Clock,
  ) {
    super();
    const { url } = settings;
    this.isConfigured = url !== undefined;
    this.#connections =
      url === undefined
        ? undefined
        : new LdapConnections(url, settings, { ...outbound, resolve: resolveBySystem });
  }

  override async authenticate(
    username: string,
    password: string,
  ): Promise<ExternalIdentity | null> {
    // An empty password would be an anonymous bind, which succeeds for everybody (RFC 4513, 5.1.2).
    if (!this.#connections || password === '' || usableName(username) === undefined) return null;
    if (this.clock.now().getTime() < this.#restsUntil) throw directoryUnavailable(undefined);
    const deadline = new Deadline(this.settings.timeoutMs, undefined);
    const cuts: (() => void)[] = [];
    try {
      const connection = this.#connections.open().then(({ client, cut }) => {
        cuts.push(cut);
        if (deadline.hasPassed) cut();
        return client;
      });
      const work = connection.then((client) => this.#identityOf(client, { username, password }));
      // Left behind at the deadline, it fails when the connection is cut.
      work.catch(() => undefined);
      return await deadline.race(work);
    } catch (error) {
      if (deadline.hasPassed) this.#restsUntil = this.clock.now().getTime() + REST_MS;
      throw directoryUnavailable(error);
    } finally {
      deadline.dispose();
      cuts.forEach((cut) => {
        cut();
      });
    }
  }

  async #identityOf(
    client: Client,
    { username, password }: { readonly username: string; readonly password: string },
  ): Promise<ExternalIdentity | null> {
    await this.#bindAsReader(client);
    const entry = await this.#findUser(client, username);
    if (!entry) return null;
    const groups = await this.#groupsOf(client, entry, username);
    if (!(await canBind(client, entry.dn, password))) return null;
    const identity = identityFromEntry(entry, groups, this.settings);
    if (!identity) {
      this.log.warn(
        {
          usernameAttribute: this.settings.usernameAttribute,
          idAttribute: this.settings.idAttribute,
        },
        'an entry of the directory lacks what an account needs',
      );
    }
    return identity ?? null;
  }

  async #bindAsReader(client: Client): Promise<void> {
    const { bindDn, bindPassword } = this.settings;
    if (bindDn !== undefined && bindPassword) await client.bind(bindDn, bindPassword.reveal());
  }

  /** The one entry of this name. Several are nobody: the password would be tried on any of them. */
  async #findUser(client: Client, username: string): Promise<Entry | undefined> {
    const { userBase, userFilter, usernameAttribute, firstnameAttribute, idAttribute } =
      this.settings;
    invariant(userBase !== undefined, 'a directory is configured with a place for its users');
    const { searchEntries } = await client.search(userBase, {
      scope: 'sub',
      filter: filledFilter(userFilter, { username }),
      attributes: [usernameAttribute, firstnameAttribute, idAttribute],
      explicitBufferAttributes: BYTES.test(idAttribute) ? [idAttribute] : [],
      sizeLimit: 2,
    });
    const [entry, ...others] = searchEntries;
    if (others.length > 0) {
      this.log.warn({ filter: userFilter }, 'the user filter finds several entries for one name');
      return undefined;
    }
    // Without a name to bind as, the bind would be anonymous; some words mean other ways to bind.
    return entry?.dn.includes('=') === true ? entry : undefined;
  }

  async #groupsOf(client: Client, { dn }: Entry, username: string): Promise<readonly Entry[]> {
    const { groupBase, groupFilter } = this.settings;
    if (groupBase === undefined) return [];
    const { searchEntries } = await client.search(groupBase, {
      scope: 'sub',
      filter: filledFilter(groupFilter, { username, dn }),
      attributes: ['cn'],
      sizeLimit: IDENTITY_BOUNDS.groups,
    });
    return searchEntries;
  }
}

async function canBind(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (isRefusedBind(error)) return false;
    throw error;
  }
}
