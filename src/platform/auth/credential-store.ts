import { type Envelope } from '../../kernel/envelope.js';
import { type Principal } from '../../kernel/principal.js';
import { type Caller } from './caller.js';

/** A caller whose credential was found good. */
export interface Authenticated {
  readonly principal: Principal;
  /** The session of the presented token; null when the credential has none. */
  readonly sessionId: string | null;
  /** The API token that was presented; absent for every other credential. */
  readonly apiTokenId?: string;
  /** What the API token was made for beside everyday use; absent for every other credential. */
  readonly scopes?: readonly string[];
  /** In which form its requests are answered, where they do not ask for one; absent where it says nothing. */
  readonly envelope?: Envelope;
  /**
   * Ids of the roles that the credential was given; absent when it stands for everything its owner
   * may do. `principal.roles` holds no others.
   */
  readonly restrictedTo?: readonly string[];
}

/**
 * Knows which credentials are good. A port, because accounts and sessions belong to a domain and
 * authentication to the platform: the domain implements it, the composition root binds it.
 */
export abstract class CredentialStore {
  /** Name of the cookie that carries a token, as the active profile says. */
  abstract cookieName(): Promise<string>;

  /**
   * Who holds the token; null when nobody does, not any more, or not from where the caller is.
   */
  abstract byToken(token: string, caller: Caller): Promise<Authenticated | null>;

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
