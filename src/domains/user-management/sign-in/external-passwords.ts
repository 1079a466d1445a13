import { type Account } from '../stored/account.js';

/** A name and a password for which no account of ours has the answer. */
export interface ExternalAttempt {
  readonly username: string;
  readonly password: string;
  /** The account of that name, which is not a local one; null when nobody has the name yet. */
  readonly account: Account | null;
}

/** Knows the passwords of users whose passwords are kept elsewhere. A port: a directory, or nobody. */
export abstract class ExternalPasswords {
  /**
   * The active account of the user with this name and password, made at the first sign-in; null when
   * they do not belong together, or the user may not come in.
   * @throws AppError `unavailable` when those who know cannot be asked; `conflict` when the user's
   *   name belongs to somebody else here.
   */
  abstract verify(attempt: ExternalAttempt): Promise<Account | null>;
}
