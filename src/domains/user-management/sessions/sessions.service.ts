import { cutText } from '../../../kernel/cut-text.js';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Envelope } from '../../../kernel/envelope.js';
import { IdSource } from '../../../kernel/ids.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteSignedIn } from '../../../platform/audit/request-notes.js';
import { type Caller } from '../../../platform/auth/caller.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { FreshCache, readFresh } from '../../../platform/auth/fresh-cache.js';
import { hasTokenForm, newToken, tokenKey } from '../../../platform/auth/token.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { type Account } from '../stored/account.js';
import { IDENTITY_AGE_MAX_MS, IdentitiesService } from '../identities/identities.service.js';
import { type CredentialOwner } from './credential-owners.repository.js';
import { type Session } from './session.js';
import { SessionUses } from './session-uses.js';
import { SessionsRepository } from './sessions.repository.js';

const MINUTE_MS = 60_000;
/** The last instant that a date can express. */
const NEVER = new Date(8_640_000_000_000_000);
const REMEMBERED_MAX = 10_000;
const ADDRESS_LENGTH_MAX = 64;
const USER_AGENT_LENGTH_MAX = 256;

/** Sessions: begun by signing in, found by their token, ended by time, sign-out or revocation. */
@Injectable()
export class SessionsService {
  private readonly recent = new FreshCache<Promise<FoundSession | null>>({
    ageMaxMs: IDENTITY_AGE_MAX_MS,
    sizeMax: REMEMBERED_MAX,
  });
  private readonly uses = new SessionUses();
  private readonly accessTokenUses = new SessionUses();
  private readonly lifetimeMs: number;
  private readonly accessTokenMs: number;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly identities: IdentitiesService,
    private readonly clock: Clock,
    private readonly ids: IdSource,
    @Inject(CONFIG) { signIn }: Config,
  ) {
    this.lifetimeMs = signIn.sessionMinutes * MINUTE_MS;
    this.accessTokenMs = signIn.accessTokenMinutes * MINUTE_MS;
  }

  /**
   * Begins a session under a new token; nothing that the caller sent has a part in it.
   * @param account as numbered for this session.
   * @param envelope the form of answers that was chosen; absent for that of the account.
   */
  async begin(account: Account, caller: Caller, envelope?: Envelope): Promise<string> {
    const kind = { isAccessToken: false, envelope: envelope ?? null };
    const { token } = await this.add(account, caller, kind);
    return token;
  }

  /**
   * Issues an access token to a program. It ends when it was said to: neither sooner, by
   * `uniqueSession`, nor later, by being used.
   */
  beginAccessToken(account: Account, caller: Caller): Promise<IssuedToken> {
    return this.add(account, caller, { isAccessToken: true, envelope: null });
  }

  /** Who holds the token, from memory when it was seen within the last second. */
  async find(token: string): Promise<Authenticated | null> {
    if (!hasTokenForm(token)) return null;
    const key = tokenKey(token);
    const now = this.clock.now();
    const found = await readFresh(this.recent, key, now, () => this.load(key, now));
    if (!found || now >= found.endsAt) return null;
    (found.isAccessToken ? this.accessTokenUses : this.uses).note(found.sessionId, now);
    const { principal, sessionId, envelope } = found;
    return { principal, sessionId, ...(envelope && { envelope }) };
  }

  /** Ends a session: at once on this node, within a second on the others. */
  async end(sessionId: string): Promise<void> {
    const ended = await this.sessions.remove(sessionId);
    if (ended) this.recent.delete(ended.tokenKey);
  }

  /**
   * Ends the sessions and access tokens of an account.
   * @param but id of the session that stays, if any does.
   * @returns how many were ended.
   */
  async endAll(account: string, but: string | null): Promise<number> {
    const all = await this.sessions.findOfAccount(account);
    const ending = all.filter(({ _id }) => _id !== but);
    const ended = await this.sessions.removeAll(ending.map(({ _id }) => _id));
    ending.forEach((session) => {
      this.recent.delete(session.tokenKey);
    });
    return ended;
  }

  /** The session with its last use as far as this node knows. */
  withLatestUse(session: Session): Session {
    const lastUse = this.lastUseOf(session) ?? session.lastSeen;
    return {
      ...session,
      lastSeen: lastUse > session.lastSeen ? lastUse : session.lastSeen,
      expires: this.expiryOf(session),
    };
  }

  /** Removes what `uniqueSession` has made worthless already: the sessions before this one. */
  endOlder(account: Account): Promise<void> {
    return this.sessions.removeOlder(account._id, account.sessionSerial);
  }

  /** Once a minute; more often only where sessions are so short that other nodes must know sooner. */
  get recordIntervalMs(): number {
    return Math.min(MINUTE_MS, this.lifetimeMs / 4);
  }

  /** Writes down when sessions were last used. Runs at that interval, and at the end. */
  async recordUses(): Promise<void> {
    const uses = this.uses.unrecorded();
    const accessTokenUses = this.accessTokenUses.unrecorded();
    await this.sessions.recordUses([
      ...uses.map(([_id, lastSeen]) => ({ _id, lastSeen, expires: this.expiry(lastSeen) })),
      ...accessTokenUses.map(([_id, lastSeen]) => ({ _id, lastSeen, expires: null })),
    ]);
    this.uses.recorded(uses);
    this.accessTokenUses.recorded(accessTokenUses);
  }

  /** Removes sessions that have been over for so long that no node can have a use to report. */
  async sweep(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - 2 * MINUTE_MS);
    await this.sessions.removeExpired(before);
  }

  private async load(key: string, now: Date): Promise<FoundSession | null> {
    const session = await this.sessions.findByTokenKey(key);
    if (!session || now >= this.expiryOf(session)) return null;
    const identity = await this.identities.load(session.account, now);
    if (!identity) return null;
    const { account, settings } = identity;
    if (!isCurrent(session, account, settings.uniqueSession)) return null;
    return {
      principal: identity.principal,
      sessionId: session._id,
      isAccessToken: session.isAccessToken,
      envelope: session.envelope ?? account.envelope,
      // The end of a session moves with each use; what is remembered for a second decides nothing.
      endsAt: session.isAccessToken ? session.expires : NEVER,
    };
  }

  private async add(
    account: Account,
    caller: Caller,
    { isAccessToken, envelope = null }: Pick<Session, 'isAccessToken' | 'envelope'>,
  ): Promise<IssuedToken> {
    const token = newToken();
    const now = this.clock.now();
    const expires = isAccessToken ? new Date(now.getTime() + this.accessTokenMs) : this.expiry(now);
    const sessionId = this.ids.next();
    await this.sessions.insert({
      _id: sessionId,
      tokenKey: tokenKey(token),
      account: account._id,
      isAccessToken,
      envelope,
      serial: account.sessionSerial,
      credentialRevision: account.credentialRevision,
      created: now,
      lastSeen: now,
      expires,
      address: cutText(caller.address, ADDRESS_LENGTH_MAX),
      userAgent: cutText(caller.userAgent, USER_AGENT_LENGTH_MAX),
    });
    const { _id: id, username, provenance } = account;
    noteSignedIn({ id, username, provenance }, sessionId);
    return { token, sessionId, lifetimeMs: expires.getTime() - now.getTime() };
  }

  private lastUseOf({ _id, isAccessToken }: Session): Date | undefined {
    return (isAccessToken ? this.accessTokenUses : this.uses).lastUse(_id);
  }

  /** Later uses may be known on this node alone, or in the database alone. */
  private expiryOf({ _id, expires, isAccessToken }: Session): Date {
    const lastUse = this.uses.lastUse(_id);
    if (!lastUse || isAccessToken) return expires;
    const known = this.expiry(lastUse);
    return known > expires ? known : expires;
  }

  private expiry(lastSeen: Date): Date {
    return new Date(lastSeen.getTime() + this.lifetimeMs);
  }
}

interface FoundSession {
  readonly principal: Principal;
  readonly sessionId: string;
  readonly isAccessToken: boolean;
  readonly envelope: Envelope | null | undefined;
  readonly endsAt: Date;
}

/** A token that was just made, to be told to its owner once. */
export interface IssuedToken {
  readonly token: string;
  readonly sessionId: string;
  /** How long it lives, in milliseconds. */
  readonly lifetimeMs: number;
}

/**
 * Whether the session still counts: neither was the password changed since, nor, where only one may
 * be, has a later session begun. Programs may have several access tokens all the same.
 */
export function isCurrent(
  session: Session,
  account: CredentialOwner,
  uniqueSession: boolean,
): boolean {
  const isLatest = session.serial === account.sessionSerial;
  return (
    session.credentialRevision === account.credentialRevision &&
    (isLatest || session.isAccessToken || !uniqueSession)
  );
}
