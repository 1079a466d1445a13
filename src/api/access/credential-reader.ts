import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error.js';
import { type Principal } from '../../kernel/principal.js';
import { type Authenticated, CredentialStore } from '../../platform/auth/credential-store.js';
import {
  isUnusable,
  presentedCredential,
  type PresentedCredential,
} from '../../platform/auth/presented-credential.js';
import { unauthenticated } from '../../platform/auth/unauthenticated.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { type AccessRequest, callerOf } from '../request/access-request.js';

/** What callers with a bad credential are told. */
export const NOT_VALID = 'The presented credential is not valid';

/** Finds the credential of a request, once, under the names and switches that count now. */
@Injectable()
export class CredentialReader {
  private readonly switchedOff: ReadonlyMap<string, string>;

  constructor(
    private readonly store: CredentialStore,
    @Inject(CONFIG) { signIn }: Config,
  ) {
    const switches = [
      ['basic', signIn.allowsBasic, 'Basic credentials are switched off here'],
      ['query-token', signIn.allowsQueryToken, '?token= is switched off here'],
    ] as const;
    this.switchedOff = new Map(
      switches.filter(([, allowed]) => !allowed).map(([form, , fault]) => [form, fault]),
    );
  }

  /** The presented credential, null when there is none. A form that is switched off is a bad one. */
  async read(request: AccessRequest): Promise<PresentedCredential | null> {
    request.presentedCredential ??= await this.find(request);
    return request.presentedCredential;
  }

  /**
   * Tries the credential, for those who cannot wait for the guard. What a store remembers of it, the
   * guard need not find out again.
   * @throws AppError `unauthenticated`; `too-many-requests` from the store.
   */
  async verify(credential: PresentedCredential, request: AccessRequest): Promise<Authenticated> {
    if (isUnusable(credential)) throw unauthenticated(credential.fault, credential.form);
    const found =
      credential.form === 'basic'
        ? await this.store.byPassword(credential.username, credential.password, callerOf(request))
        : await this.store.byToken(credential.token, callerOf(request));
    if (!found) throw unauthenticated(NOT_VALID, credential.form);
    return found;
  }

  /**
   * Whether a request that is still being answered would be admitted if it came now. True also when the
   * database cannot say: it will soon.
   */
  async isStillAdmitted(
    request: AccessRequest,
    admits: (principal: Principal) => boolean,
  ): Promise<boolean> {
    const { presentedCredential: credential } = request;
    if (!credential) return false;
    try {
      const { principal } = await this.verify(credential, request);
      return admits(principal);
    } catch (error) {
      return !(error instanceof AppError) || error.kind === 'unavailable';
    }
  }

  private async find({ headers, url }: AccessRequest): Promise<PresentedCredential | null> {
    const { authorization, cookie } = headers;
    // The name of the cookie may have to be read from the database: only when it decides something.
    const cookieDecides = authorization === undefined && cookie !== undefined;
    const cookieName = cookieDecides ? await this.store.cookieName() : '';
    const found = presentedCredential({ authorization, cookie, url }, cookieName);
    if (!found) return null;
    const fault = this.switchedOff.get(found.form);
    return fault === undefined ? found : { form: found.form, fault };
  }
}
