import passport from 'passport';
import { type Authenticated } from '../credential-store.js';
import { type Caller } from '../caller.js';
import { type CredentialForm, type UsableCredential } from '../presented-credential.js';

/** What the guard leaves on a request before it runs the strategy of the presented form. */
interface CredentialRequest {
  readonly presentedCredential: UsableCredential;
  readonly caller: Caller;
}

type Done = (error: unknown, authenticated?: Authenticated | null) => void;
export type Verify = (credential: UsableCredential, caller: Caller, done: Done) => void;

let instances = 0;

/**
 * The part that all strategies share: hand over what the guard found, report what came of it.
 *
 * Passport keeps strategies in one table of the whole process. Each instance therefore has a name of
 * its own, or a second application in the process would answer for the first (docs/accounts.md).
 */
export class CredentialStrategy extends passport.Strategy {
  override readonly name: string;

  constructor(
    form: CredentialForm,
    private readonly verify: Verify,
  ) {
    super();
    instances += 1;
    this.name = `${form}-${instances}`;
  }

  override authenticate(request: object): void {
    // The guard runs a strategy only after it has put both there.
    const { presentedCredential, caller } = request as CredentialRequest;
    this.verify(presentedCredential, caller, (error, authenticated) => {
      if (error) this.error(error);
      else if (authenticated) this.success(authenticated);
      else this.fail(401);
    });
  }
}
