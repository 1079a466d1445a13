import { type Principal } from '../../kernel/principal.js';
import { type Caller } from './caller.js';

/** A caller whose credential was found good. */
export interface Authenticated {
  readonly principal: Principal;
  /** The session of the presented token; null when the credential has none. */
  readonly sessionId: string | null;
}

/**
 * Knows which credentials are good. A port, because accounts and sessions belong to a domain and
 * authentication to the platform: the domain implements it, the composition root binds it.
 */
export abstract class CredentialStore {
  /** Name of the cookie that carries a token, as the active profile says. */
  abstract cookieName(): Promise<string>;

  /** Who holds the token; null when nobody does, or not any more. */
  abstract byToken(token: string): Promise<Authenticated | null>;

  /**
   * Who has this name and password; null when nobody has.
   * @throws AppError `too-many-requests` after too many failures of this name or address.
   */
  abstract byPassword(
    username: string,
    password: string,
    caller: Caller,
  ): Promise<Authenticated | null>;
}
