import { type Envelope } from '../../../kernel/envelope.js';
import { type Account } from '../stored/account.js';
import { type ClientSecret } from './client-secret.js';

/** What a caller says of a service account; what is absent has its default, or stays. */
export interface ServiceAccountWrite {
  /** Kept as the name that is shown for the account. */
  readonly description?: string | undefined;
  /** Names or ids. */
  readonly groups?: readonly string[] | undefined;
  /** Ids. */
  readonly assignedRoles?: readonly string[] | undefined;
  readonly inactive?: boolean | undefined;
  /** In which form its requests are answered; null for that of the server. */
  readonly envelope?: Envelope | null | undefined;
}

/** A service account with what is known of its secret; null when it has none. */
export interface ServiceAccount {
  readonly account: Account;
  readonly secret: Pick<ClientSecret, 'created'> | null;
}

/** A service account with the secret it has just been given, to be told once. */
export interface IssuedServiceAccount extends ServiceAccount {
  readonly clientSecret: string;
}
