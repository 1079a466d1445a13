import { type ExternalIdentity } from './external-identity.js';

/** A directory that knows the passwords and groups of users. */
export abstract class Directory {
  /** False where no directory is configured; nobody is asked then. */
  abstract readonly isConfigured: boolean;

  /**
   * The user with this name and password; null when the directory has none.
   * @throws AppError `unavailable` (code `directory-unavailable`) when it cannot be asked.
   */
  abstract authenticate(username: string, password: string): Promise<ExternalIdentity | null>;
}
