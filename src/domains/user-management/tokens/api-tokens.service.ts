import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { noteSignInName } from '../../../platform/audit/request-notes.js';
import { type Caller } from '../../../platform/auth/caller.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { FreshCache, readFresh } from '../../../platform/auth/fresh-cache.js';
import { hasApiTokenForm, tokenKey } from '../../../platform/auth/token.js';
import { type ApiTokenScope } from '../../../platform/auth/token-scopes.js';
import { IDENTITY_AGE_MAX_MS, IdentitiesService } from '../identities/identities.service.js';
import { CredentialOwnersRepository } from '../sessions/credential-owners.repository.js';
import { SessionUses } from '../sessions/session-uses.js';
import { isWithin } from './allowed-networks.js';
import { type ApiToken } from './api-token.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import { TokenOwnersService } from './token-owners.service.js';

const REMEMBERED_MAX = 10_000;
/** A token that has ended stays in its owner's list for this long. */
const SHOWN_AFTER_END_MS = 30 * 86_400_000;

interface FoundToken {
  readonly token: Pick<ApiToken, '_id' | 'networks' | 'expires'>;
  readonly authenticated: Authenticated;
}

/** API tokens as credentials: found by what is presented, ended by time or revocation. */
@Injectable()
export class ApiTokensService {
  private readonly recent = new FreshCache<Promise<FoundToken | null>>({
    ageMaxMs: IDENTITY_AGE_MAX_MS,
    sizeMax: REMEMBERED_MAX,
  });
  private readonly uses = new SessionUses();

  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly identities: IdentitiesService,
    private readonly owners: TokenOwnersService,
    private readonly accounts: CredentialOwnersRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Whom the token speaks for, from memory when it was seen within the last second; null also for a
   * caller outside of the token's networks, who learns nothing about it.
   */
  async find(presented: string, caller: Caller): Promise<Authenticated | null> {
    if (!hasApiTokenForm(presented)) return null;
    const key = tokenKey(presented);
    const now = this.clock.now();
    const found = await readFresh(this.recent, key, now, () => this.load(key, now));
    if (!found || now >= found.token.expires) return null;
    if (!isWithin(found.token.networks, caller.address)) {
      // A good token in the wrong place may be a stolen one: whose it is belongs into the audit.
      noteSignInName(found.authenticated.principal.username);
      return null;
    }
    this.uses.note(found.token._id, now);
    return found.authenticated;
  }

  /** Forgets a revoked token: it ends at once on this node, within a second on the others. */
  forget(key: string): void {
    this.recent.delete(key);
  }

  /** The token with its last use as far as this node knows. */
  withLatestUse(token: ApiToken): ApiToken {
    const lastUse = this.uses.lastUse(token._id);
    const isLater = lastUse !== undefined && (token.lastUsed === null || lastUse > token.lastUsed);
    return isLater ? { ...token, lastUsed: lastUse } : token;
  }

  /** Writes down when tokens were last used. Runs every minute, and at the end. */
  async recordUses(): Promise<void> {
    const uses = this.uses.unrecorded();
    await this.tokens.recordUses(uses);
    this.uses.recorded(uses);
  }

  /** Removes tokens that ended so long ago that nobody looks for them any more, or belong to nobody. */
  async sweep(): Promise<void> {
    await this.tokens.removeExpired(new Date(this.clock.now().getTime() - SHOWN_AFTER_END_MS));
    const gone = await this.accounts.findGone(await this.tokens.accounts());
    if (gone.length > 0) await this.tokens.removeOf(gone);
  }

  private async load(key: string, now: Date): Promise<FoundToken | null> {
    const token = await this.tokens.findByTokenKey(key);
    if (!token || now >= token.expires) return null;
    const identity = await this.identities.load(token.account, now);
    if (identity?.account.credentialRevision !== token.credentialRevision) return null;
    const { _id, roles, networks, expires } = token;
    const envelope = token.envelope ?? identity.account.envelope;
    return {
      token: { _id, networks, expires },
      authenticated: {
        principal: await this.owners.speaking(identity.principal, roles),
        sessionId: null,
        apiTokenId: _id,
        scopes: scopesOf(token),
        ...(envelope && { envelope }),
        ...(roles !== null && { restrictedTo: roles }),
      },
    };
  }
}

/** Tokens of earlier versions have none. */
function scopesOf({ scopes = [] }: ApiToken): readonly ApiTokenScope[] {
  return scopes;
}
